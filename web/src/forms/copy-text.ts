import { toastError, toastSuccess } from '../ui/toast.ts';

/** Puts words into the clipboard and says whether that worked: a browser may refuse it. */
export function copyText(words: string): Promise<void> {
  return navigator.clipboard.writeText(words).then(
    () => toastSuccess('FORM_COPIED'),
    () => toastError('FORM_COPY_FAILED'),
  );
}
