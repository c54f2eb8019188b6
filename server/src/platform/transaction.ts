import type { Kysely, Transaction } from 'kysely';
import type { DB } from './schema.ts';

/** A transaction with one account set (or none): what rules and stores take first. */
export type Tx = Transaction<DB>;
/** Reads outside a transaction, with one account set. */
export type Reader = Kysely<DB>;
