import { calls, requireAccount } from '../../accounts/index.ts';
import { doerOf, openToRead, recordDeed } from '../../audit/index.ts';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { problem } from '../../platform/problem.ts';
import { rateShares } from '../../platform/rate-shares.ts';
import type { RoomsDeps } from '../../rooms/index.ts';
import type { Adapter } from './adapter.ts';
import type { Connection, Connections } from './connections.ts';
import { keepTest, oneHealth, readHealth } from './health.ts';
import { listKeptMails, oneKeptMail, runMailAgain } from './kept-mails.ts';
import { askedOf } from './provider-answer.ts';
import { listQuarantined, oneQuarantined, runAgain } from './quarantine.ts';
import { sendTestMessage } from './test-message.ts';

/** A provider that does not answer a connection test within this is not reachable. */
const TEST_WITHIN = 15_000;

interface HealthParts {
  db: Database;
  rooms: RoomsDeps;
  log: Log;
  connections: Connections;
  adapterOf(type: string): Adapter | undefined;
}

interface Of {
  accountId: string;
  channelApplicationId: string;
}

/** How it stands with the ends of channels, for an account's admins and for super admins. */
export function channelHealthApi(parts: HealthParts) {
  const { db, rooms, log, connections, adapterOf } = parts;
  // Each asks a provider, and a message costs money.
  const tries = rateShares.limit('tries of channels', { perSecond: 0.2, burst: 10 });
  const hasProvider = (type: string) => rooms.channels.of(type) !== undefined;

  async function endOf({ accountId, channelApplicationId }: Of): Promise<Connection> {
    const connection = await connections.of(accountId, channelApplicationId);
    if (!connection) throw problem('CHANNEL_NOT_FOUND');
    return connection;
  }
  function adapterFor({ type }: Connection): Adapter {
    const adapter = adapterOf(type);
    if (!adapter) throw problem('CHANNEL_NOT_CONNECTED');
    return adapter;
  }
  /** Of a mailbox what came in lies as mails. */
  const mailboxOf = ({ accountId, channelApplicationId, type }: Connection) =>
    type === 'EMAIL' ? { db, files: rooms.files, accountId, channelApplicationId } : null;
  const entityOf = ({ channelApplicationId: id, name }: Connection) => ({ type: 'CHANNEL', id, name }) as const;

  return {
    list: calls.channelHealth.list.handler(async ({ context, input: { params } }) => {
      await openToRead(db, context, params.accountId, { type: 'CHANNELS', id: null, name: '' });
      return { content: await readHealth(db.reader(params.accountId), hasProvider) };
    }),
    one: calls.channelHealth.one.handler(async ({ context, input: { params } }) => {
      await requireAccount(db, context.actor, params.accountId);
      await openToRead(db, context, params.accountId, entityOf(await endOf(params)));
      return oneHealth(db.reader(params.accountId), hasProvider, params.channelApplicationId);
    }),
    test: calls.channelHealth.test.handler(async ({ context, input: { params } }) => {
      await requireAccount(db, context.actor, params.accountId);
      const connection = await endOf(params);
      const adapter = adapterFor(connection);
      tries.take(params.accountId);
      const outcome = await askedOf((signal) => adapter.test(connection, signal), TEST_WITHIN);
      const kept = await keepTest(db.reader(params.accountId), params.accountId, connection.channelApplicationId, outcome);
      rooms.outbox.raise();
      return kept;
    }),
    sendTest: calls.channelHealth.sendTest.handler(async ({ context, input: { params, body } }) => {
      await requireAccount(db, context.actor, params.accountId);
      const connection = await endOf(params);
      const adapter = adapterFor(connection);
      tries.take(params.accountId);
      await db.inAccount(params.accountId, (tx) =>
        recordDeed(tx, doerOf(context), { kind: 'CHANNEL_TEST_SENT', entity: entityOf(connection), after: { to: body.to } }),
      );
      return sendTestMessage(adapter, connection, body, log);
    }),
    quarantine: calls.channelHealth.quarantine.handler(async ({ context, input: { params, query } }) => {
      await requireAccount(db, context.actor, params.accountId);
      const connection = await endOf(params);
      await openToRead(db, context, params.accountId, entityOf(connection));
      const mailbox = mailboxOf(connection);
      if (mailbox !== null) return listKeptMails(mailbox, query.kept === 'PUT_ASIDE' ? 'IGNORED' : 'QUARANTINED', query);
      if (query.kept === 'PUT_ASIDE') return { content: [], last: true };
      return listQuarantined(db.reader(params.accountId), params.channelApplicationId, query);
    }),
    original: calls.channelHealth.original.handler(async ({ context, input: { params } }) => {
      await requireAccount(db, context.actor, params.accountId);
      const connection = await endOf(params);
      await openToRead(db, context, params.accountId, entityOf(connection));
      const mailbox = mailboxOf(connection);
      if (mailbox !== null) return oneKeptMail(mailbox, params.deliveryId);
      return oneQuarantined(db.reader(params.accountId), params.channelApplicationId, params.deliveryId);
    }),
    runAgain: calls.channelHealth.runAgain.handler(async ({ context, input: { params } }) => {
      await requireAccount(db, context.actor, params.accountId);
      const connection = await endOf(params);
      const mailbox = mailboxOf(connection);
      const outcome =
        mailbox === null
          ? await runAgain({ db, rooms, adapterOf }, connection, params.deliveryId)
          : await runMailAgain(mailbox, params.deliveryId);
      await db.inAccount(params.accountId, (tx) =>
        recordDeed(tx, doerOf(context), {
          kind: 'CHANNEL_DELIVERY_RUN_AGAIN',
          entity: entityOf(connection),
          after: { deliveryId: params.deliveryId, released: outcome.released },
        }),
      );
      return outcome;
    }),
  };
}
