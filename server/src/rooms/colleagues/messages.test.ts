import { EARLIER_WORDS_LIMIT, type EventSince, type RoomEvent } from '@parley/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../../test/database.ts';
import { givenAccount, givenRooms, messageId, type TestAccount, type TestRooms } from '../../../test/people.ts';
import { newestEvents } from '../../../test/reads.ts';
import type { Actor } from '../../accounts/index.ts';
import { newId } from '../../platform/clock.ts';
import { Problem } from '../../platform/problem.ts';
import { takeAs } from '../acting.ts';
import { assignByPerson } from '../assign.ts';
import { pinNote, pinnedNotes } from '../pinned-notes.ts';
import { catchUp } from '../reading/catch-up.ts';
import { readCounters } from '../reading/counters.ts';
import { listRooms } from '../reading/list.ts';
import { readRooms, readRoomViews } from '../reading/room-view.ts';
import { receiveText } from '../receive.ts';
import { sendNote, sendText } from '../send.ts';
import { inRooms } from '../work.ts';
import { deleteMessage } from './delete-message.ts';
import { earlierWords, editMessage } from './edit-message.ts';
import { starRoom, unfollowRoom } from './following.ts';
import { createInternalRoom } from './internal-rooms.ts';
import { mentionablePeople } from './mentions.ts';
import { react } from './react.ts';

let database: TestDatabase;
let rooms: TestRooms;
let account: TestAccount;
let elena: Actor;
let dora: Actor;
let petar: Actor;
let sava: Actor;
/** A customer's room, held by Elena. */
let external: string;
let channelId: string;
let visitor: Awaited<ReturnType<TestAccount['visitor']>>;
/** Elena and Dora. */
let pair: string;

beforeAll(async () => {
  database = await freshDatabase();
  rooms = givenRooms(database.db);
});
afterAll(() => database.drop());
beforeEach(async () => {
  account = await givenAccount(database.db);
  [elena, dora] = [await account.agent('Elena'), await account.agent('Dora')];
  petar = await account.agent('Petar', { role: 'supervisor', inQueue: false });
  sava = await account.agent('Sava', { role: 'admin', inQueue: false });
  visitor = await account.visitor('Maria');
  [external, channelId] = [visitor.roomId, visitor.contactChannelId];
  await receiveText(rooms.deps, { ...visitor, text: 'Where is my parcel?\nThank you', clientMessageId: messageId() });
  await takeAs(rooms.deps, elena, external);
  pair = await inRooms(database.db, account.accountId, (tx) =>
    createInternalRoom(tx, elena, { users: [dora.userId], roomType: 'INTERNAL' }),
  );
});

const on = () => database.db.reader(account.accountId);
const refused = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing',
    (error: unknown) => (error instanceof Problem ? error.key : error),
  );
const note = (by: Actor, text: string, more: object = {}) =>
  sendNote(rooms.deps, by, { clientMessageId: messageId(), roomId: external, text, ...more });
const say = (by: Actor, text: string, more: object = {}) =>
  sendText(rooms.deps, by, { clientMessageId: messageId(), roomId: pair, channelId: 'internal', text, ...more });
const eventsOf = async (roomId: string, isPrivate = false) => (await newestEvents(on(), roomId, isPrivate, 50)).content;
const eventOf = async (roomId: string, eventId: string, isPrivate = false): Promise<RoomEvent> => {
  const found = (await eventsOf(roomId, isPrivate)).find(({ id }) => id === eventId);
  if (found === undefined) throw new Error('no such event');
  return found;
};
/** What each of these is refused with; the same for all. */
const allRefused = async (...works: Promise<unknown>[]) => [...new Set(await Promise.all(works.map(refused)))];
const at = (roomId: string, { eventId }: { eventId: string }) => ({ roomId, eventId });
const words = (text: string) => ({ text, mentions: [] });
const namedElena = (text: string) => ({
  text,
  mentions: [{ userId: elena.userId, from: text.indexOf('@'), length: '@Elena Test'.length }],
});
const LISTED = { page: 0, size: 10, sort: 'lastEventTimestamp,desc', include: 'PARTICIPANTS', room_state: 'ASSIGNED' } as const;
const roomOf = async (roomId: string) => (await readRooms(on(), [roomId]))[0];

describe('what was said among colleagues', () => {
  it('is edited by its writer alone: what it said before stays to be read, and the change is told as one of the room', async () => {
    const sent = await say(elena, 'See you at tne');
    await rooms.deps.lanes.drained();
    const screen = await rooms.screenOf(dora);
    const before = (await roomOf(pair))?.change ?? 0;
    const frame = await editMessage(rooms.deps, elena, at(pair, sent), words('See you at ten'));
    expect(frame).toMatchObject({
      change: before + 1,
      again: true,
      event: { change: before + 1, eventData: { message: { text: 'See you at ten' } } },
    });
    expect(screen.of('Text')).toEqual([frame]);
    expect(await eventOf(pair, sent.eventId)).toEqual(frame.event);
    expect(frame.event.since?.editedAt).toBeDefined();
    expect(await roomOf(pair)).toMatchObject({ lastEventData: 'See you at ten' });
    await editMessage(rooms.deps, elena, at(pair, sent), words('See you at eleven'));
    expect((await earlierWords(on(), dora, at(pair, sent))).map(({ text }) => text)).toEqual(['See you at tne', 'See you at ten']);
    // The same once more changes nothing.
    const { change } = await editMessage(rooms.deps, elena, at(pair, sent), words('See you at eleven'));
    expect(change).toBe(before + 2);
    expect(await refused(editMessage(rooms.deps, dora, at(pair, sent), words('No')))).toBe('MESSAGE_NOT_YOURS');
    expect(await refused(editMessage(rooms.deps, petar, at(pair, sent), words('No')))).toBe('ROOM_NOT_FOUND');
    expect(await refused(earlierWords(on(), petar, at(pair, sent)))).toBe('ROOM_NOT_FOUND');
  });

  it('keeps the first of its earlier words and the latest, however often it is edited', async () => {
    const sent = await say(elena, 'Version 0');
    const times = EARLIER_WORDS_LIMIT + 3;
    for (let edit = 1; edit <= times; edit += 1) await editMessage(rooms.deps, elena, at(pair, sent), words(`Version ${edit}`));
    const kept = (await earlierWords(on(), dora, at(pair, sent))).map(({ text }) => text);
    const latest = Array.from({ length: EARLIER_WORDS_LIMIT - 1 }, (_, place) => `Version ${times - EARLIER_WORDS_LIMIT + 1 + place}`);
    expect(kept).toEqual(['Version 0', ...latest]);
  });

  it('is deleted by its writer: words, earlier words, reactions and quotes are in no answer any more, who did it and when is', async () => {
    const sent = await say(elena, 'A secret slip');
    await editMessage(rooms.deps, elena, at(pair, sent), words('A secret slip, mended'));
    await react(rooms.deps, dora, at(pair, sent), { emoji: '👀', given: true });
    const answer = await say(dora, 'What?', { quotedEventId: sent.eventId });
    expect((await eventOf(pair, answer.eventId)).eventData.message?.quote).toMatchObject({
      text: 'A secret slip, mended',
      originName: 'Elena Test',
    });
    await rooms.deps.lanes.drained();
    const screen = await rooms.screenOf(dora);
    const frame = await deleteMessage(rooms.deps, elena, at(pair, sent));
    expect(frame.event.since?.deleted).toMatchObject({ byId: elena.userId, byName: 'Elena Test' });
    expect(frame.event.eventData.message).toBeNull();
    const quoting = await eventOf(pair, answer.eventId);
    expect(quoting.eventData.message?.quote).toMatchObject({ text: null, deleted: true });
    expect(screen.of('Text').map((told) => told.change)).toEqual([frame.change, frame.change + 1]);
    expect(
      JSON.stringify([await eventsOf(pair), await roomOf(pair), screen.frames, await earlierWords(on(), dora, at(pair, sent))]),
    ).not.toContain('secret');
    expect(
      await allRefused(
        editMessage(rooms.deps, elena, at(pair, sent), words('Back')),
        deleteMessage(rooms.deps, elena, at(pair, sent)),
        react(rooms.deps, dora, at(pair, sent), { emoji: '👍', given: true }),
        say(dora, 'And?', { quotedEventId: sent.eventId }),
      ),
    ).toEqual(['MESSAGE_DELETED']);
  });

  it('stands as deleted in the row of its room, and a note no longer beside the talk', async () => {
    const sent = await note(petar, 'Never mind');
    await pinNote(rooms.deps, elena, at(external, sent));
    expect(await refused(deleteMessage(rooms.deps, elena, at(external, sent)))).toBe('MESSAGE_NOT_YOURS');
    // A lead deletes others' notes, and does not put words into their mouths.
    expect(await refused(editMessage(rooms.deps, sava, at(external, sent), words('Mind')))).toBe('MESSAGE_NOT_YOURS');
    await deleteMessage(rooms.deps, sava, at(external, sent));
    expect(await roomOf(external)).toMatchObject({ lastEventId: sent.eventId, lastEventData: null, lastEventDeleted: true });
    expect(await pinnedNotes(on(), elena, external)).toEqual([]);
    expect(await refused(pinNote(rooms.deps, elena, at(external, sent)))).toBe('MESSAGE_DELETED');
  });

  it('is nothing that a lead deletes in a chat of colleagues, a note neither', async () => {
    const group = await inRooms(database.db, account.accountId, (tx) =>
      createInternalRoom(tx, elena, { users: [dora.userId, sava.userId], roomType: 'GROUP' }),
    );
    const own = await sendNote(rooms.deps, elena, { clientMessageId: messageId(), roomId: group, text: 'Between us' });
    expect(await refused(deleteMessage(rooms.deps, sava, at(group, own)))).toBe('MESSAGE_NOT_YOURS');
    expect((await eventOf(group, own.eventId, true)).eventData.message?.text).toBe('Between us');
    await deleteMessage(rooms.deps, elena, at(group, own));
  });

  it('is nothing that a customer could read, nor what the system recorded: those stay as they are', async () => {
    const answer = await sendText(rooms.deps, elena, {
      clientMessageId: messageId(),
      roomId: external,
      channelId,
      text: 'It is on its way',
    });
    const events = await eventsOf(external);
    const customers = events.find(({ origin, eventType }) => origin.type === 'CUSTOMER' && eventType === 'COMMUNICATION');
    const system = events.find(({ eventType }) => eventType === 'SYSTEM');
    for (const eventId of [answer.eventId, customers?.id ?? '', system?.id ?? '']) {
      const place = { roomId: external, eventId };
      expect(
        await allRefused(
          editMessage(rooms.deps, elena, place, words('Other')),
          deleteMessage(rooms.deps, elena, place),
          deleteMessage(rooms.deps, petar, place),
          react(rooms.deps, elena, place, { emoji: '👍', given: true }),
        ),
      ).toEqual(['MESSAGE_NOT_AMONG_COLLEAGUES']);
    }
    expect(await eventsOf(external)).toEqual(events);
    expect(await refused(deleteMessage(rooms.deps, elena, { roomId: pair, eventId: answer.eventId }))).toBe('EVENT_NOT_FOUND');
  });

  it('is reacted to once by each person and sign, however often and from however many windows it is asked', async () => {
    const sent = await say(elena, 'Lunch?');
    const give = (by: Actor, emoji: '👍' | '🎉', given = true) => react(rooms.deps, by, at(pair, sent), { emoji, given });
    await Promise.all([give(dora, '👍'), give(dora, '👍'), give(elena, '👍'), give(dora, '🎉')]);
    const reactions = async (): Promise<EventSince['reactions']> => (await eventOf(pair, sent.eventId)).since?.reactions;
    const people = Object.fromEntries(((await reactions()) ?? []).map(({ emoji, userIds }) => [emoji, userIds.toSorted()]));
    expect(people).toEqual({ '👍': [dora.userId, elena.userId].sort(), '🎉': [dora.userId] });
    const { change } = await give(dora, '🎉');
    expect(change).toBe((await eventOf(pair, sent.eventId)).change);
    await Promise.all([give(dora, '🎉', false), give(dora, '🎉', false), give(elena, '👍', false), give(dora, '👍', false)]);
    expect((await eventOf(pair, sent.eventId)).since).toBeUndefined();
  });

  it('quotes what stands in its room, and tells what that says now', async () => {
    const customers = (await eventsOf(external)).find(
      ({ origin, eventType }) => origin.type === 'CUSTOMER' && eventType === 'COMMUNICATION',
    );
    const sent = await note(petar, 'Look', { quotedEventId: customers?.id });
    expect((await eventOf(external, sent.eventId, true)).eventData.message?.quote).toEqual({
      eventId: customers?.id,
      type: 'MESSAGE',
      originType: 'CUSTOMER',
      originId: expect.any(String),
      originName: 'Maria',
      text: 'Where is my parcel?',
      privateMessage: false,
    });
    const other = await note(elena, 'I look', { quotedEventId: sent.eventId });
    await editMessage(rooms.deps, petar, at(external, sent), words('Look at it'));
    const quoting = await eventOf(external, other.eventId, true);
    expect(quoting.eventData.message?.quote).toMatchObject({ text: 'Look at it', privateMessage: true });
    expect(await refused(say(dora, 'Elsewhere', { quotedEventId: sent.eventId }))).toBe('EVENT_NOT_FOUND');
    const toCustomer = { clientMessageId: messageId(), roomId: external, channelId, text: 'Hello' };
    for (const more of [
      { quotedEventId: sent.eventId },
      { quotedEventId: customers?.id },
      { mentions: namedElena('@Elena Test').mentions },
    ])
      expect(await refused(sendText(rooms.deps, elena, { ...toCustomer, ...more }))).toBe('COLLEAGUES_ONLY');
  });

  it('is found by keys behind the account’s wall: who quotes it, its earlier words, and the chats about a room', async () => {
    const id = newId();
    const planned: string[] = [];
    const undone = new Error('what was only said to be planned with');
    const asking = database.db.inAccount(account.accountId, async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      // Where hardly anything was said, all that the account has costs no more than what quotes one.
      await sql`
        insert into events select said.* from (select * from events where room_id = ${pair} order by seq desc limit 1) one, generate_series(1, 3000) n,
          jsonb_populate_record(null::events, to_jsonb(one) || jsonb_build_object('id', gen_random_uuid(), 'seq', one.seq + n, 'change', one.change + n)) said`.execute(
        tx,
      );
      for (const one of [
        sql`select from events where quotes = ${id}::uuid`,
        sql`select from earlier_words where event_id = ${id}::uuid`,
        sql`select from discussions where room_id = ${id}::uuid`,
        sql`select from discussions where chat_id = ${id}::uuid`,
      ])
        planned.push(JSON.stringify((await sql`explain ${one}`.execute(tx)).rows));
      throw undone;
    });
    await expect(asking).rejects.toBe(undone);
    expect(planned[0]).toMatch(/Index Cond: \(quotes = /u);
    expect(planned[1]).toMatch(/earlier_words_pkey.*Index Cond: \(\(account_id = .* AND \(event_id = /u);
    expect(planned[2]).toMatch(/discussions_pkey.*Index Cond: \(\(account_id = .* AND \(room_id = /u);
    expect(planned[3]).toMatch(/discussions_by_chat.*Index Cond: \(\(account_id = .* AND \(chat_id = /u);
  });

  it('is answered as stored when it is sent again after it was edited', async () => {
    const once = {
      clientMessageId: messageId(),
      roomId: pair,
      channelId: 'internal',
      text: 'One',
      quotedEventId: (await say(dora, 'Zero')).eventId,
    } as const;
    const sent = await sendText(rooms.deps, elena, once);
    expect(await sendText(rooms.deps, elena, once)).toEqual(sent);
    await editMessage(rooms.deps, elena, at(pair, sent), words('Two'));
    expect((await sendText(rooms.deps, elena, once)).eventId).toBe(sent.eventId);
    expect((await eventOf(pair, sent.eventId)).eventData.message?.text).toBe('Two');
  });
});

describe('colleagues are named', () => {
  const people = async (roomId: string, by = elena) => (await mentionablePeople(on(), by, roomId)).map(({ firstName }) => firstName);

  it('who see the room: others are not offered, and refused by name', async () => {
    const stranger = await account.agent('Vera', { inQueue: false });
    expect(await people(pair)).toEqual(['Dora']);
    expect(await people(external)).toEqual(['Petar', 'Sava']);
    expect(await people(external, petar)).toEqual(['Elena', 'Sava']);
    const naming = (userId: string) => ({ mentions: [{ userId, from: 0, length: 5 }] });
    expect(await allRefused(note(elena, '@Vera look', naming(stranger.userId)), say(elena, '@Peta look', naming(petar.userId)))).toEqual([
      'MENTION_OUT_OF_SIGHT',
    ]);
    await expect(note(elena, '@Vera look', naming(stranger.userId))).rejects.toMatchObject({ params: { names: 'Vera Test' } });
    expect(await refused(note(elena, '@Nobody', naming(newId())))).toBe('USER_NOT_FOUND');
    expect(await refused(mentionablePeople(on(), stranger, external))).toBe('ROOM_NOT_FOUND');
    const sent = await note(elena, '@Sava look', naming(sava.userId));
    expect((await eventOf(external, sent.eventId, true)).eventData.message?.mentions).toEqual([
      { userId: sava.userId, from: 0, length: 5 },
    ]);
    // By an edit neither.
    expect(await refused(editMessage(rooms.deps, elena, at(external, sent), { text: '@Vera look', ...naming(stranger.userId) }))).toBe(
      'MENTION_OUT_OF_SIGHT',
    );
  });

  describe('and follow the room from then on', () => {
    const naming = (who: Actor) => ({ mentions: [{ userId: who.userId, from: 0, length: 5 }] });
    const has = async (who: Actor, roomId = external) => (await readRoomViews(on(), who.userId, [roomId]))[0];
    const missed = async (who: Actor) => (await has(who))?.missedCounter;
    const customerSays = (text: string) => receiveText(rooms.deps, { ...visitor, text, clientMessageId: messageId() });
    const unfollow = (who: Actor) => inRooms(database.db, account.accountId, (tx) => unfollowRoom(tx, who, external));

    it('no more once the last message since they said that they do not is gone, whatever is corrected in those before it', async () => {
      const first = await note(elena, '@Petar look', naming(petar));
      await unfollow(petar);
      const second = await note(elena, '@Petar once more', naming(petar));
      expect((await has(petar))?.membership.followed).toBe(true);
      await editMessage(rooms.deps, elena, { roomId: external, eventId: first.eventId }, { text: '@Petar look here', ...naming(petar) });
      await deleteMessage(rooms.deps, elena, { roomId: external, eventId: second.eventId });
      expect((await has(petar))?.membership.followed).toBe(false);
    });

    it('where what they missed before does not count, until they say that they do not any more', async () => {
      await note(elena, 'Nobody is named here');
      await rooms.deps.lanes.drained();
      const screens = [await rooms.screenOf(petar), await rooms.screenOf(sava)] as const;
      await note(elena, '@Petar look', naming(petar));
      const { membership } = (await has(petar)) ?? {};
      expect([membership?.followed, await missed(petar), await missed(sava)]).toEqual([true, 1, 0]);
      expect(screens.map((screen) => screen.of('RoomMembership'))).toEqual([[membership], []]);
      await customerSays('Hello?');
      expect(await missed(petar)).toBe(2);
      expect(await readCounters(on(), petar)).toMatchObject({ missedRooms: 1 });
      expect(JSON.parse(await listRooms(on(), petar, { ...LISTED, unread: true })).content).toMatchObject([{ id: external }]);
      // Whoever missed the frame is told while catching up.
      const room = await roomOf(external);
      if (room === undefined) throw new Error('the room is there');
      const held = {
        id: external,
        epoch: room.epoch,
        change: room.change,
        seenPublicNo: 0,
        seenPrivateNo: 0,
        starred: false,
        followed: false,
      };
      expect((await catchUp(on(), petar, [held])).memberships).toEqual([membership]);
      await unfollow(petar);
      expect([(await has(petar))?.membership.followed, await missed(petar)]).toEqual([false, 0]);
      expect(screens[0].of('RoomMembership').at(-1)).toMatchObject({ followed: false });
      await note(elena, '@Petar again', naming(petar));
      expect(await missed(petar)).toBe(1);
    });

    it('and who is counted already keeps what they missed', async () => {
      await inRooms(database.db, account.accountId, (tx) => starRoom(tx, sava, external, true));
      await customerSays('Anybody?');
      await note(petar, '@Sava @Elena', { mentions: [...naming(sava).mentions, ...naming(elena).mentions] });
      expect([await missed(sava), await missed(elena)]).toEqual([2, 3]);
      // Neither a star taken away nor a conversation handed on ends it.
      await inRooms(database.db, account.accountId, (tx) => starRoom(tx, sava, external, false));
      const conversationId = (await roomOf(external))?.roomConversations[0]?.id ?? '';
      const toPetar = { roomId: external, conversationId, userId: petar.userId, expectedUserId: elena.userId };
      await inRooms(database.db, account.accountId, (tx) => assignByPerson(tx, petar, toPetar));
      await customerSays('Hello?');
      expect([await missed(sava), await missed(elena)]).toEqual([3, 4]);
      // A star beside it does not begin anew either.
      await inRooms(database.db, account.accountId, (tx) => starRoom(tx, sava, external, true));
      expect(await missed(sava)).toBe(3);
    });

    it('as long as a message names them: deleted or edited, the last one ends what it alone began, and a star goes on', async () => {
      const [first, second] = [await note(elena, '@Petar look', naming(petar)), await note(elena, '@Petar?', naming(petar))];
      const third = await note(elena, '@Sava look', naming(sava));
      await inRooms(database.db, account.accountId, (tx) => starRoom(tx, sava, external, true));
      const screen = await rooms.screenOf(petar);
      await deleteMessage(rooms.deps, elena, at(external, first));
      expect([(await has(petar))?.membership.followed, screen.of('RoomMembership')]).toEqual([true, []]);
      await editMessage(rooms.deps, elena, at(external, second), { text: 'Never mind', mentions: [] });
      expect([(await has(petar))?.membership.followed, await missed(petar)]).toEqual([false, 0]);
      expect(screen.of('RoomMembership')).toMatchObject([{ followed: false }]);
      expect(await readCounters(on(), petar)).toMatchObject({ missedRooms: 0 });
      await deleteMessage(rooms.deps, elena, at(external, third));
      expect([(await has(sava))?.membership.followed, await missed(sava)]).toEqual([false, 1]);
    });

    it('and what named them before they said that they do not keeps nothing up', async () => {
      await note(elena, '@Petar look', naming(petar));
      await unfollow(petar);
      const again = await note(elena, '@Petar again', naming(petar));
      await deleteMessage(rooms.deps, elena, at(external, again));
      expect((await has(petar))?.membership.followed).toBe(false);
    });

    it('also when an edit names them, which is nothing new in the room; and only as long as they see it', async () => {
      const sent = await note(elena, 'Look, please');
      await editMessage(rooms.deps, elena, at(external, sent), { text: '@Sava look, please', ...naming(sava) });
      expect([(await has(sava))?.membership.followed, await missed(sava)]).toEqual([true, 0]);
      const waiting = await account.visitor('Ivan');
      await receiveText(rooms.deps, { ...waiting, text: 'Hello', clientMessageId: messageId() });
      await sendNote(rooms.deps, petar, { clientMessageId: messageId(), roomId: waiting.roomId, text: '@Dora look', ...naming(dora) });
      expect(await readCounters(on(), dora)).toMatchObject({ missedRooms: 1 });
      await takeAs(rooms.deps, elena, waiting.roomId);
      expect(await readCounters(on(), dora)).toMatchObject({ missedRooms: 0 });
      expect(await refused(inRooms(database.db, account.accountId, (tx) => unfollowRoom(tx, dora, waiting.roomId)))).toBe('ROOM_NOT_FOUND');
    });
  });
});
