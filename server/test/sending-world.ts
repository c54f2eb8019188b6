import { Readable } from 'node:stream';
import type { Email, MailboxSettings, SendEmail } from '@parley/contract';
import type { Actor } from '../src/accounts/index.ts';
import { emailAdapter } from '../src/channels/email/email-adapter.ts';
import { incomingTest } from '../src/channels/email/fetching/test-incoming.ts';
import { openReach, type Reach } from '../src/channels/email/reach.ts';
import { outgoingTest } from '../src/channels/email/sending/test-outgoing.ts';
import { openSigningIn } from '../src/channels/email/signing-in.ts';
import { type Connections, providerSecrets } from '../src/channels/providers/index.ts';
import { receiveUpload } from '../src/files/index.ts';
import { newId } from '../src/platform/clock.ts';
import { openLog } from '../src/platform/log.ts';
import { startDelivering } from '../src/rooms/delivery/deliver.ts';
import { receiveFromProvider } from '../src/rooms/inbound/receive-from-provider.ts';
import { sendEmail, takeAs } from '../src/rooms/index.ts';
import { freshDatabase, type TestDatabase } from './database.ts';
import { someEmail } from './emails.ts';
import { deliveryShown, until } from './loop-back/customers.ts';
import { givenAccount, givenRooms, messageId, type TestAccount, type TestRooms } from './people.ts';
import { givenEnd, givenProviders, providersKey, type TestProviders } from './providers.ts';

/** A customer who has written to a mailbox, and how they are answered. */
export interface MailCustomer {
  roomId: string;
  channelId: string;
  address: string;
  /** @returns the event's id */
  answer(written?: Partial<SendEmail>): Promise<string>;
  /** They write. */
  write(parts?: Partial<Email>, html?: string | null): Promise<void>;
}

/** An account whose e-mails go out as the product sends them. */
export interface SendingWorld {
  database: TestDatabase;
  account: TestAccount;
  rooms: TestRooms;
  elena: Actor;
  providers: TestProviders;
  connections: Connections;
  /** @returns the mailbox's id */
  mailbox(
    port: number,
    more?: { sender?: string; name?: string; settings?: Partial<MailboxSettings>; secrets?: Record<string, string> },
  ): Promise<string>;
  customer(mailboxId: string, parts?: Partial<Email>): Promise<MailCustomer>;
  upload(bytes: Buffer, name: string): Promise<string>;
  shown(eventId: string, expected: string, withinMs?: number): Promise<unknown>;
  emailOf(eventId: string): Promise<Email>;
  close(): Promise<void>;
}

/** What signs addresses that lead back. */
export const threadsKey = Buffer.alloc(32, 7);

let count = 0;

export async function sendingWorld(
  more: { microsoftLoginUrl?: string; reach?: Reach; patience?: { forMs: number; waits: readonly number[] } } = {},
): Promise<SendingWorld> {
  const database = await freshDatabase();
  const { db } = database;
  const rooms = givenRooms(db);
  const account = await givenAccount(db);
  const elena = await account.agent('Elena');
  const { accountId } = account;
  const log = openLog('silent');
  const reach = more.reach ?? openReach(() => true);
  const signingIn = openSigningIn({
    db,
    secrets: providerSecrets(providersKey()),
    microsoftLoginUrl: more.microsoftLoginUrl ?? 'http://127.0.0.1:9',
  });
  const servers = { testOutgoing: outgoingTest(reach), testIncoming: incomingTest(reach), signingIn };
  const patience = more.patience ?? { forMs: 20_000, waits: [50, 100] };
  const providers = await givenProviders(rooms, [emailAdapter({ reach, signingIn, servers, key: threadsKey }, patience)]);
  const delivering = startDelivering(rooms.deps, log, () => 100);

  return {
    database,
    account,
    rooms,
    elena,
    providers,
    connections: providers.connections,
    async mailbox(port, { sender = `support${++count}@shop.example`, name = 'Shop support', settings = {}, secrets } = {}) {
      const outgoing = { host: '127.0.0.1', port, useSsl: false, username: 'support' };
      const { id } = await givenEnd(db, account, {
        type: 'EMAIL',
        name,
        sender,
        settings: { direction: 'OUTGOING', outgoing, authentication: 'PASSWORD', ...settings },
        secrets: secrets ?? { outgoingPassword: 'a-password' },
      });
      return id;
    },
    async customer(mailboxId, parts = {}) {
      const address = `maria${++count}@home.example`;
      const write = async (written: Partial<Email> = {}, html: string | null = null) => {
        const email = someEmail({ id: `<${newId()}@home.example>`, from: `Maria <${address}>`, ...written });
        await receiveFromProvider(rooms.deps, {
          accountId,
          channelApplicationId: mailboxId,
          channelType: 'EMAIL',
          providerMessageId: messageId(),
          address,
          name: 'Maria',
          text: '',
          content: { type: 'EMAIL', email, html },
        });
      };
      await write(parts);
      const channel = await db
        .reader(accountId)
        .selectFrom('contact_channels')
        .select(['id', 'room_id'])
        .where('channel_application_id', '=', mailboxId)
        .where('address', '=', address)
        .executeTakeFirstOrThrow();
      const roomId = channel.room_id as string;
      await takeAs(rooms.deps, elena, roomId);
      return {
        roomId,
        channelId: channel.id,
        address,
        write,
        answer: async (written = {}) =>
          (await sendEmail(rooms.deps, elena, { roomId, channelId: channel.id, clientMessageId: messageId(), text: 'Gladly.', ...written }))
            .eventId,
      };
    },
    async upload(bytes, name) {
      const uploader = { by: 'USER', accountId, id: elena.userId } as const;
      const body = Readable.from([bytes]);
      return (await receiveUpload(rooms.deps.files, { uploader, name, length: null, body, isCancelled: () => false })).fileId;
    },
    shown: (eventId, expected, withinMs) =>
      until(
        () => deliveryShown(db, accountId, eventId),
        (now) => now === expected,
        withinMs,
      ),
    async emailOf(eventId) {
      const row = await db.reader(accountId).selectFrom('events').select('details').where('id', '=', eventId).executeTakeFirstOrThrow();
      return (row.details as { email: Email }).email;
    },
    async close() {
      await delivering.stop();
      await rooms.deps.lanes.drained();
      await providers.close();
      await database.drop();
    },
  };
}
