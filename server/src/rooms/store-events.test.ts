import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/database.ts';
import { someEmail } from '../../test/emails.ts';
import { givenAccount, givenRooms, messageId, type TestAccount, type TestRooms } from '../../test/people.ts';
import { newestEvents } from '../../test/reads.ts';
import { fileToSend, receiveUpload } from '../files/index.ts';
import { newId } from '../platform/clock.ts';
import { createInternalRoom } from './colleagues/internal-rooms.ts';
import type { Draft } from './draft.ts';
import { eventOfStored } from './event-view.ts';
import { storeEvents } from './lanes.ts';
import { receiveText } from './receive.ts';
import { inRooms } from './work.ts';

let database: TestDatabase;
let account: TestAccount;
let rooms: TestRooms;

beforeAll(async () => {
  database = await freshDatabase();
  account = await givenAccount(database.db);
  rooms = givenRooms(database.db);
});
afterAll(() => database.drop());

async function openRoom() {
  const visitor = await account.visitor('Maria');
  await receiveText(rooms.deps, { ...visitor, text: 'Hello', clientMessageId: messageId() });
  return visitor;
}

function message(visitor: Awaited<ReturnType<typeof openRoom>>, text: string, clientMessageId = messageId()): Draft {
  return {
    id: newId(),
    roomId: visitor.roomId,
    contactChannelId: visitor.contactChannelId,
    joinsConversation: true,
    kind: 'COMMUNICATION',
    type: 'MESSAGE',
    origin: 'CUSTOMER',
    originId: visitor.contactId,
    originName: null,
    clientMessageId,
    text,
  };
}

/** The same as a provider brings it. */
function received(visitor: Awaited<ReturnType<typeof openRoom>>, text: string, receipt = messageId()): Draft {
  const { clientMessageId: _, ...draft } = message(visitor, text);
  return { ...draft, receipt };
}

const store = (drafts: readonly Draft[]) => storeEvents(database.db.reader(account.accountId), drafts);

describe('an event', () => {
  it('is told when it is stored as it is read later, whatever it holds', async () => {
    const visitor = await openRoom();
    const [elena, dora] = [await account.agent('Elena'), await account.agent('Dora')];
    const { roomId } = visitor;
    const group = await inRooms(database.db, account.accountId, (tx) =>
      createInternalRoom(tx, elena, { users: [dora.userId], roomType: 'GROUP' }),
    );
    const awkward = 'She said "ten", \\ and left\n\u2028Довиждане 👋';
    const bare = { roomId, originId: null, originName: null } as const;
    const drafts: Draft[] = [
      message(visitor, awkward),
      { ...message(visitor, 'on its way'), origin: 'USER', originId: elena.userId, originName: `Elena "${awkward}"`, status: 'PENDING' },
      { ...bare, id: newId(), kind: 'COMMUNICATION', type: 'MESSAGE', origin: 'API', privateMessage: true, text: awkward },
      { ...bare, id: newId(), kind: 'COMMUNICATION', type: 'MESSAGE', origin: 'SYSTEM', roomId: group, text: 'among colleagues' },
      { ...bare, id: newId(), kind: 'SYSTEM', type: 'ROOM_NAME_UPDATED', origin: 'SYSTEM', modifiedValue: awkward, reason: 'byQueue' },
      { ...message(visitor, awkward), type: 'RICH_MEDIA', rich: { options: [{ text: awkward }], fallbackText: awkward } },
      { ...message(visitor, ''), type: 'UNSUPPORTED_MEDIA', unsupported: 'STICKER' },
      {
        ...message(visitor, awkward),
        type: 'EMAIL',
        details: { email: someEmail({ subject: `${awkward}\u0000\ud800`, content: awkward }) },
        html: `<p>\u0000${awkward}</p>`,
      },
      { ...message(visitor, ''), type: 'CALL', details: { startTime: '2026-11-02T09:21:00.000Z' } },
      {
        ...bare,
        id: newId(),
        kind: 'SYSTEM',
        type: 'PARTICIPANT_ADDED',
        origin: 'SYSTEM',
        modifiedParticipants: [{ id: newId(), type: 'USER', name: awkward }],
      },
    ];
    const judged = await store(drafts);
    expect(judged.map((one) => one.verdict)).toEqual(drafts.map(() => 'STORED'));
    const told = drafts.map((draft, at) => eventOfStored({ draft, judged: judged[at] as (typeof judged)[number] }));
    const on = database.db.reader(account.accountId);
    const read = await Promise.all([
      newestEvents(on, roomId, false, 100),
      newestEvents(on, roomId, true, 100),
      newestEvents(on, group, false, 100),
    ]);
    const byId = new Map(read.flatMap(({ content }) => content).map((event) => [event.id, event]));
    expect(drafts.map(({ id }) => byId.get(id))).toEqual(told);
  });
});

describe('store_events', () => {
  it('judges each draft of a batch by itself', async () => {
    const visitor = await openRoom();
    const other = await account.visitor('Nobody wrote yet');
    const judged = await store([
      message(visitor, 'one'),
      { ...message(visitor, 'elsewhere'), roomId: newId() },
      { ...message(visitor, 'foreign channel'), contactChannelId: other.contactChannelId },
      message(other, 'no conversation'),
      { ...message(visitor, 'unknown conversation'), joinsConversation: false, conversationId: newId() },
      { ...message(visitor, 'stranger'), origin: 'USER', originId: newId(), needs: 'PARTICIPANT' },
      message(visitor, 'two'),
    ]);
    expect(judged.map((one) => one.verdict)).toEqual([
      'STORED',
      'ROOM_NOT_FOUND',
      'CHANNEL_NOT_FOUND',
      'NO_CONVERSATION',
      'CONVERSATION_RESOLVED',
      'ROOM_NOT_FOUND',
      'STORED',
    ]);
    expect((judged[6]?.seq ?? 0) - (judged[0]?.seq ?? 0)).toBe(1);
    expect((judged[6]?.channel_seq ?? 0) - (judged[0]?.channel_seq ?? 0)).toBe(1);
  });

  it('answers a repeated draft with the first one’s places, in the same batch and later', async () => {
    const visitor = await openRoom();
    const key = messageId();
    const [first, again] = await store([message(visitor, 'once', key), message(visitor, 'once', key)]);
    const [later] = await store([message(visitor, 'once', key)]);
    expect(first?.verdict).toBe('STORED');
    for (const repeated of [again, later]) {
      expect(repeated).toMatchObject({
        verdict: 'DUPLICATE',
        event_id: first?.event_id,
        seq: first?.seq,
        change: first?.change,
        channel_seq: first?.channel_seq,
      });
    }
  });

  it('numbers what many writers store at once without hole or double, in room and channel', async () => {
    const visitor = await openRoom();
    const batches = Array.from({ length: 12 }, (_, batch) =>
      Array.from({ length: 25 }, (_, index) => message(visitor, `${batch}.${index}`)),
    );
    const judged = (await Promise.all(batches.map(store))).flat();
    const seqs = judged.map((one) => one.seq).sort((a, b) => a - b);
    const start = seqs[0] ?? 0;
    expect(seqs).toEqual(seqs.map((_, index) => start + index));
    const channelSeqs = judged.map((one) => one.channel_seq ?? 0).sort((a, b) => a - b);
    expect(channelSeqs).toEqual(channelSeqs.map((_, index) => 2 + index));
    const times = judged.toSorted((a, b) => a.seq - b.seq).map((one) => one.created_at);
    expect(times).toEqual(times.toSorted());
  });

  it('keeps its plans when a database that was empty grows: the last call costs no more than a few times the early ones', async () => {
    const visitor = await openRoom();
    const reader = database.db.reader(account.accountId);
    const costs: number[] = [];
    for (let call = 0; call < 60; call++) {
      const drafts = Array.from({ length: 10 }, (_, index) => message(visitor, `${call}.${index}`));
      const before = performance.now();
      await storeEvents(reader, drafts);
      costs.push(performance.now() - before);
    }
    const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
    // Medians of ten against the noise of a shared machine; a plan gone wrong costs tens of times as much.
    expect(median(costs.slice(-10))).toBeLessThan(5 * median(costs.slice(5, 15)) + 5);
  });

  it('stores lone surrogates as replacement characters instead of failing the batch', async () => {
    const visitor = await openRoom();
    const [judged] = await store([message(visitor, 'broken \ud83d emoji')]);
    const row = await database.db
      .reader(account.accountId)
      .selectFrom('events')
      .select('message')
      .where('id', '=', judged?.event_id ?? '')
      .executeTakeFirstOrThrow();
    expect(row.message).toMatchObject({ text: 'broken \ufffd emoji' });
  });
});

describe('store_events with files', () => {
  async function uploadOf(by: 'USER' | 'VISITOR', id: string): Promise<NonNullable<Draft['file']>> {
    const { files, db } = rooms.deps;
    const uploader = { by, accountId: account.accountId, id };
    const body = Readable.from([Buffer.from('words')]);
    const { fileId } = await receiveUpload(files, { uploader, name: 'a.txt', length: null, body, isCancelled: () => false });
    const { facts, uploaderId } = await fileToSend(db.reader(account.accountId), uploader, fileId);
    return { facts, uploaderId };
  }
  const withFile = (visitor: Awaited<ReturnType<typeof openRoom>>, file: NonNullable<Draft['file']>, key = messageId()): Draft => {
    const { text: _text, ...draft } = message(visitor, '', key);
    return { ...draft, type: 'FILE', file };
  };
  const verdictsOf = async (drafts: Draft[]) => (await store(drafts)).map(({ verdict }) => verdict);

  it('keeps the words that come with a file as the last words of its room', async () => {
    const [elena, visitor] = [await account.agent('Elena'), await openRoom()];
    const file = await uploadOf('USER', elena.userId);
    expect(await verdictsOf([{ ...withFile(visitor, file), text: 'The invoice' }])).toEqual(['STORED']);
    const rows = rooms.deps.db.reader(account.accountId).selectFrom('rooms').select('last_event').where('id', '=', visitor.roomId);
    expect((await rows.executeTakeFirstOrThrow()).last_event).toMatchObject({ type: 'FILE', text: 'The invoice' });
  });

  it('keeps an upload with the first event that brings it, and refuses it to all others', async () => {
    const elena = await account.agent('Elena');
    const [visitor, other] = [await openRoom(), await openRoom()];
    const [file, foreign] = [await uploadOf('USER', elena.userId), await uploadOf('USER', elena.userId)];
    const key = messageId();
    const drafts = [
      withFile(visitor, { ...file, uploaderId: newId() }),
      withFile({ ...visitor, contactChannelId: other.contactChannelId }, file),
      withFile(visitor, file, key),
      withFile(visitor, file, key),
      withFile(visitor, file),
      withFile(other, file),
      withFile(other, { ...foreign, facts: { ...foreign.facts, fileId: newId() } }),
      message(visitor, 'words between'),
    ];
    expect(await verdictsOf(drafts)).toEqual([
      'FILE_NOT_FOUND',
      'CHANNEL_NOT_FOUND',
      'STORED',
      'DUPLICATE',
      'FILE_ALREADY_SENT',
      'FILE_ALREADY_SENT',
      'FILE_NOT_FOUND',
      'STORED',
    ]);
    expect(await verdictsOf([withFile(visitor, file, key), withFile(visitor, file)])).toEqual(['DUPLICATE', 'FILE_ALREADY_SENT']);
    expect(await verdictsOf([withFile(other, foreign)])).toEqual(['STORED']);
  });

  it('of many who bring one upload into many rooms at once lets one have it', async () => {
    const elena = await account.agent('Elena');
    const visitors = await Promise.all(Array.from({ length: 6 }, openRoom));
    for (let round = 0; round < 5; round++) {
      const file = await uploadOf('USER', elena.userId);
      const judged = await Promise.all(visitors.map((visitor) => verdictsOf([message(visitor, 'before'), withFile(visitor, file)])));
      expect(judged.map(([, verdict]) => verdict).toSorted()).toEqual([...Array(5).fill('FILE_ALREADY_SENT'), 'STORED']);
      const events = await database.db
        .reader(account.accountId)
        .selectFrom('events')
        .select('message')
        .where('file_id', '=', file.facts.fileId)
        .execute();
      expect(events).toEqual([{ message: { type: 'FILE', text: null, privateMessage: false, ...file.facts } }]);
    }
  });
});

describe('store_events with receipts', () => {
  it('stores what bears the same receipt once, in a batch and later, beside drafts that bear none', async () => {
    const visitor = await openRoom();
    const receipt = messageId();
    const judged = await store([
      received(visitor, 'once', receipt),
      message(visitor, 'by a client'),
      received(visitor, 'once', receipt),
      received(visitor, 'another'),
    ]);
    expect(judged.map((one) => [one.ord, one.verdict])).toEqual([
      [0, 'STORED'],
      [1, 'STORED'],
      [2, 'DUPLICATE'],
      [3, 'STORED'],
    ]);
    const [later] = await store([received(visitor, 'once', receipt)]);
    for (const repeated of [judged[2], later])
      expect(repeated).toMatchObject({
        verdict: 'DUPLICATE',
        event_id: judged[0]?.event_id,
        seq: judged[0]?.seq,
        change: judged[0]?.change,
      });
    expect((judged[3]?.seq ?? 0) - (judged[0]?.seq ?? 0)).toBe(2);
  });

  it('keeps no receipt of what it refuses', async () => {
    const waiting = await account.visitor('Nobody wrote yet');
    const talking = await openRoom();
    const receipt = messageId();
    const judged = await store([received(waiting, 'no conversation yet', receipt), received(talking, 'goes through')]);
    expect(judged.map((one) => one.verdict)).toEqual(['NO_CONVERSATION', 'STORED']);
    const kept = await database.db
      .reader(account.accountId)
      .selectFrom('inbound_receipts')
      .select('event_id')
      .where('provider_message_id', '=', receipt)
      .execute();
    expect(kept).toEqual([]);
  });

  it('lets one of many have it that bring the same at once', async () => {
    const visitor = await openRoom();
    const receipt = messageId();
    const judged = await Promise.all(Array.from({ length: 6 }, () => store([received(visitor, 'at once', receipt)])));
    const verdicts = judged.map(([one]) => one?.verdict).sort();
    expect(verdicts).toEqual(['DUPLICATE', 'DUPLICATE', 'DUPLICATE', 'DUPLICATE', 'DUPLICATE', 'STORED']);
    expect(new Set(judged.map(([one]) => one?.event_id)).size).toBe(1);
  });
});
