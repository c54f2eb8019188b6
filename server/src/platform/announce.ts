import type { Tx } from './transaction.ts';

/** A typed domain event: what a module tells those above it, inside the transaction. */
export interface DomainEvent<Payload> {
  readonly name: string;
  /** Carries the type only; never set. */
  readonly payload?: Payload;
}

/** Runs in the announcing transaction with the whole set. May only write rows or enqueue. */
export type Listener<Payload> = (tx: Tx, payloads: readonly Payload[]) => Promise<void>;
export type ListenerTable = Map<string, Array<Listener<unknown>>>;

/** Which table a transaction's database has; set by the database itself. */
export const listenersOf = new WeakMap<Tx, ListenerTable>();

export function domainEvent<Payload>(name: string): DomainEvent<Payload> {
  return { name };
}

/** Tells everybody whom `app.ts` has subscribed; a listener that throws undoes the transaction. */
export async function announce<Payload>(tx: Tx, event: DomainEvent<Payload>, payloads: readonly Payload[]): Promise<void> {
  const table = listenersOf.get(tx);
  if (!table) throw new Error('announce outside a transaction of Database');
  if (payloads.length === 0) return;
  for (const listener of table.get(event.name) ?? []) await listener(tx, payloads);
}
