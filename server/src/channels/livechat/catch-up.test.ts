import { Readable } from 'node:stream';
import type { VisitorEvent, VisitorReceives } from '@parley/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../../test/database.ts';
import { givenFiles } from '../../../test/files.ts';
import { givenAccount, messageId, type TestAccount } from '../../../test/people.ts';
import type { Actor } from '../../accounts/index.ts';
import { fileToSend, receiveUpload } from '../../files/index.ts';
import { createLocalBus } from '../../platform/bus.ts';
import { newId } from '../../platform/clock.ts';
import { createHub, type Hub } from '../../platform/hub.ts';
import { openLog } from '../../platform/log.ts';
import { Problem } from '../../platform/problem.ts';
import {
  advanceDelivery,
  type CustomerPushes,
  inRooms,
  openRooms,
  type RoomsDeps,
  receiveText,
  resolveAs,
  roomFrames,
  sendFile,
  sendNote,
  sendText,
  subject,
  takeAs,
} from '../../rooms/index.ts';
import { routeByDefaultQueue } from '../../routing/index.ts';
import { visitorHistory } from './history.ts';
import { visitorPushes } from './index.ts';
import { channelOfSession } from './session.ts';

let database: TestDatabase;
let hub: Hub;
let rooms: RoomsDeps;
let account: TestAccount;
let elena: Actor;
let pushes: CustomerPushes;

beforeAll(async () => {
  database = await freshDatabase();
  const { db } = database;
  const log = openLog('silent');
  const bus = createLocalBus();
  hub = createHub(bus);
  pushes = visitorPushes({ db, hub, log });
  rooms = openRooms({ db, hub, log, files: givenFiles(db), customers: pushes });
  routeByDefaultQueue(db, bus);
  account = await givenAccount(db);
  elena = await account.agent('Elena');
});
afterAll(() => database.drop());

type Customer = Awaited<ReturnType<TestAccount['visitor']>>;
interface Visit {
  customer: Customer;
  sessionId: string;
}

/** A session of a channel, which bears the session's own id. */
async function sessionOf(customer: Customer): Promise<Visit> {
  const row = {
    id: customer.contactChannelId,
    account_id: account.accountId,
    widget_id: account.widgetId,
    secret_hash: Buffer.from(newId()),
    contact_channel_id: customer.contactChannelId,
  };
  await database.db.inAccount(account.accountId, (tx) => tx.insertInto('visitor_sessions').values(row).execute());
  return { customer, sessionId: customer.contactChannelId };
}
/** The same contact in another session: another channel of the same room. */
async function sessionBeside({ customer }: Visit): Promise<Visit> {
  const id = newId();
  await database.db.inAccount(account.accountId, (tx) =>
    tx
      .insertInto('contact_channels')
      .values({
        id,
        account_id: account.accountId,
        contact_id: customer.contactId,
        room_id: customer.roomId,
        channel_application_id: account.widgetId,
        type: 'LIVECHAT',
        address: id,
      })
      .execute(),
  );
  return sessionOf({ ...customer, contactChannelId: id });
}

const KINDS = [
  'says',
  'sendsFile',
  'answered',
  'answeredByFile',
  'noted',
  'taken',
  'resolved',
  'delivered',
  'seen',
  'seenByAgent',
] as const;
interface Step {
  kind: (typeof KINDS)[number];
  /** In this visitor's session, or in another one of the same contact. */
  elsewhere: boolean;
  fate: 'heard' | 'twice' | 'late' | 'lost';
}
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...KINDS, 'says', 'answered'),
  elsewhere: fc.boolean(),
  fate: fc.constantFrom('heard', 'twice', 'late', 'lost'),
});

const nowhere = { write: () => {}, close: () => {} };
const clientOf = (actor: Actor) => ({ socket: nowhere, actor, signedInUntil: Number.POSITIVE_INFINITY, sessionId: null, isGone: false });

async function uploaded(uploader: Parameters<typeof receiveUpload>[1]['uploader']): Promise<string> {
  const body = Readable.from([Buffer.from('words')]);
  return (await receiveUpload(rooms.files, { uploader, name: 'a.txt', length: null, body, isCancelled: () => false })).fileId;
}

async function act({ kind }: Step, { customer, sessionId }: Visit): Promise<void> {
  const { roomId, contactChannelId } = customer;
  const write = { clientMessageId: messageId(), roomId, channelId: contactChannelId };
  const report = (status: 'DELIVERED' | 'SEEN') =>
    inRooms(database.db, account.accountId, (tx) =>
      advanceDelivery(rooms, tx, account.accountId, { roomId, contactChannelId, upTo: 9999, status }),
    );
  const work: Record<Step['kind'], () => Promise<unknown>> = {
    says: () => receiveText(rooms, { ...customer, text: `${sessionId} says`, clientMessageId: write.clientMessageId }),
    async sendsFile() {
      const uploader = { by: 'VISITOR', accountId: account.accountId, id: sessionId } as const;
      const file = await fileToSend(database.db.reader(account.accountId), uploader, await uploaded(uploader));
      await receiveText(rooms, { ...customer, text: null, file, clientMessageId: write.clientMessageId });
    },
    answered: () => sendText(rooms, elena, { ...write, text: `to ${sessionId}` }),
    async answeredByFile() {
      const fileId = await uploaded({ by: 'USER', accountId: account.accountId, id: elena.userId });
      await sendFile(rooms, elena, 'FILE', { ...write, fileId, text: null });
    },
    noted: () => sendNote(rooms, elena, { clientMessageId: write.clientMessageId, roomId, text: 'a secret' }),
    taken: () => takeAs(rooms, elena, roomId),
    resolved: () => resolveAs(rooms, elena, roomId),
    delivered: () => report('DELIVERED'),
    seen: () => report('SEEN'),
    async seenByAgent() {
      const last = await database.db
        .reader(account.accountId)
        .selectFrom('events')
        .select('id')
        .where('room_id', '=', roomId)
        .where('kind', '=', 'COMMUNICATION')
        .orderBy('seq', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (last) await roomFrames(rooms).Seen?.(clientOf(elena), { clientStatus: 'SEEN', roomId, roomEventId: last.id });
    },
  };
  await work[kind]().catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
  });
  await rooms.lanes.drained();
}

/** Ends when everything that was to be told has been: pushes to visitors go out one after another. */
async function told(): Promise<void> {
  const channel = newId();
  await new Promise<void>((resolve) => {
    const socket = { write: () => resolve(), close: () => {} };
    hub.join(socket, [subject.contactChannel(channel)]);
    pushes.agentsMessages(channel, 0, 'SEEN', '');
  });
}

type Frame = Pick<VisitorReceives, 'type' | 'payload'>;
const RANK = { SENT: 0, ERROR: 1, DELIVERED: 2, SEEN: 3 } as const;

/** The plainest chat that keeps to the wire's rules: events by their place, statuses that only move on. */
class Chat {
  readonly events = new Map<number, VisitorEvent>();

  #put(event: VisitorEvent): void {
    const held = this.events.get(event.channelSeq);
    const status = held && RANK[held.status] > RANK[event.status] ? held.status : event.status;
    this.events.set(event.channelSeq, { ...event, status });
  }

  hear({ type, payload }: Frame): void {
    if (type === 'MessageStatus') {
      const { from, channelSeq, status } = payload as Extract<VisitorReceives, { type: 'MessageStatus' }>['payload'];
      for (const event of this.events.values()) {
        const isOfTheirs = (event.from === 'VISITOR') === (from === 'VISITOR');
        if (isOfTheirs && event.channelSeq <= channelSeq && RANK[status] > RANK[event.status]) {
          this.events.set(event.channelSeq, { ...event, status });
        }
      }
    } else if ('event' in payload) this.#put(payload.event);
  }

  /** Reads the newest page, and older ones until what is held has no hole. */
  async comeBack({ sessionId }: Visit): Promise<void> {
    let before: number | null = null;
    for (;;) {
      const page = await visitorHistory(database.db, { accountId: account.accountId, sessionId }, before);
      for (const event of page.content) this.#put(event);
      const seqs = [...this.events.keys()].sort((a, b) => a - b);
      const hasHole = seqs.length > 0 && (seqs.at(-1) as number) - (seqs[0] as number) + 1 !== seqs.length;
      if (page.last || !hasHole) return;
      before = page.content[0]?.channelSeq ?? null;
    }
  }

  list(): VisitorEvent[] {
    return [...this.events.values()].sort((a, b) => a.channelSeq - b.channelSeq);
  }
}

/** What the rows say that a visitor may know: every word of this channel that is no note, in its own numbers. */
async function rowsOf({ customer }: Visit) {
  const rows = await database.db
    .reader(account.accountId)
    .selectFrom('events')
    .select(['id', 'channel_seq'])
    .where('contact_channel_id', '=', customer.contactChannelId)
    .where('kind', '=', 'COMMUNICATION')
    .where('private', '=', false)
    .orderBy('channel_seq')
    .execute();
  return rows.map(({ id, channel_seq }) => [id, channel_seq]);
}

it('brings a visitor from any gap to what a fresh reading gives, of their own channel and session alone', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 10 }), fc.array(step, { minLength: 1, maxLength: 25 }), async (before, gap) => {
      const here = await sessionOf(await account.visitor('Maria'));
      const beside = await sessionBeside(here);
      const doing = async (one: Step) => act(one, one.elsewhere ? beside : here);
      await act({ kind: 'says', elsewhere: false, fate: 'heard' }, here);
      await act({ kind: 'taken', elsewhere: false, fate: 'heard' }, here);
      for (const one of before) await doing(one);
      await told();
      const chat = new Chat();
      await chat.comeBack(here);
      const pushed: Frame[] = [];
      const socket = { write: (text: string) => void pushed.push(JSON.parse(text)), close: () => {} };
      hub.join(socket, [subject.contactChannel(channelOfSession(here.sessionId))]);
      const late: Frame[] = [];
      let heard = 0;
      for (const one of gap) {
        await doing(one);
        await told();
        const frames = pushed.slice(heard);
        heard = pushed.length;
        for (const frame of one.fate === 'twice' ? [...frames, ...frames] : frames) {
          if (one.fate === 'late') late.push(frame);
          else if (one.fate !== 'lost') chat.hear(frame);
        }
      }
      for (const frame of late.toReversed()) chat.hear(frame);
      hub.leave(socket);
      await chat.comeBack(here);

      const fresh = new Chat();
      await fresh.comeBack(here);
      expect(chat.list().slice(-fresh.list().length)).toEqual(fresh.list());
      const rows = await rowsOf(here);
      expect(chat.list().map(({ id, channelSeq }) => [id, channelSeq])).toEqual(rows.slice(-chat.list().length));
      expect(chat.list().map(({ channelSeq }) => channelSeq)).toEqual(
        chat.list().map((_, index) => (chat.list()[0]?.channelSeq ?? 1) + index),
      );
      // Of notes and of the other session nothing was told, in no frame and no page.
      const everything = JSON.stringify([pushed, chat.list()]);
      for (const secret of ['a secret', beside.sessionId, here.customer.roomId, '"change"', '"seq"'])
        expect(everything).not.toContain(secret);
      expect((await visitorHistory(database.db, { accountId: account.accountId, sessionId: here.sessionId }, null)).lastChannelSeq).toBe(
        chat.list().at(-1)?.channelSeq,
      );
    }),
    { numRuns: 15 },
  );
}, 300_000);
