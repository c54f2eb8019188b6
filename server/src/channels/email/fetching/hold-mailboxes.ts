import { sql } from 'kysely';
import { newId } from '../../../platform/clock.ts';
import { createSignal } from '../../../platform/signal.ts';
import type { Connection, Connections, Standing } from '../../providers/index.ts';
import { type FetchingParts, mailboxOf } from './mailbox.ts';
import { type Proving, type Running, runMailbox } from './run-mailbox.ts';

/** Mailboxes of one process. */
const MOST = 1000;

interface Held {
  running: Running;
  /** What it was begun with: anything else, and it is begun anew. */
  begunWith: string;
}

/**
 * Fetches the mailboxes that no other process fetches, each beside the others: one that hangs holds up nobody else's. A process that dies is
 * followed by another when its lease has run out; what is changed in settings holds at once.
 * @param provingOf how a mailbox proves itself at its servers
 */
export function holdMailboxes(parts: FetchingParts, connections: Connections, provingOf: (connection: Connection) => Proving): Standing {
  const { db, log, times } = parts;
  const lease = newId();
  const held = new Map<string, Held>();
  const wake = createSignal();
  let stopped = false;

  async function look(): Promise<void> {
    const { rows } = await sql<{ id: string; account_id: string }>`
      select * from hold_mailboxes(${lease}::uuid, ${times.lease / 1000}, ${MOST})`.execute(db.outsideReader());
    const ours = new Set(rows.map(({ id }) => id));
    await Promise.all([...held.keys()].filter((id) => !ours.has(id)).map(drop));
    for (const { id, account_id } of rows) if (!stopped) await follow(account_id, id);
  }

  async function follow(accountId: string, id: string): Promise<void> {
    try {
      const connection = await connections.of(accountId, id);
      const mailbox = connection && mailboxOf(connection);
      const wanted = connection && mailbox ? JSON.stringify([mailbox, connection.secrets, connection.settings]) : null;
      if (held.get(id)?.begunWith === wanted) return;
      await drop(id);
      if (connection && mailbox && wanted !== null && !stopped)
        held.set(id, { running: runMailbox(parts, mailbox, provingOf(connection)), begunWith: wanted });
    } catch (error) {
      log.error({ err: error, channelApplicationId: id }, 'a mailbox cannot be fetched: what is set of it cannot be read');
    }
  }

  async function drop(id: string): Promise<void> {
    const one = held.get(id);
    held.delete(id);
    await one?.running.stop();
  }

  const endListening = connections.onChange(() => wake.raise());
  const loop = (async () => {
    while (!stopped) {
      await look().catch((error: unknown) => log.error({ err: error }, 'which mailboxes are to be fetched could not be read'));
      await wake.wait(times.look);
    }
  })();

  return {
    async stop() {
      stopped = true;
      endListening();
      wake.raise();
      await loop;
      await Promise.all([...held.keys()].map(drop));
      // Another process need not wait for the lease to run out.
      await sql`select give_back_mailboxes(${lease}::uuid)`.execute(db.outsideReader()).catch(() => undefined);
    },
  };
}
