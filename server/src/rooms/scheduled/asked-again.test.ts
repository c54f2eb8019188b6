import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenCustomer, type TestCustomer } from '../../../test/loop-back/customers.ts';
import { refusalOf } from '../../../test/loop-back/desk.ts';
import { givenSmsDesk, type SmsDesk } from '../../../test/loop-back/sms-desk.ts';
import { messageId, type TestRooms } from '../../../test/people.ts';
import type { Actor } from '../../accounts/index.ts';
import { notifyPeople } from '../../notifications/notify.ts';
import { openLog } from '../../platform/log.ts';
import { resolveAs, takeAs } from '../acting.ts';
import { assignByPerson } from '../assign.ts';
import { receiveText } from '../receive.ts';
import { sendText } from '../send.ts';
import { sendSms } from '../send-by-kind.ts';
import { inRooms } from '../work.ts';
import { changeScheduled, scheduleMessage } from './schedule.ts';
import { claimScheduled, settleScheduled } from './scheduled-clock.ts';
import { roomsWithScheduled, scheduledOfRoom, undoableOf } from './scheduled-rows.ts';

/** Two who answer within the ten seconds in which the first can still be taken back. */
const log = openLog('silent');
let desk: SmsDesk;
let deps: TestRooms['deps'];
let [elena, boss] = [] as unknown as [Actor, Actor];
let customer: Pick<TestCustomer, 'roomId' | 'contactChannelId'>;
beforeAll(async () => {
  desk = await givenSmsDesk({ takesKey: false, timeoutMs: 2000 });
  ({ elena, boss } = desk);
  deps = desk.rooms.deps;
  notifyPeople(desk.database.db, deps.hub);
  await sql`update accounts set settings = settings || '{"undoSendSeconds": 10}' where id = ${desk.account.accountId}`.execute(desk.on());
});
afterAll(() => desk.close());
beforeEach(async () => {
  customer = await givenCustomer(deps, elena, 'SMS', desk.sms);
  await sql`delete from notifications`.execute(desk.on());
});

const written = (text: string, seenSeq?: number) => ({
  clientMessageId: messageId(),
  roomId: customer.roomId,
  channelId: customer.contactChannelId,
  text,
  seenSeq,
});
/** What Elena sends, and can take back. */
const sent = (text: string, seenSeq?: number, more: { fileIds?: string[] } = {}) => {
  const { roomId, ...message } = written(text, seenSeq);
  const plain = { fileIds: [], timezone: 'UTC', unlessCustomerWrites: false, sendAt: null };
  return scheduleMessage(deps, elena, roomId, { ...message, ...plain, ...more });
};
const change = (scheduledId: string, become: Parameters<typeof changeScheduled>[3]['become'], seenSeq?: number, actor = elena) =>
  changeScheduled(deps, actor, { roomId: customer.roomId, scheduledId }, { become, seenSeq });
/** The ten seconds of all that waits in the room are over, and every worker looks. */
async function timePasses(): Promise<void> {
  await sql`update scheduled_messages set due_at = clock_timestamp() - interval '1 second'
    where room_id = ${customer.roomId}::uuid and state = 'WAITING'`.execute(desk.on());
  for (;;) {
    const claims = await claimScheduled(deps, 100);
    if (claims.length === 0) return;
    await Promise.all(claims.map((claim) => settleScheduled(deps, log, claim)));
  }
}
const list = (actor = elena) => scheduledOfRoom(desk.on(), actor, customer.roomId);
async function said(): Promise<string[]> {
  const rows = await desk
    .on()
    .selectFrom('events')
    .select('message')
    .where('room_id', '=', customer.roomId)
    .where('kind', '=', 'COMMUNICATION')
    .where('origin_type', '=', 'USER')
    .orderBy('seq')
    .execute();
  return rows.map(({ message }) => (message as { text: string }).text);
}
const toldOf = ({ userId }: Actor) =>
  desk.on().selectFrom('notifications').select(['kind', 'by_name', 'room_id']).where('user_id', '=', userId).orderBy('id').execute();
/** Elena has sent something, and Petar has answered before it went. */
async function collided() {
  const { seq } = await sendSms(deps, elena, written('One moment'));
  const waits = await sent('It is not in stock', seq);
  const answer = await sendSms(deps, boss, written('It is in stock'));
  return { seq, waits, answer };
}

describe('what was sent and can be taken back', () => {
  it('is not sent where a colleague has answered meanwhile: its writer is asked, wherever they are by then', async () => {
    const { waits, answer } = await collided();
    await timePasses();
    expect(await said()).toEqual(['One moment', 'It is in stock']);
    const asked = { id: waits.id, state: 'FAILED', reason: 'COLLEAGUE_ANSWERED', answer: { name: 'Petar Test', seq: answer.seq } };
    expect(await list()).toMatchObject([asked]);
    expect(await list(boss)).toEqual([]);
    expect(await undoableOf(desk.on(), elena)).toEqual([]);
    expect(await roomsWithScheduled(desk.on(), elena)).toContainEqual({
      roomId: customer.roomId,
      channelId: customer.contactChannelId,
      nextAt: null,
      hasUnsent: true,
    });
    expect(await toldOf(elena)).toEqual([{ kind: 'SCHEDULED_ANSWERED', by_name: 'Petar Test', room_id: customer.roomId }]);
    await timePasses();
    expect(await said()).toHaveLength(2);
  });

  it('goes where nobody has, whatever its writer, the customer and notes say meanwhile, and where its writer had seen the answer', async () => {
    const { seq } = await sendSms(deps, elena, written('One moment'));
    await sent('Still looking', seq);
    await sent('Here it is', seq);
    await timePasses();
    const answer = await sendSms(deps, boss, written('Thank you, Elena'));
    await sent('You are welcome', answer.seq);
    await sent('Unasked');
    await timePasses();
    expect(await said()).toEqual(['One moment', 'Still looking', 'Here it is', 'Thank you, Elena', 'You are welcome', 'Unasked']);
    expect(await toldOf(elena)).toEqual([]);
  });

  it('goes all the same once its writer says so under that answer, and is asked about anew where another came', async () => {
    const { waits, answer } = await collided();
    await timePasses();
    expect(await change(waits.id, 'SENT')).toMatchObject({ state: 'FAILED', answer: { seq: answer.seq } });
    const second = await sendSms(deps, boss, written('And cheap'));
    expect(await change(waits.id, 'SENT', answer.seq)).toMatchObject({ state: 'FAILED', answer: { seq: second.seq } });
    expect(await change(waits.id, 'SENT', second.seq)).toMatchObject({ state: 'SENT', reason: null });
    // Asked again, as by a window that heard no answer.
    expect(await change(waits.id, 'SENT', second.seq)).toMatchObject({ state: 'SENT' });
    expect(await said()).toEqual(['One moment', 'It is in stock', 'And cheap', 'It is not in stock']);
    expect(await list()).toEqual([]);
  });

  it('is asked about at once where its writer does not wait', async () => {
    const { waits, answer } = await collided();
    expect(await change(waits.id, 'SENT')).toMatchObject({ state: 'FAILED', reason: 'COLLEAGUE_ANSWERED', answer: { seq: answer.seq } });
    expect(await change(waits.id, 'SENT', answer.seq)).toMatchObject({ state: 'SENT' });
    // They are there.
    expect(await toldOf(elena)).toEqual([]);
  });

  it('is taken back or thrown away as anything that was not sent, by its writer alone, and is nothing to be asked about then', async () => {
    const { seq } = await sendSms(deps, elena, written('One moment'));
    const [waits, other] = [await sent('It is not in stock', seq), await sent('Sorry', seq)];
    const answer = await sendSms(deps, boss, written('It is in stock'));
    await timePasses();
    for (const become of ['SENT', 'TAKEN_BACK', 'DISMISSED', 'CANCELLED'] as const)
      expect(await refusalOf(change(waits.id, become, answer.seq, boss))).toBe('SCHEDULED_NOT_FOUND');
    expect(await refusalOf(change(waits.id, 'WAITING'))).toBe('SCHEDULED_SETTLED');
    const back = await change(waits.id, 'TAKEN_BACK');
    expect(back).toMatchObject({ state: 'CANCELLED', reason: 'SCHEDULED_TAKEN_BACK' });
    expect(back).not.toHaveProperty('answer');
    await change(other.id, 'DISMISSED');
    for (const { id } of [waits, other]) expect(await refusalOf(change(id, 'SENT', answer.seq))).toBe('SCHEDULED_SETTLED');
    expect(await said()).toHaveLength(2);
    // Both were asked about, and told of once.
    expect(await toldOf(elena)).toHaveLength(1);
  });

  it('keeps its files until its writer says what becomes of it, and takes them along', async () => {
    const { seq } = await sendSms(deps, elena, written('One moment'));
    const fileId = await desk.upload('the offer');
    const waits = await sent('Here', seq, { fileIds: [fileId] });
    const answer = await sendSms(deps, boss, written('It is in stock'));
    await timePasses();
    expect((await list())[0]?.files).toMatchObject([{ fileId }]);
    await change(waits.id, 'SENT', answer.seq);
    const kept = await desk.on().selectFrom('files').select('state').where('id', '=', fileId).executeTakeFirst();
    expect(kept?.state).toBe('KEPT');
  });

  it('that was put off for a chosen time is asked nothing', async () => {
    const { seq } = await sendSms(deps, elena, written('One moment'));
    const waits = await sent('Any news?', seq);
    const later = await scheduleMessage(deps, elena, customer.roomId, {
      clientMessageId: messageId(),
      channelId: customer.contactChannelId,
      text: 'Tomorrow',
      fileIds: [],
      timezone: 'UTC',
      unlessCustomerWrites: false,
      sendAt: new Date(Date.now() + 3_600_000).toISOString(),
      seenSeq: seq,
    });
    await change(waits.id, 'CANCELLED');
    await sendSms(deps, boss, written('It is in stock'));
    await timePasses();
    expect(await said()).toEqual(['One moment', 'It is in stock', 'Tomorrow']);
    expect((await list()).map(({ id }) => id)).not.toContain(later.id);
  });
});

describe('in a live chat', () => {
  /** Elena has sent something that she can take back; Petar took over, answered, and gave it back to her. */
  async function givenChat() {
    const visitor = await desk.account.visitor();
    customer = visitor;
    await receiveText(deps, { ...visitor, text: 'Hello', clientMessageId: messageId() });
    await takeAs(deps, elena, visitor.roomId);
    const { seq } = await sendText(deps, elena, written('One moment'));
    const waits = await sent('It is not in stock', seq);
    await takeAs(deps, boss, visitor.roomId);
    const answer = await sendText(deps, boss, written('It is in stock'));
    return { waits, answer, seq };
  }
  async function handOver(): Promise<void> {
    const held = desk.on().selectFrom('conversations').select('id').where('room_id', '=', customer.roomId);
    const { id: conversationId } = await held.executeTakeFirstOrThrow();
    const assignment = { roomId: customer.roomId, conversationId, userId: elena.userId, expectedUserId: boss.userId };
    await inRooms(deps.db, boss.accountId, (tx) => assignByPerson(tx, boss, assignment));
  }

  it('it is judged anew whether its writer may send it: whoever holds the conversation no more is refused', async () => {
    const { waits, answer } = await givenChat();
    await timePasses();
    expect(await list()).toMatchObject([{ id: waits.id, answer: { seq: answer.seq } }]);
    expect(await refusalOf(change(waits.id, 'SENT', answer.seq))).not.toBe('nothing');
    expect(await list()).toMatchObject([{ id: waits.id, state: 'FAILED' }]);
    await handOver();
    expect(await change(waits.id, 'SENT', answer.seq)).toMatchObject({ state: 'SENT' });
    expect(await said()).toEqual(['One moment', 'It is in stock', 'It is not in stock']);
  });

  it('before a conversation is resolved it does not go either, and its writer is asked', async () => {
    const { waits, answer } = await givenChat();
    await resolveAs(deps, boss, customer.roomId);
    await timePasses();
    expect(await said()).toEqual(['One moment', 'It is in stock']);
    expect(await list()).toMatchObject([{ id: waits.id, reason: 'COLLEAGUE_ANSWERED' }]);
    expect(await refusalOf(change(waits.id, 'SENT', answer.seq))).toBe('CONVERSATION_RESOLVED');
  });

  it('nor before what its writer sends at once under the answer', async () => {
    const { waits, answer } = await givenChat();
    await handOver();
    await sendText(deps, elena, written('As Petar says', answer.seq));
    expect(await said()).toEqual(['One moment', 'It is in stock', 'As Petar says']);
    await timePasses();
    expect(await list()).toMatchObject([{ id: waits.id, reason: 'COLLEAGUE_ANSWERED' }]);
  });
});
