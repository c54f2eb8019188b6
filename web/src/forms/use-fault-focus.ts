import { useCallback, useEffect, useRef } from 'react';

/** The first field within that is at fault. */
const focusFaultIn = (form: HTMLElement | null) => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();

/**
 * For a form of a few fields: with each refusal its first field at fault takes the focus; where none is, the refusal stands elsewhere.
 *
 * @returns the form's ref, and what does the same once the faults are drawn that were found before anything was sent
 */
export function useFaultFocus(refusal: unknown) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refusal !== null) focusFaultIn(form.current);
  }, [refusal]);
  const focusFault = useCallback(() => {
    requestAnimationFrame(() => focusFaultIn(form.current));
  }, []);
  return { form, focusFault };
}
