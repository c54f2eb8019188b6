import { BY_CLOCK } from '@parley/contract';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { givenApplication, givenCustomer, until } from '../../../test/loop-back/customers.ts';
import { messageId } from '../../../test/people.ts';
import {
  account,
  asked,
  atOnce,
  become,
  comes,
  customerSays,
  database,
  dora,
  emil,
  handToEmil,
  later,
  list,
  missed,
  petar,
  reader,
  refusalOf,
  roomId,
  rooms,
  rowOf,
  said,
  sent,
  undoSeconds,
  uploaded,
  useRoom,
  useScheduledWorld,
  visitor,
  work,
  workAll,
} from '../../../test/scheduled-world.ts';
import { resolveAs, takeAs } from '../acting.ts';
import { saveDraft } from '../room-drafts.ts';
import { sendText } from '../send.ts';
import { sendSms } from '../send-by-kind.ts';
import { scheduleMessage } from './schedule.ts';
import { roomsWithScheduled, undoableOf } from './scheduled-rows.ts';

useScheduledWorld();

describe('what is sent at once behind what can still be taken back', () => {
  it('stays behind it, when taking back was switched off in between, and leaves what others have sent alone', async () => {
    await undoSeconds(10);
    const theirs = await sent({ text: 'By Dora' });
    await handToEmil();
    const [one, two] = [await sent({ text: 'One' }, emil), await sent({ text: 'Two' }, emil)];
    await undoSeconds(0);
    const screen = await rooms.screenOf(emil);
    await atOnce('Three', emil);
    expect(await said()).toEqual(['One', 'Two', 'Three']);
    for (const { id } of [one, two]) expect(await rowOf(id)).toMatchObject({ state: 'SENT' });
    expect(await rowOf(theirs.id)).toMatchObject({ state: 'WAITING' });
    await until(
      async () => screen.of('ScheduledChanged').length,
      (count) => count > 0,
    );
  });

  it('goes all the same when what was held cannot', async () => {
    await undoSeconds(10);
    const fileIds = [await uploaded()];
    const held = await sent({ text: null, fileIds });
    await sql`update files set state = 'KEPT' where id = ${fileIds[0]}`.execute(reader());
    await undoSeconds(0);
    await atOnce('At once');
    expect(await said()).toEqual(['At once']);
    expect(await rowOf(held.id)).toMatchObject({ state: 'WAITING' });
  });

  it('by a provider, too; and what can be taken back for no time waits for what can longer', async () => {
    await undoSeconds(10);
    const customer = await givenCustomer(rooms.deps, dora, 'SMS', await givenApplication(database.db, account, 'SMS'));
    const { contactChannelId: channelId } = customer;
    const keep = (text: string) => scheduleMessage(rooms.deps, dora, customer.roomId, asked({ channelId, text, sendAt: null }));
    const held = await keep('One');
    await undoSeconds(0);
    const behind = await keep('Two');
    expect(behind.sendAt).toBe(held.sendAt);
    await sendSms(rooms.deps, dora, { roomId: customer.roomId, channelId, text: 'Three', clientMessageId: messageId() });
    useRoom(customer.roomId);
    expect(await said()).toEqual(['One', 'Two', 'Three']);
  });
});

describe('what was taken back', () => {
  it('is looked after by the draft that is saved with its words, in the same moment, and by nobody else’s', async () => {
    const [mine, other] = [await later(), await later()];
    for (const { id } of [mine, other]) await become(id, 'TAKEN_BACK');
    const save = {
      text: 'Any news?',
      attachments: [],
      clientMessageId: messageId(),
      windowId: messageId(),
      save: 1,
      base: 0,
      typedAgo: 0,
      aside: [],
      settled: [mine.id, 'no id'],
    };
    const place = { roomId, channelId: visitor.contactChannelId };
    await saveDraft(rooms.deps, petar, place, { ...save, settled: [other.id] });
    const screen = await rooms.screenOf(dora);
    await saveDraft(rooms.deps, dora, place, save);
    expect((await list()).map(({ id }) => id)).toEqual([other.id]);
    expect(screen.of('ScheduledChanged')).toEqual([{ roomId, authorId: dora.userId }]);
    await saveDraft(rooms.deps, dora, place, { ...save, save: 2 });
    expect(screen.of('ScheduledChanged')).toHaveLength(1);
  });
});

describe('a message that was sent and can be taken back', () => {
  it('waits ten seconds where the account says so, told to its author alone, and goes in order', async () => {
    await undoSeconds(10);
    const [screen, others] = [await rooms.screenOf(dora), await rooms.screenOf(petar)];
    const before = Date.now();
    const [one, two] = [await sent({ text: 'One' }), await sent({ text: 'Two' })];
    expect(Date.parse(one.sendAt) - before).toBeGreaterThanOrEqual(10_000);
    expect(Date.parse(one.sendAt) - before).toBeLessThan(20_000);
    expect(await list()).toMatchObject([{ isUndo: true }, { isUndo: true }]);
    expect(await list(petar)).toEqual([]);
    expect(await roomsWithScheduled(reader(), dora)).toEqual([]);
    expect((await undoableOf(reader(), dora)).map(({ text }) => text)).toEqual(['One', 'Two']);
    expect(await undoableOf(reader(), petar)).toEqual([]);
    expect(screen.of('ScheduledChanged')).toHaveLength(2);
    expect(others.of('ScheduledChanged')).toHaveLength(0);
    expect(await refusalOf(become(one.id, 'CANCELLED', petar))).toBe('SCHEDULED_NOT_FOUND');
    expect(await work()).toBe(0);
    await sql`update scheduled_messages set send_at = send_at - interval '1 minute', due_at = due_at - interval '1 minute'`.execute(
      reader(),
    );
    await workAll();
    expect(await said()).toEqual(['One', 'Two']);
    expect(await undoableOf(reader(), dora)).toEqual([]);
    const keys = await reader().selectFrom('client_sends').select('client_message_id').where('sender_id', '=', dora.userId).execute();
    const known = [one, two].flatMap(({ clientMessageId }) => [clientMessageId, `${BY_CLOCK}${clientMessageId}`]);
    expect(keys.map((row) => row.client_message_id).toSorted()).toEqual(known.toSorted());
    // A window that heard no answer sends it again.
    const again = { roomId, channelId: visitor.contactChannelId, text: 'One', clientMessageId: one.clientMessageId };
    await sendText(rooms.deps, dora, again);
    expect(await said()).toEqual(['One', 'Two']);
  });

  it('does not say that its author has seen what the customer wrote before it went', async () => {
    await undoSeconds(10);
    await sendText(rooms.deps, dora, { roomId, channelId: visitor.contactChannelId, text: 'Hi', clientMessageId: messageId() });
    await sent({ text: 'I shall look' });
    await customerSays('Are you there?');
    await sql`update scheduled_messages set send_at = now(), due_at = now()`.execute(reader());
    await workAll();
    expect(await missed()).toBe(1);
  });

  it('is never sent once it was taken back, and is due at once where nothing can be', async () => {
    await undoSeconds(10);
    const slip = await sent({ text: 'A slip' });
    await become(slip.id, 'TAKEN_BACK');
    await undoSeconds(0);
    await sent({ text: 'At once' });
    await workAll();
    await comes(slip.id);
    await workAll();
    expect(await said()).toEqual(['At once']);
  });

  it('goes before the conversation is resolved, and whoever holds it by then', async () => {
    await undoSeconds(10);
    const bye = await sent({ text: 'Goodbye' });
    const waits = await later();
    await resolveAs(rooms.deps, dora, roomId);
    expect(await said()).toEqual(['Goodbye']);
    expect(await rowOf(bye.id)).toMatchObject({ state: 'SENT' });
    expect(await rowOf(waits.id)).toMatchObject({ state: 'WAITING' });
    const types = await reader().selectFrom('events').select('type').where('room_id', '=', roomId).orderBy('seq').execute();
    expect(types.slice(-2).map(({ type }) => type)).toEqual(['MESSAGE', 'RESOLVE']);

    await customerSays('Once more');
    await takeAs(rooms.deps, dora, roomId);
    const last = await sent({ text: 'I hand you over' });
    await handToEmil();
    await customerSays('Fine');
    await comes(last.id);
    await workAll();
    expect(await said()).toEqual(['Goodbye', 'I hand you over']);
  });
});
