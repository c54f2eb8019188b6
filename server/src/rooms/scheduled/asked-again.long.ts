import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenCustomer, newAddress, type TestCustomer } from '../../../test/loop-back/customers.ts';
import { refusalOf } from '../../../test/loop-back/desk.ts';
import { givenSmsDesk, type SmsDesk } from '../../../test/loop-back/sms-desk.ts';
import { messageId, type TestRooms } from '../../../test/people.ts';
import type { Actor } from '../../accounts/index.ts';
import { notifyPeople } from '../../notifications/notify.ts';
import { newId } from '../../platform/clock.ts';
import { openLog } from '../../platform/log.ts';
import { resolveAs, takeAs } from '../acting.ts';
import { assignByPerson } from '../assign.ts';
import { receiveText } from '../receive.ts';
import { sendNote, sendText } from '../send.ts';
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
/** Another number of the customer's: the id of its channel. */
async function givenChannel(): Promise<string> {
  const id = newId();
  const { accountId } = elena;
  const one = await desk
    .on()
    .selectFrom('contact_channels')
    .selectAll()
    .where('id', '=', customer.contactChannelId)
    .executeTakeFirstOrThrow();
  const row = {
    id,
    account_id: accountId,
    contact_id: one.contact_id,
    room_id: one.room_id,
    type: one.type,
    channel_application_id: desk.sms,
  };
  await desk.database.db.inAccount(accountId, (tx) =>
    tx
      .insertInto('contact_channels')
      .values({ ...row, address: newAddress() })
      .execute(),
  );
  return id;
}
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

  it('is asked about with what was sent before it over the same channel, though its writer had seen the answer, and overtakes nothing', async () => {
    const { waits, answer } = await collided();
    const second = await sent('But one is on its way', answer.seq);
    await timePasses();
    expect(await said()).toEqual(['One moment', 'It is in stock']);
    const asked = { state: 'FAILED', reason: 'COLLEAGUE_ANSWERED', answer: { name: 'Petar Test', seq: answer.seq } };
    expect(await list()).toMatchObject([
      { id: waits.id, ...asked },
      { id: second.id, ...asked },
    ]);
    // What is written while the question stands, too; nor does saying so of the later one let it go first.
    const third = await sent('On Monday', answer.seq);
    expect(await change(third.id, 'SENT')).toMatchObject(asked);
    expect(await change(second.id, 'SENT', answer.seq)).toMatchObject(asked);
    expect(await said()).toHaveLength(2);
    for (const { id } of [waits, second, third]) expect(await change(id, 'SENT', answer.seq)).toMatchObject({ state: 'SENT' });
    expect((await said()).slice(2)).toEqual(['It is not in stock', 'But one is on its way', 'On Monday']);
    expect(await toldOf(elena)).toHaveLength(1);
  });

  it.each(['TAKEN_BACK', 'DISMISSED'] as const)(
    'goes once what stood before it is %s, without being asked of where it had not come to its time',
    async (become) => {
      const { waits, answer } = await collided();
      await timePasses();
      await sent('But one is on its way', answer.seq);
      await change(waits.id, become);
      await timePasses();
      expect(await said()).toEqual(['One moment', 'It is in stock', 'But one is on its way']);
    },
  );

  it('is not overtaken by what its writer sends at once, which is refused until they have said what becomes of it; another channel and notes go on', async () => {
    const { waits, answer } = await collided();
    const now = written('But one is on its way', answer.seq);
    // Its time had not come: it is asked of now, since its writer is there.
    expect(await refusalOf(sendSms(deps, elena, now))).toBe('BEHIND_ASKED');
    expect(await list()).toMatchObject([{ id: waits.id, state: 'FAILED', answer: { seq: answer.seq } }]);
    expect(await refusalOf(sendSms(deps, elena, now))).toBe('BEHIND_ASKED');
    expect(await said()).toEqual(['One moment', 'It is in stock']);
    await sendNote(deps, elena, { clientMessageId: messageId(), roomId: customer.roomId, text: 'He is angry' });
    await sendSms(deps, boss, written('It is on its way'));
    const other = await givenChannel();
    await sendSms(deps, elena, { ...written('By this number, too'), channelId: other });
    expect(await refusalOf(sendSms(deps, elena, now))).toBe('BEHIND_ASKED');
    await change(waits.id, 'DISMISSED');
    expect(await refusalOf(sendSms(deps, elena, { ...now, seenSeq: 1000 }))).toBe('nothing');
    expect((await said()).at(-1)).toBe('But one is on its way');
    // Sent again, it is answered as it was, whatever is asked since.
    const repeated = await sendSms(deps, elena, now);
    expect(repeated.seq).toBeGreaterThan(answer.seq);
  });

  it('that was put off and is sent now stands behind what is asked about, too, and keeps its place there', async () => {
    const { waits, answer } = await collided();
    const later = await scheduleMessage(deps, elena, customer.roomId, {
      clientMessageId: messageId(),
      channelId: customer.contactChannelId,
      text: 'Tomorrow',
      fileIds: [],
      timezone: 'UTC',
      unlessCustomerWrites: false,
      sendAt: new Date(Date.now() + 3_600_000).toISOString(),
    });
    expect(await change(later.id, 'SENT')).toMatchObject({ state: 'FAILED', reason: 'COLLEAGUE_ANSWERED', answer: { seq: answer.seq } });
    expect((await list()).map(({ id, state }) => [id, state])).toEqual([
      [waits.id, 'FAILED'],
      [later.id, 'FAILED'],
    ]);
    const last = await sent('The day after', answer.seq);
    await change(waits.id, 'SENT', answer.seq);
    await timePasses();
    expect(await said()).toEqual(['One moment', 'It is in stock', 'It is not in stock']);
    for (const { id } of [later, last]) await change(id, 'SENT', answer.seq);
    expect((await said()).slice(3)).toEqual(['Tomorrow', 'The day after']);
  });

  it('overtakes nothing, whoever is first of a colleague who answers, the clock, and its writer on two connections', async () => {
    for (const round of [0, 1, 2, 3, 4, 5, 6, 7]) {
      customer = await givenCustomer(deps, elena, 'SMS', desk.sms);
      const { seq } = await sendSms(deps, elena, written('One moment'));
      const first = await sent('first', seq);
      const works: Array<() => Promise<unknown>> = [
        () => refusalOf(sendSms(deps, boss, written('It is in stock'))),
        () => timePasses(),
        () => refusalOf(sendSms(deps, elena, written('second', 1000))),
        () => refusalOf(change(first.id, 'SENT')),
        () => refusalOf(sent('third', 1000)),
      ];
      await Promise.all(
        works
          .slice(round % 5)
          .concat(works.slice(0, round % 5))
          .map((work) => work()),
      );
      await timePasses();
      const gone = (await said()).filter((words) => ['first', 'second', 'third'].includes(words));
      const isAsked = (await list()).some(({ id, state }) => id === first.id && state === 'FAILED');
      // All of it behind the first, or none of it while that is asked about.
      if (isAsked) expect(gone).toEqual([]);
      else expect(gone[0]).toBe('first');
    }
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

  it('nor is it overtaken by what its writer sends at once under the answer, also where that comes over two connections at once', async () => {
    const { waits, answer } = await givenChat();
    await handOver();
    const now = written('As Petar says', answer.seq);
    const both = await Promise.all([now, written('Good-bye', answer.seq)].map((one) => refusalOf(sendText(deps, elena, one))));
    expect(both).toEqual(['BEHIND_ASKED', 'BEHIND_ASKED']);
    expect(await said()).toEqual(['One moment', 'It is in stock']);
    expect(await list()).toMatchObject([{ id: waits.id, reason: 'COLLEAGUE_ANSWERED' }]);
    await change(waits.id, 'SENT', answer.seq);
    await sendText(deps, elena, now);
    expect((await said()).slice(2)).toEqual(['It is not in stock', 'As Petar says']);
  });

  it('nor by what stands behind it where a colleague resolves the conversation', async () => {
    const { waits, answer } = await givenChat();
    await handOver();
    const second = await sent('As Petar says', answer.seq);
    await resolveAs(deps, boss, customer.roomId);
    expect(await said()).toEqual(['One moment', 'It is in stock']);
    await timePasses();
    expect(await list()).toMatchObject([{ id: waits.id }, { id: second.id, reason: 'COLLEAGUE_ANSWERED' }]);
  });
});
