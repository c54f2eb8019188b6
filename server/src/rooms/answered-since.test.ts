import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenCustomer, type TestCustomer } from '../../test/loop-back/customers.ts';
import { refusalOf } from '../../test/loop-back/desk.ts';
import { givenSmsDesk, type SmsDesk } from '../../test/loop-back/sms-desk.ts';
import { messageId, type TestRooms } from '../../test/people.ts';
import type { Actor } from '../accounts/index.ts';
import { newId } from '../platform/clock.ts';
import { Problem } from '../platform/problem.ts';
import { takeAs } from './acting.ts';
import { assignByPerson } from './assign.ts';
import { createInternalRoom } from './colleagues/internal-rooms.ts';
import type { Draft } from './draft.ts';
import { storeEvents } from './lanes.ts';
import { receiveText } from './receive.ts';
import { scheduleMessage } from './scheduled/schedule.ts';
import { sendNote, sendText } from './send.ts';
import { sendSms } from './send-by-kind.ts';
import { inRooms } from './work.ts';

let desk: SmsDesk;
let deps: TestRooms['deps'];
let [elena, boss] = [] as unknown as [Actor, Actor];
let customer: TestCustomer;
beforeAll(async () => {
  desk = await givenSmsDesk({ takesKey: false, timeoutMs: 2000 });
  ({ elena, boss } = desk);
  deps = desk.rooms.deps;
});
afterAll(() => desk.close());
beforeEach(async () => {
  customer = await givenCustomer(deps, elena, 'SMS', desk.sms);
});

/** What somebody writes who has seen the room up to this place. */
const written = (text: string, seenSeq: number | undefined, clientMessageId = messageId()) => ({
  clientMessageId,
  roomId: customer.roomId,
  channelId: customer.contactChannelId,
  text,
  seenSeq,
});
/** The refusal whole; null when it was not refused. */
const problemOf = (work: Promise<unknown>): Promise<Pick<Problem, 'key' | 'params' | 'status'> | null> =>
  work.then(
    () => null,
    (error: unknown) => {
      if (!(error instanceof Problem)) throw error;
      const { key, params, status } = error;
      return { key, params, status };
    },
  );
const answered = (name: string, seq: number) => ({ key: 'COLLEAGUE_ANSWERED', params: { name, seq }, status: 409 });

describe('a message to a customer', () => {
  it('is not sent over a colleague’s answer that its writer has not seen, says whose it is, and goes under that one', async () => {
    const first = await sendSms(deps, elena, written('One moment', undefined));
    const { seq } = await sendSms(deps, boss, written('It is in stock', first.seq));
    const mine = written('It is not in stock', first.seq);
    expect(await problemOf(sendSms(deps, elena, mine))).toEqual(answered('Petar Test', seq));
    // Nothing of it is kept; under what was told it goes, by the same id.
    const sent = await sendSms(deps, elena, { ...mine, seenSeq: seq });
    expect(sent.seq).toBe(seq + 1);
    // The same by the other way, as it was written first: the answer may have been lost. Its delivery may have changed it since.
    expect(await sendSms(deps, elena, mine)).toEqual({ ...sent, change: expect.any(Number) });
  });

  it('is asked about by the newest answer, and by no note, call, customer’s word or own message', async () => {
    const { seq } = await sendSms(deps, elena, written('One moment', undefined));
    await sendNote(deps, boss, { clientMessageId: messageId(), roomId: customer.roomId, text: 'He is angry' });
    expect(await problemOf(sendSms(deps, elena, written('Still looking', seq)))).toBeNull();
    await sendSms(deps, boss, written('First', undefined));
    const newest = await sendSms(deps, boss, written('Second', undefined));
    expect(await problemOf(sendSms(deps, elena, written('Mine', seq)))).toEqual(answered('Petar Test', newest.seq));
    expect(await problemOf(sendSms(deps, elena, written('Unasked', undefined)))).toBeNull();
  });

  it('is judged where it is stored: of two colleagues who write at the same moment one is asked', async () => {
    const { seq } = await sendSms(deps, elena, written('One moment', undefined));
    const refusals = await Promise.all([elena, boss].map((actor) => refusalOf(sendSms(deps, actor, written('Here it is', seq)))));
    expect(refusals.toSorted()).toEqual(['COLLEAGUE_ANSWERED', 'nothing']);
  });

  it('that can be taken back is asked about when it is sent; what is put off for a chosen time has its own rule', async () => {
    const { seq } = await sendSms(deps, elena, written('One moment', undefined));
    const later = (seenSeq: number, sendAt: string | null) => {
      const { text, clientMessageId, channelId } = written('Here it is', seenSeq);
      const plain = { fileIds: [], timezone: 'UTC', unlessCustomerWrites: false, sendAt };
      return scheduleMessage(deps, elena, customer.roomId, { text, clientMessageId, channelId, seenSeq, ...plain });
    };
    const answer = await sendSms(deps, boss, written('It is in stock', undefined));
    expect(await problemOf(later(seq, null))).toEqual(answered('Petar Test', answer.seq));
    const kept = await later(answer.seq, null);
    expect(kept.state).toBe('WAITING');
    expect((await later(seq, new Date(Date.now() + 3_600_000).toISOString())).state).toBe('WAITING');
  });

  it('that its writer may not send at all is refused for that', async () => {
    const { seq } = await sendSms(deps, elena, written('One moment', undefined));
    const stranger = await desk.account.agent('Nobody', { inQueue: false });
    await sendSms(deps, boss, written('It is in stock', undefined));
    expect(await refusalOf(sendSms(deps, stranger, written('Me too', seq)))).toBe('ROOM_NOT_FOUND');
  });
});

describe('by live chat', () => {
  async function givenChat() {
    const visitor = await desk.account.visitor();
    await receiveText(deps, { ...visitor, text: 'Hello', clientMessageId: messageId() });
    const { roomId, contactChannelId: channelId } = visitor;
    return {
      visitor,
      say: (text: string, seenSeq?: number, id = messageId()) => ({ clientMessageId: id, roomId, channelId, text, seenSeq }),
    };
  }

  /** Petar gives Elena what he holds. */
  async function handOver(roomId: string): Promise<void> {
    const held = deps.db.reader(boss.accountId).selectFrom('conversations').select('id').where('room_id', '=', roomId);
    const { id: conversationId } = await held.executeTakeFirstOrThrow();
    const assignment = { roomId, conversationId, userId: elena.userId, expectedUserId: boss.userId };
    await inRooms(deps.db, boss.accountId, (tx) => assignByPerson(tx, boss, assignment));
  }

  it('the same is asked, also after what a colleague wrote who has handed it over', async () => {
    const { visitor, say } = await givenChat();
    await takeAs(deps, elena, visitor.roomId);
    const first = await sendText(deps, elena, say('One moment'));
    await takeAs(deps, boss, visitor.roomId);
    const his = await sendText(deps, boss, say('It is in stock'));
    await handOver(visitor.roomId);
    const mine = say('It is not in stock', first.seq);
    expect(await problemOf(sendText(deps, elena, mine))).toEqual(answered('Petar Test', his.seq));
    const sent = await sendText(deps, elena, { ...mine, seenSeq: his.seq });
    expect(await sendText(deps, elena, mine)).toEqual(sent);
  });

  it('of answers that are stored by one call, the second is asked about', async () => {
    const { visitor } = await givenChat();
    await takeAs(deps, elena, visitor.roomId);
    const draft = (by: Actor, seenSeq: number): Draft => ({
      id: newId(),
      roomId: visitor.roomId,
      contactChannelId: visitor.contactChannelId,
      joinsConversation: true,
      kind: 'COMMUNICATION',
      type: 'MESSAGE',
      origin: 'USER',
      originId: by.userId,
      originName: by.name,
      clientMessageId: messageId(),
      text: 'Here it is',
      seenSeq,
    });
    const drafts = [draft(boss, 99), draft(elena, 99), draft(boss, 99)];
    const judged = await storeEvents(desk.database.db.reader(desk.account.accountId), drafts);
    expect(judged.toSorted((a, b) => a.ord - b.ord).map(({ verdict }) => verdict)).toEqual(['STORED', 'ANSWERED_SINCE', 'STORED']);
  });
});

it('among colleagues nothing is asked, nor of notes', async () => {
  const roomId = await inRooms(desk.database.db, desk.account.accountId, (tx) =>
    createInternalRoom(tx, elena, { users: [boss.userId], roomType: 'INTERNAL' }),
  );
  const said = (text: string) => ({ clientMessageId: messageId(), roomId, channelId: 'internal' as const, text, seenSeq: 0 });
  await sendText(deps, boss, said('Are you there?'));
  expect((await sendText(deps, elena, said('Yes'))).seq).toBeGreaterThan(0);
});
