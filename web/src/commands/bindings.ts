import { create } from 'zustand';
import { keep, kept } from '../kept.ts';
import { type CommandId, commandIds, entryOf } from './command-table.ts';
import { clash } from './keys.ts';

const KEPT = 'shortcuts';

/** What a person changed, by command; an empty text takes the key away. Kept in this browser. */
export type Bindings = Readonly<Partial<Record<CommandId, string>>>;

/** What was kept and still fits: a command that is gone, or a text that is no list of bindings, is left out. */
export function readBindings(text: string | null): Bindings {
  if (text === null) return {};
  try {
    const found: unknown = JSON.parse(text);
    if (typeof found !== 'object' || found === null || Array.isArray(found)) return {};
    const kept = Object.entries(found);
    if (!kept.every(([, keys]) => typeof keys === 'string')) return {};
    return Object.fromEntries(kept.filter(([id]) => commandIds.some((known) => known === id)));
  } catch {
    return {};
  }
}

export const useBindings = create<Bindings>(() => readBindings(kept(KEPT)));

export const keysOf = (bindings: Bindings, id: CommandId): string => bindings[id] ?? entryOf(id).keys;

/** The command that has this key already, or one that begins with it; null when it is free. */
export function holderOf(bindings: Bindings, keys: string, except: CommandId): CommandId | null {
  return commandIds.find((id) => id !== except && (clash(keysOf(bindings, id), keys) || clash(entryOf(id).also ?? '', keys))) ?? null;
}

/** Gives a command another key; the one that it had by itself is not written down. */
export function bind(id: CommandId, keys: string): void {
  const { [id]: _before, ...others } = useBindings.getState();
  const next = keys === entryOf(id).keys ? others : { ...others, [id]: keys };
  useBindings.setState(next, true);
  keep(KEPT, JSON.stringify(next));
}

/** All commands have the keys again that they had at first. */
export function resetBindings(): void {
  useBindings.setState({}, true);
  keep(KEPT, '{}');
}
