import { isSentByClock, MOST_SCHEDULED_DAYS, SCHEDULED_IN_ROOM } from '@parley/contract';
import { describe, expect, it } from 'vitest';
import { givenApplication, givenCustomer, until } from '../../../test/loop-back/customers.ts';
import { messageId } from '../../../test/people.ts';
import {
  account,
  aged,
  asked,
  become,
  comes,
  customerSays,
  DAY,
  database,
  dora,
  edit,
  emil,
  faultOf,
  files,
  HOUR,
  job,
  later,
  list,
  missed,
  owner,
  petar,
  reader,
  refusalOf,
  roomId,
  rooms,
  rowOf,
  said,
  sent,
  toldOf,
  undoSeconds,
  uploaded,
  useScheduledWorld,
  visitor,
  work,
  workAll,
} from '../../../test/scheduled-world.ts';
import { sweepFiles } from '../../files/index.ts';
import { resolveAs, takeAs } from '../acting.ts';
import { createInternalRoom } from '../colleagues/internal-rooms.ts';
import { receiveText } from '../receive.ts';
import { sendFile, sendNote, sendText } from '../send.ts';
import { sendSms } from '../send-by-kind.ts';
import { inRooms } from '../work.ts';
import { scheduleMessage } from './schedule.ts';
import { roomsWithScheduled, scheduledOfRoom } from './scheduled-rows.ts';

useScheduledWorld();

describe('a message for later', () => {
  it('waits where everybody who sees the room sees it, is sent at its time, and stands among what was said', async () => {
    const screens = [await rooms.screenOf(dora), await rooms.screenOf(petar)];
    const kept = await later({ unlessCustomerWrites: true });
    expect(kept).toMatchObject({
      roomId,
      author: { id: dora.userId, name: 'Dora Test' },
      text: 'Any news?',
      state: 'WAITING',
      isUndo: false,
    });
    expect(await list()).toEqual([kept]);
    expect(await list(petar)).toEqual([kept]);
    expect(await roomsWithScheduled(reader(), dora)).toEqual([
      { roomId, channelId: kept.channelId, nextAt: kept.sendAt, hasUnsent: false },
    ]);
    expect(await roomsWithScheduled(reader(), petar)).toEqual([]);
    for (const screen of screens) expect(screen.of('ScheduledChanged')).toEqual([{ roomId, authorId: dora.userId }]);
    expect(await work()).toBe(0);
    expect(await said()).toEqual([]);
    await comes(kept.id);
    rooms.told.length = 0;
    await workAll();
    expect(await said()).toEqual(['Any news?']);
    expect(await list()).toEqual([]);
    expect(await rowOf(kept.id)).toMatchObject({ state: 'SENT', due_at: null, reason: null });
    for (const screen of screens) {
      expect(screen.of('ScheduledChanged')).toHaveLength(2);
      expect(screen.of('Text')).toMatchObject([{ event: { eventData: { message: { text: 'Any news?' } }, origin: { id: dora.userId } } }]);
    }
    expect(rooms.told.map(([what]) => what)).toContain('stored');
    await workAll();
    expect(await said()).toHaveLength(1);
  });

  it('is the same one when it is asked again, and no other may be asked under its id', async () => {
    const first = asked();
    const kept = await scheduleMessage(rooms.deps, dora, roomId, first);
    expect(await scheduleMessage(rooms.deps, dora, roomId, first)).toEqual(kept);
    const others = [{ text: 'Other words' }, { sendAt: asked().sendAt }, { timezone: 'Europe/London' }, { unlessCustomerWrites: true }];
    for (const other of others)
      expect(await refusalOf(scheduleMessage(rooms.deps, dora, roomId, { ...first, ...other }))).toBe('CLIENT_MESSAGE_ID_USED');
    const of = messageId();
    await sendText(rooms.deps, dora, { roomId, channelId: visitor.contactChannelId, text: 'Sent', clientMessageId: of });
    expect(await refusalOf(later({ clientMessageId: of }))).toBe('CLIENT_MESSAGE_ID_USED');
    expect(await list()).toHaveLength(1);
    await comes(kept.id);
    await workAll();
    expect(await scheduleMessage(rooms.deps, dora, roomId, first)).toMatchObject({ id: kept.id, state: 'SENT' });
    await workAll();
    expect(await said()).toEqual(['Sent', 'Any news?']);
  });

  it('with files is sent as they would be: the first takes the words; no sweep takes them meanwhile', async () => {
    const fileIds = [await uploaded(dora, 'one.txt'), await uploaded(dora, 'two.txt')];
    const kept = await later({ text: null, fileIds });
    expect(kept.files.map(({ fileName }) => fileName)).toEqual(['one.txt', 'two.txt']);
    await aged(25);
    await sweepFiles(files)({}, job());
    await comes(kept.id);
    await workAll();
    expect(await said()).toEqual(['one.txt', 'two.txt']);
    expect(await refusalOf(later({ fileIds }))).toBe('FILE_ALREADY_SENT');
    expect(await refusalOf(later({ fileIds: [await uploaded(emil)] }))).toBe('FILE_NOT_FOUND');
    const forgotten = await later({ fileIds: [await uploaded()] });
    await become(forgotten.id, 'CANCELLED');
    await aged(25);
    await sweepFiles(files)({}, job());
    expect(
      await reader().selectFrom('files').select('id').where('state', '=', 'UPLOADED').where('user_id', '=', dora.userId).execute(),
    ).toEqual([]);
  });

  it('stands in its own room alone, also when it was not sent', async () => {
    const other = await account.visitor('Ivan');
    await receiveText(rooms.deps, { ...other, text: 'Hello', clientMessageId: messageId() });
    await takeAs(rooms.deps, dora, other.roomId);
    const kept = await later();
    await become(kept.id, 'CANCELLED', petar);
    expect((await list()).map(({ id }) => id)).toEqual([kept.id]);
    expect(await scheduledOfRoom(reader(), dora, other.roomId)).toEqual([]);
  });

  it('is sent by hand behind what its author sent before and could still take back', async () => {
    await undoSeconds(10);
    const [first, second] = [await sent({ text: 'First' }), await sent({ text: 'Second' })];
    await become(second.id, 'SENT');
    expect(await said()).toEqual(['First', 'Second']);
    const kept = await later({ text: 'Fourth' });
    await sent({ text: 'Third' });
    await become(kept.id, 'SENT');
    expect(await said()).toEqual(['First', 'Second', 'Third', 'Fourth']);
    expect((await rowOf(first.id)).state).toBe('SENT');
  });

  it('that a colleague gives back is cancelled in nobody’s list, and finds no place where the room is full', async () => {
    const kept = await later();
    await become(kept.id, 'CANCELLED', petar);
    const told = () => reader().selectFrom('notifications').select('kind').where('user_id', '=', dora.userId).execute();
    expect(await told()).toEqual([{ kind: 'SCHEDULED_CANCELLED' }]);
    await become(kept.id, 'WAITING', petar);
    expect(await told()).toEqual([]);
    await become(kept.id, 'CANCELLED', petar);
    for (let n = 0; n < SCHEDULED_IN_ROOM; n++) await later();
    expect(await refusalOf(become(kept.id, 'WAITING', petar))).toBe('SCHEDULED_ROOM_FULL');
  });

  it('cannot be taken back where the conversation was resolved: that is what it says', async () => {
    await undoSeconds(10);
    await resolveAs(rooms.deps, dora, roomId);
    expect(await refusalOf(sent())).toBe('CONVERSATION_RESOLVED');
  });

  it('is refused with the field that is wrong: a time that passed, one beyond a year, too many in a room', async () => {
    const now = Date.now();
    const at = (ms: number) => scheduleMessage(rooms.deps, dora, roomId, asked({ sendAt: new Date(ms).toISOString() }), now);
    expect(await faultOf(at(now))).toEqual(['SCHEDULED_TIME_PASSED', { field: 'body.sendAt' }]);
    expect(await faultOf(at(now + MOST_SCHEDULED_DAYS * DAY + 1))).toEqual(['SCHEDULED_TOO_LATE', { field: 'body.sendAt' }]);
    await at(now + MOST_SCHEDULED_DAYS * DAY);
    for (let i = 1; i < SCHEDULED_IN_ROOM; i++) await at(now + i);
    expect(await faultOf(at(now + HOUR))).toEqual(['SCHEDULED_ROOM_FULL', { field: 'params.roomId', limit: SCHEDULED_IN_ROOM }]);
    expect(await list()).toHaveLength(SCHEDULED_IN_ROOM);
  });

  it('is for who may write there now, on a channel of the room that is in a conversation', async () => {
    expect(await refusalOf(later({}, petar))).toBe('COMMUNICATION_CHANNEL_CANNOT_MESSAGE_NOT_PARTICIPANT');
    const stranger = await account.agent('Zoe', { inQueue: false });
    expect(await refusalOf(later({}, stranger))).toBe('ROOM_NOT_FOUND');
    expect(await refusalOf(list(stranger))).toBe('ROOM_NOT_FOUND');
    const elsewhere = await account.visitor('Iva');
    expect(await refusalOf(later({ channelId: elsewhere.contactChannelId }))).toBe('CHANNEL_NOT_FOUND');
    const group = await inRooms(database.db, account.accountId, (tx) =>
      createInternalRoom(tx, dora, { users: [emil.userId, petar.userId], roomType: 'GROUP' }),
    );
    expect(await refusalOf(scheduleMessage(rooms.deps, dora, group, asked()))).toBe('CHANNEL_NOT_FOUND');
    await resolveAs(rooms.deps, dora, roomId);
    expect(await refusalOf(later())).toBe('CONVERSATION_RESOLVED');
  });

  it('ends the draft that it was written as', async () => {
    const clientMessageId = messageId();
    await reader()
      .insertInto('room_drafts')
      .values({
        account_id: account.accountId,
        user_id: dora.userId,
        room_id: roomId,
        channel_key: visitor.contactChannelId,
        contact_channel_id: visitor.contactChannelId,
        content: JSON.stringify({ text: 'Any news?', attachments: [] }),
        client_message_id: clientMessageId,
        version: 1,
      })
      .execute();
    const screen = await rooms.screenOf(dora);
    await later({ clientMessageId });
    expect(screen.of('Draft')).toMatchObject([{ text: '', version: 2 }]);
  });

  it('is not missed by its author, and does not say that they have seen what the customer wrote meanwhile', async () => {
    await sendText(rooms.deps, dora, { roomId, channelId: visitor.contactChannelId, text: 'Hi', clientMessageId: messageId() });
    const [first, second] = [await later(), await later()];
    await comes(first.id);
    await workAll();
    expect(await missed()).toBe(0);
    await customerSays('At night');
    await comes(second.id);
    await workAll();
    // What the customer wrote, and not what Dora did.
    expect(await missed()).toBe(1);
    const { client_message_id } = await reader()
      .selectFrom('events')
      .select('client_message_id')
      .where('room_id', '=', roomId)
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow();
    expect(isSentByClock(client_message_id)).toBe(true);
  });
});

describe('a file', () => {
  it('of a message that waits is refused to another, which names it, also of two at the same moment', async () => {
    const fileIds = [await uploaded(dora, 'offer.txt')];
    const kept = await later({ fileIds });
    expect(await faultOf(later({ fileIds }))).toEqual(['FILE_IN_OTHER_SCHEDULED', { field: 'body.fileIds', name: 'offer.txt' }]);
    const other = await later();
    expect(await refusalOf(edit(other, { fileIds }))).toBe('FILE_IN_OTHER_SCHEDULED');
    await become(kept.id, 'CANCELLED');
    await edit(other, { fileIds });
    expect(await refusalOf(become(kept.id, 'WAITING'))).toBe('FILE_IN_OTHER_SCHEDULED');
    const fresh = { fileIds: [await uploaded(dora, 'terms.txt')] };
    const elsewhere = await account.visitor('Ivan');
    await receiveText(rooms.deps, { ...elsewhere, text: 'Hello', clientMessageId: messageId() });
    await takeAs(rooms.deps, dora, elsewhere.roomId);
    const there = asked({ ...fresh, channelId: elsewhere.contactChannelId });
    const both = await Promise.all([refusalOf(later(fresh)), refusalOf(scheduleMessage(rooms.deps, dora, elsewhere.roomId, there))]);
    expect(both.toSorted()).toEqual(['FILE_IN_OTHER_SCHEDULED', null]);
  });
});

describe('what goes at once under the id of a message for later', () => {
  const atOnce = (clientMessageId: string, more: { text?: string } = {}) =>
    sendText(rooms.deps, dora, { roomId, channelId: visitor.contactChannelId, text: 'Any news?', clientMessageId, ...more });

  it.each([
    ['a message for later', later],
    ['one that can be taken back', sent],
  ])('is refused while it waits and once it was sent: %s', async (_which, keep) => {
    await undoSeconds(10);
    const kept = await keep();
    expect(await refusalOf(atOnce(kept.clientMessageId))).toBe('CLIENT_MESSAGE_ID_USED');
    expect(await refusalOf(sendNote(rooms.deps, dora, { roomId, text: 'Any news?', clientMessageId: kept.clientMessageId }))).toBe(
      'CLIENT_MESSAGE_ID_USED',
    );
    expect(await said()).toEqual([]);
    await comes(kept.id);
    await workAll();
    // What could be taken back is answered as what was stored under its id.
    expect(await refusalOf(atOnce(kept.clientMessageId))).toBe(kept.isUndo ? null : 'CLIENT_MESSAGE_ID_USED');
    expect(await said()).toEqual(['Any news?']);
  });

  it('leaves its file to be sent with it', async () => {
    const fileIds = [await uploaded(dora, 'one.txt')];
    const kept = await later({ text: null, fileIds });
    const send = { roomId, channelId: visitor.contactChannelId, text: null, fileId: fileIds[0] as string };
    const [refused] = await Promise.allSettled([
      sendFile(rooms.deps, dora, 'FILE', { ...send, clientMessageId: kept.clientMessageId }),
      atOnce(messageId(), { text: 'Beside it' }),
    ]);
    expect(refused).toMatchObject({ status: 'rejected', reason: { key: 'CLIENT_MESSAGE_ID_USED' } });
    await comes(kept.id);
    await workAll();
    expect(await said()).toEqual(['Beside it', 'one.txt']);
  });

  it('of two that come at the same moment one is stored, whichever is first', async () => {
    const waiting = async () => {
      // Within a transaction it tells only of those who were there at first.
      await owner.query('select pg_stat_clear_snapshot()');
      const { rows } = await owner.query<{ count: string }>(
        `select count(*) from pg_locks l join pg_stat_activity a on a.pid = l.pid where not l.granted and a.datname = current_database()`,
      );
      return Number(rows[0]?.count);
    };
    const clientMessageIds = [messageId(), messageId()];
    for (const [place, clientMessageId] of clientMessageIds.entries()) {
      const text = `Round ${place}`;
      const asks = [() => later({ clientMessageId, text }), () => atOnce(clientMessageId, { text })];
      await owner.query('begin');
      const asked: Promise<unknown>[] = [];
      try {
        await owner.query('select from rooms where id = $1 for no key update', [roomId]);
        for (const ask of place === 0 ? asks : asks.toReversed()) {
          asked.push(refusalOf(ask()));
          await until(waiting, (now) => now === asked.length);
        }
      } finally {
        await owner.query('commit');
      }
      expect(await Promise.all(asked)).toEqual([null, 'CLIENT_MESSAGE_ID_USED']);
    }
    await comes(...(await list()).map(({ id }) => id));
    await workAll();
    expect((await said()).toSorted()).toEqual(['Round 0', 'Round 1']);
  });

  it('goes once it was cancelled, which is then not taken back', async () => {
    const kept = await later();
    await become(kept.id, 'CANCELLED');
    await atOnce(kept.clientMessageId);
    expect(await refusalOf(become(kept.id, 'WAITING'))).toBe('SCHEDULED_SETTLED');
    await comes(kept.id);
    await workAll();
    expect(await said()).toEqual(['Any news?']);
  });

  it('is refused where a provider brings it', async () => {
    const customer = await givenCustomer(rooms.deps, dora, 'SMS', await givenApplication(database.db, account, 'SMS'));
    const { contactChannelId: channelId } = customer;
    const sms = { roomId: customer.roomId, channelId, text: 'By SMS' };
    await sendSms(rooms.deps, dora, { ...sms, clientMessageId: messageId() });
    const kept = await scheduleMessage(rooms.deps, dora, customer.roomId, asked({ channelId, text: 'By SMS' }));
    expect(await refusalOf(sendSms(rooms.deps, dora, { ...sms, clientMessageId: kept.clientMessageId }))).toBe('CLIENT_MESSAGE_ID_USED');
  });
});

describe('when the customer writes first', () => {
  it('what was to be sent unless they did is cancelled with their message, and its author is told; everything else waits on', async () => {
    const [unless, whatever] = [await later({ unlessCustomerWrites: true }), await later()];
    await sendText(rooms.deps, dora, { roomId, channelId: visitor.contactChannelId, text: 'Hi', clientMessageId: messageId() });
    expect(await rowOf(unless.id)).toMatchObject({ state: 'WAITING' });
    await customerSays('I am here again');
    expect(await rowOf(unless.id)).toMatchObject({ state: 'CANCELLED', reason: 'SCHEDULED_CUSTOMER_WROTE' });
    const screen = await rooms.screenOf(dora);
    await workAll();
    expect(await toldOf(dora)).toMatchObject([{ kind: 'SCHEDULED_OVERTAKEN' }]);
    expect(screen.of('ScheduledChanged')).toEqual([{ roomId, authorId: dora.userId }]);
    expect((await list()).map(({ id, state }) => [id, state])).toEqual([
      [unless.id, 'CANCELLED'],
      [whatever.id, 'WAITING'],
    ]);
    expect((await list(petar)).map(({ id }) => id)).toEqual([whatever.id]);
    expect(await roomsWithScheduled(reader(), dora)).toEqual([
      { roomId, channelId: whatever.channelId, nextAt: whatever.sendAt, hasUnsent: true },
    ]);
    await become(unless.id, 'DISMISSED');
    expect((await list()).map(({ id }) => id)).toEqual([whatever.id]);
    await workAll();
    expect(await toldOf(dora)).toHaveLength(1);
  });

  it('and begins a conversation anew, it is cancelled too', async () => {
    const unless = await later({ unlessCustomerWrites: true });
    await resolveAs(rooms.deps, dora, roomId);
    await customerSays('One more thing');
    expect(await rowOf(unless.id)).toMatchObject({ state: 'CANCELLED', reason: 'SCHEDULED_CUSTOMER_WROTE' });
  });
});

describe('by SMS, where sending begins a conversation', () => {
  const holders = async (room: string) =>
    (
      await reader().selectFrom('conversations').select(['state', 'assigned_user_id']).where('room_id', '=', room).orderBy('id').execute()
    ).map(({ state, assigned_user_id }) => [state, assigned_user_id]);
  async function resolved() {
    const customer = await givenCustomer(rooms.deps, dora, 'SMS', await givenApplication(database.db, account, 'SMS'));
    await resolveAs(rooms.deps, dora, customer.roomId);
    return { room: customer.roomId, channelId: customer.contactChannelId };
  }

  it('a message for later may be written while there is none, and begins one at its time, held by its author', async () => {
    const { room, channelId } = await resolved();
    const kept = await scheduleMessage(rooms.deps, dora, room, asked({ channelId }));
    expect(await holders(room)).toEqual([['RESOLVED', dora.userId]]);
    await comes(kept.id);
    await workAll();
    expect(await rowOf(kept.id)).toMatchObject({ state: 'SENT' });
    expect(await holders(room)).toEqual([
      ['RESOLVED', dora.userId],
      ['ASSIGNED', dora.userId],
    ]);
  });

  it('goes into the one that its author has begun meanwhile', async () => {
    const { room, channelId } = await resolved();
    const kept = await scheduleMessage(rooms.deps, dora, room, asked({ channelId }));
    await sendSms(rooms.deps, dora, { roomId: room, channelId, text: 'Now', clientMessageId: messageId() });
    await comes(kept.id);
    await workAll();
    expect(await rowOf(kept.id)).toMatchObject({ state: 'SENT' });
    expect(await holders(room)).toHaveLength(2);
  });

  it('what was written into a conversation begins no other when that has ended', async () => {
    const customer = await givenCustomer(rooms.deps, dora, 'SMS', await givenApplication(database.db, account, 'SMS'));
    const kept = await scheduleMessage(rooms.deps, dora, customer.roomId, asked({ channelId: customer.contactChannelId }));
    await resolveAs(rooms.deps, dora, customer.roomId);
    await comes(kept.id);
    await workAll();
    expect(await rowOf(kept.id)).toMatchObject({ state: 'FAILED', reason: 'CONVERSATION_RESOLVED' });
    expect(await holders(customer.roomId)).toEqual([['RESOLVED', dora.userId]]);
  });
});
