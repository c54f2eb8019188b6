import { randomBytes } from 'node:crypto';
import type { Email, EventDetails, MailboxSettings } from '@parley/contract';
import { sql } from 'kysely';
import { FETCHING_TIMES, type FetchingParts } from '../src/channels/email/fetching/mailbox.ts';
import { storeMail } from '../src/channels/email/fetching/store-mail.ts';
import { openReach } from '../src/channels/email/reach.ts';
import { readInWorker } from '../src/channels/email/reading/read-in-worker.ts';
import { startReceivingMail } from '../src/channels/email/receiving/receive-mails.ts';
import type { ReceivingParts } from '../src/channels/email/receiving/work-on-mail.ts';
import type { Claiming } from '../src/platform/claiming.ts';
import { openLog } from '../src/platform/log.ts';
import { createSignal } from '../src/platform/signal.ts';
import { startDelivering } from '../src/rooms/delivery/deliver.ts';
import { freshDatabase, type TestDatabase } from './database.ts';
import { givenFiles, type TestFiles } from './files.ts';
import { loopBack } from './loop-back/channel.ts';
import { until } from './loop-back/customers.ts';
import { startProvider } from './loop-back/provider.ts';
import { givenAccount, givenRooms, type TestAccount, type TestRooms } from './people.ts';
import { givenEnd } from './providers.ts';

/** A mail as somebody writes it: headers by name, and what it says. */
export interface Written {
  headers: Record<string, string>;
  body?: string;
}

/** What became of a mail. */
export interface Became {
  id: string;
  state: string;
  reason: string | null;
  eventId: string | null;
  roomId: string | null;
  tries: number;
}

/** An event of the account, as far as these tests ask. */
export interface MailEvent {
  id: string;
  roomId: string;
  conversationId: string | null;
  contactChannelId: string;
  origin: string;
  originId: string | null;
  originName: string | null;
  status: string | null;
  reason: string | null;
  email: Email;
}

/** An account whose mails are received as the product does. */
export interface ReceivedMails {
  database: TestDatabase;
  account: TestAccount;
  rooms: TestRooms;
  files: TestFiles;
  key: Buffer;
  parts: ReceivingParts;
  /** @returns the mailbox's id */
  mailbox(address: string, settings?: Partial<MailboxSettings>): Promise<string>;
  /** Fetched and stored, and no more. @returns the row's id */
  store(mailboxId: string, mail: Written | Uint8Array): Promise<string>;
  /** The same, and worked on to its end. */
  receive(mailboxId: string, mail: Written | Uint8Array): Promise<Became>;
  became(id: string): Promise<Became>;
  event(id: string | null): Promise<MailEvent>;
  /** Of one room, or of the account, in their order. */
  emails(roomId?: string): Promise<MailEvent[]>;
  /** Everybody who is known, by name and the addresses that they have. */
  contacts(): Promise<{ name: string; addresses: string[] }[]>;
  close(): Promise<void>;
}

let numbers = 0;
/** Bytes of a mail; what is not said of it is made up, each time otherwise. */
export function mailOf({ headers, body = 'Hello' }: Written): Uint8Array {
  numbers += 1;
  const usual: Record<string, string> = {
    From: 'Maria <maria@customer.test>',
    To: 'support@shop.test',
    Subject: `A lamp ${numbers}`,
    'Message-ID': `<made-up-${process.pid}-${numbers}@customer.test>`,
    Date: 'Mon, 30 Nov 2026 10:00:00 +0000',
  };
  const all = { ...usual, ...headers };
  const lines = Object.entries(all).flatMap(([name, value]) => (value === '' ? [] : [`${name}: ${value}`]));
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}\r\n`);
}

interface Options {
  /** Bytes of the largest file that is kept. */
  limit?: number;
  read?: ReceivingParts['read'];
  /** Whether mails are worked on here; left out: yes. */
  receives?: boolean;
}

export async function receivedMails({ limit, read = readInWorker, receives = true }: Options = {}): Promise<ReceivedMails> {
  const database = await freshDatabase();
  const { db } = database;
  const files = givenFiles(db, limit === undefined ? {} : { limit });
  const rooms = givenRooms(db, files);
  const account = await givenAccount(db);
  const log = openLog('silent');
  const key = randomBytes(32);
  const mailbag = createSignal();
  const parts: ReceivingParts = { rooms: rooms.deps, files, log, read, key };
  const provider = await startProvider({ knowsKeys: false });
  rooms.deps.channels.register(loopBack({ type: 'EMAIL', origin: provider.origin, takesKey: false }));
  const running: Claiming[] = [startDelivering(rooms.deps, log), ...(receives ? [startReceivingMail(parts, mailbag)] : [])];
  const fetching: FetchingParts = {
    db,
    files,
    log,
    reach: openReach(() => true),
    times: FETCHING_TIMES,
    mostBytes: 50 * 1024 * 1024,
    stored: () => mailbag.raise(),
  };
  const { accountId } = account;
  const on = () => db.reader(accountId);
  let uid = 0;
  const eventsOf = async (where: ReturnType<typeof sql<boolean>>): Promise<MailEvent[]> => {
    const { rows } = await sql<Omit<MailEvent, 'email'> & { details: EventDetails }>`
      select e.id, e.room_id "roomId", e.conversation_id "conversationId", e.contact_channel_id "contactChannelId", e.origin_type origin,
        e.origin_id "originId", e.origin_name "originName", e.status, e.reason, e.details
      from events e where e.type = 'EMAIL' and ${where} order by e.room_id, e.seq`.execute(on());
    return rows.map(({ details, ...event }) => ({ ...event, email: details.email as Email }));
  };
  const world: ReceivedMails = {
    database,
    account,
    rooms,
    files,
    key,
    parts,
    mailbox: async (address, settings = {}) =>
      (await givenEnd(db, account, { type: 'EMAIL', name: address, sender: address, settings: { direction: 'BOTH', ...settings } })).id,
    async store(mailboxId, mail) {
      const source = mail instanceof Uint8Array ? mail : mailOf(mail);
      uid += 1;
      const place = { by: 'IMAP', folder: 'INBOX', uidValidity: 1, uid } as const;
      const mailbox = {
        accountId,
        channelApplicationId: mailboxId,
        server: { type: 'IMAP', host: '127.0.0.1', port: 993, useSsl: true, username: '' },
        after: 'KEEP',
        moveTo: '',
      } as const;
      await storeMail(fetching, mailbox, { source, place, receivedAt: new Date(), size: source.length, cut: false });
      const row = await on()
        .selectFrom('mails')
        .select('id')
        .where('channel_application_id', '=', mailboxId)
        .orderBy('place', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow();
      return row.id;
    },
    async receive(mailboxId, mail) {
      const id = await world.store(mailboxId, mail);
      return until(
        () => world.became(id),
        ({ state }) => state !== 'WAITING',
        20_000,
      );
    },
    async became(id) {
      const row = await on().selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      return { id, state: row.state, reason: row.reason, eventId: row.event_id, roomId: row.room_id, tries: row.tries };
    },
    async event(id) {
      const [event] = await eventsOf(sql<boolean>`e.id = ${id}::uuid`);
      if (!event) throw new Error('there is no such event');
      return event;
    },
    emails: (roomId) => eventsOf(roomId === undefined ? sql<boolean>`true` : sql<boolean>`e.room_id = ${roomId}::uuid`),
    async contacts() {
      const { rows } = await sql<{ name: string; addresses: string[] }>`
        select btrim(c.first_name || ' ' || c.last_name) name, array_agg(ch.address order by ch.address) addresses
        from contacts c join contact_channels ch on ch.contact_id = c.id group by c.id order by min(ch.address)`.execute(on());
      return rows;
    },
    async close() {
      await Promise.all(running.map((one) => one.stop()));
      await rooms.deps.lanes.drained();
      await provider.close();
      await database.drop();
    },
  };
  return world;
}
