import type { Bus } from '../platform/bus.ts';
import { afterCommit } from '../platform/database.ts';
import type { Tx } from '../platform/transaction.ts';
import type { People } from './people.ts';

export interface PersonChanges {
  /** Tells every server, once `tx` is committed, that somebody's role, activity, name or account is another now. */
  announce(tx: Tx, userId: string): void;
  onChange(listener: (userId: string) => void): void;
}

/** What is held of a person is forgotten on every server as soon as it changes, and not only when it is old. */
export function tellPersonChanges(bus: Bus, people: Pick<People, 'forget'>): PersonChanges {
  const listeners: Array<(userId: string) => void> = [];
  bus.subscribe('people', ({ userId }: { userId: string }) => {
    people.forget(userId);
    for (const listener of listeners) listener(userId);
  });
  return {
    announce: (tx, userId) => afterCommit(tx, () => bus.publish('people', { userId })),
    onChange: (listener) => void listeners.push(listener),
  };
}
