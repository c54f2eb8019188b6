import { CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { type DomainEvent, type Listener, type ListenerTable, listenersOf } from './announce.ts';
import { isoInstant } from './instants.ts';
import { watchPool } from './metrics.ts';
import type { DB } from './schema.ts';
import type { Reader, Tx } from './transaction.ts';

export type { Reader, Tx } from './transaction.ts';

export interface Database {
  /** Runs in one transaction in which row-level security lets only this account's rows through. */
  inAccount<T>(accountId: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The same with no account set: only what no account owns is visible (sign-in look-ups, the identity provider's rows). */
  outside<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Single statements, each its own transaction. */
  reader(accountId: string): Reader;
  outsideReader(): Reader;
  /** One hot statement whose text never changes: each connection parses and plans it once, by its name. */
  call<Row extends pg.QueryResultRow>(accountId: string, statement: Statement): Promise<Row[]>;
  /** Says who listens to a domain event; called while the application is wired. */
  on<Payload>(event: DomainEvent<Payload>, listener: Listener<Payload>): void;
  /** Resolves when the database has answered. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** So long work waits for a connection, free or new, before it is refused as not possible now. */
const CONNECTION_WITHIN = 10_000;

export interface Statement {
  name: string;
  text: string;
  values: unknown[];
}

const afterCommitWork = new WeakMap<Tx, Array<() => void>>();
const beforeCommitWork = new WeakMap<Tx, Array<() => Promise<void>>>();

/** Runs `work` inside the transaction when everything else in it is done, in the order of asking. */
export function beforeCommit(tx: Tx, work: () => Promise<void>): void {
  const list = beforeCommitWork.get(tx);
  if (!list) throw new Error('beforeCommit outside a transaction of Database');
  list.push(work);
}

/** Runs `work` once the transaction is committed, never when it is not. It must not throw. */
export function afterCommit(tx: Tx, work: () => void): void {
  const list = afterCommitWork.get(tx);
  if (!list) throw new Error('afterCommit outside a transaction of Database');
  list.push(work);
}

// Integers of 64 bits are counters far below 2^53; times stay text in ISO form so that a Date never rounds them.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, isoInstant);

/**
 * Opens the pool as `parley_app`. The account is a setting of the session, sent only when it differs from the
 * connection's last one; nobody else hands out connections (database: the account wall).
 *
 * @param connectionWithin milliseconds after which work that has no connection yet fails, as with a database that cannot be reached
 */
export function openDatabase(url: string, poolSize = 8, connectionWithin = CONNECTION_WITHIN): Database {
  const pool = new pg.Pool({ connectionString: url, max: poolSize, connectionTimeoutMillis: connectionWithin, application_name: 'parley' });
  // A connection that dies while idle is replaced by the pool; the error itself concerns nobody.
  pool.on('error', () => {});
  // One that dies between two statements of a transaction fails the next of them; unheard, it would end the process.
  pool.on('connect', (client) => void client.on('error', () => {}));
  const unwatch = watchPool(() => ({ busy: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount }));
  const accountOf = new WeakMap<pg.PoolClient, string>();

  async function connect(account: string): Promise<pg.PoolClient> {
    const client = await pool.connect();
    if ((accountOf.get(client) ?? '') !== account) {
      try {
        await client.query({ name: 'set-account', text: "select set_config('app.account', $1, false)", values: [account] });
      } catch (error) {
        client.release(true);
        throw error;
      }
      accountOf.set(client, account);
    }
    return client;
  }

  const listeners: ListenerTable = new Map();
  const readers = new Map<string, Kysely<DB>>();
  function reader(account: string): Kysely<DB> {
    let kysely = readers.get(account);
    if (!kysely) {
      kysely = new Kysely<DB>({
        dialect: new PostgresDialect({ pool: { connect: () => connect(account), end: async () => {} } as never }),
      });
      if (readers.size >= 1000) readers.clear();
      readers.set(account, kysely);
    }
    return kysely;
  }

  async function transact<T>(account: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    const todo: Array<() => void> = [];
    const last: Array<() => Promise<void>> = [];
    const result = await reader(account)
      .transaction()
      .execute(async (tx) => {
        afterCommitWork.set(tx, todo);
        beforeCommitWork.set(tx, last);
        listenersOf.set(tx, listeners);
        const value = await work(tx);
        for (const step of last) await step();
        return value;
      });
    for (const step of todo) step();
    return result;
  }

  return {
    inAccount: (accountId, work) => transact(accountId, work),
    outside: (work) => transact('', work),
    reader,
    outsideReader: () => reader(''),
    async call<Row extends pg.QueryResultRow>(accountId: string, statement: Statement) {
      const client = await connect(accountId);
      try {
        return (await client.query<Row>(statement)).rows;
      } finally {
        client.release();
      }
    },
    on(event, listener) {
      const list = listeners.get(event.name) ?? [];
      list.push(listener as Listener<unknown>);
      listeners.set(event.name, list);
    },
    async ping() {
      await pool.query('select 1');
    },
    async close() {
      unwatch();
      await pool.end();
    },
  };
}

/** A statement as Kysely runs it, without having to build it first. */
export function statement<Row>(text: string, values: unknown[]): CompiledQuery<Row> {
  return CompiledQuery.raw(text, values) as CompiledQuery<Row>;
}
