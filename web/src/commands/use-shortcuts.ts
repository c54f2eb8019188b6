import { useEffect } from 'react';
import { activeRun, useActive, useEscapes } from './active.ts';
import { type Bindings, keysOf, useBindings } from './bindings.ts';
import { type CommandId, entryOf } from './command-table.ts';
import { SEQUENCE_WITHIN_MS, strokeOf } from './keys.ts';
import { isSingle, useSingleKeys } from './single-keys.ts';

/** Nothing is written into a box that is ticked. */
const writes = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input:not([type="checkbox"]), textarea, select'));

/** What opens over a page and means something else by keys. */
const OVER = '[role="dialog"], [role="alertdialog"], [role="menu"]:not([data-closing="true"]), [role="listbox"]';
const asks = (): boolean => [...document.querySelectorAll(OVER)].some((part) => part.checkVisibility());

/** What a stroke leads to: a command, or the first half of one. */
export function meaningOf(pressed: string, offered: readonly CommandId[], bindings: Bindings): CommandId | 'begins' | null {
  const exact = offered.findLast((id) => keysOf(bindings, id) === pressed || entryOf(id).also === pressed);
  if (exact !== undefined) return exact;
  return offered.some((id) => keysOf(bindings, id).startsWith(`${pressed} `)) ? 'begins' : null;
}

/**
 * Runs commands by their keys, everywhere in the application. Outside fields, dialogs and menus all of them; those with Ctrl or
 * Cmd in fields too.
 */
export function useShortcuts(): void {
  useEffect(() => {
    let begun = '';
    let forget: ReturnType<typeof setTimeout> | undefined;
    // Whatever is open may close by the same key before it comes down here.
    let isAsked = false;
    const notice = () => {
      isAsked = asks();
    };
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const stroke = strokeOf(event);
      if (stroke === null) return;
      if (isAsked || (writes(event.target) && !stroke.startsWith('mod+'))) return;
      if (begun === '' && isSingle(stroke) && !useSingleKeys.getState().isOn) return;
      const pressed = begun === '' ? stroke : `${begun} ${stroke}`;
      begun = '';
      clearTimeout(forget);
      const ends = pressed === 'escape' ? useEscapes.getState().at(-1) : undefined;
      if (ends !== undefined) {
        event.preventDefault();
        return ends('key');
      }
      const offered = useActive.getState().registrations.map(({ id }) => id);
      const meaning = meaningOf(pressed, offered, useBindings.getState());
      if (meaning === null) return;
      event.preventDefault();
      if (meaning !== 'begins') return activeRun(meaning)?.('key');
      begun = pressed;
      forget = setTimeout(() => {
        begun = '';
      }, SEQUENCE_WITHIN_MS);
    };
    // Before the listeners of whatever opens later.
    window.addEventListener('keydown', notice, { capture: true });
    document.addEventListener('keydown', press);
    return () => {
      window.removeEventListener('keydown', notice, { capture: true });
      clearTimeout(forget);
      document.removeEventListener('keydown', press);
    };
  }, []);
}
