import { useEffect, useRef } from 'react';

/** Single letters and arrows, by what `KeyboardEvent.key` says in lower case. */
export type Keys = Readonly<Record<string, (event: KeyboardEvent) => void>>;

const writes = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

const asks = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role="dialog"], [role="menu"], [role="listbox"]') !== null;

/** Letters are typed by their place on an English keyboard, so that they work with a Cyrillic layout too. */
const nameOf = ({ key, code }: KeyboardEvent): string => (/^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : key.toLowerCase());

/** Keys of a page: they work outside fields, dialogs and menus only, and never with Ctrl, Alt or Meta. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
      if (writes(event.target) || asks(event.target) || document.querySelector('[role="dialog"]') !== null) return;
      latest.current[nameOf(event)]?.(event);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
