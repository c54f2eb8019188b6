import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { givenAccount } from '../../../test/people.ts';
import {
  account,
  become,
  comes,
  customerSays,
  database,
  dora,
  emil,
  handToEmil,
  job,
  later,
  list,
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
  useScheduledWorld,
  workAll,
} from '../../../test/scheduled-world.ts';
import type { Actor } from '../../accounts/index.ts';
import { resolveAs } from '../acting.ts';
import { forgetOldWork } from '../forget.ts';
import { changeScheduled } from './schedule.ts';
import { waitingIn } from './scheduled-rows.ts';

useScheduledWorld();

describe('who may change it', () => {
  it('its author sends it now, cancels it, takes that back, and goes on writing it', async () => {
    const [now, cancelled, edited] = [await later({ text: 'Now' }), await later({ text: 'Never' }), await later({ text: 'Not so' })];
    expect(await become(now.id, 'SENT')).toMatchObject({ state: 'SENT' });
    expect(await become(now.id, 'SENT')).toMatchObject({ state: 'SENT' });
    expect(await said()).toEqual(['Now']);
    expect(await refusalOf(become(now.id, 'CANCELLED'))).toBe('SCHEDULED_SETTLED');
    expect(await refusalOf(become(now.id, 'TAKEN_BACK'))).toBe('SCHEDULED_SETTLED');
    expect(await refusalOf(become(now.id, 'WAITING'))).toBe('SCHEDULED_SETTLED');
    await become(cancelled.id, 'CANCELLED');
    await become(cancelled.id, 'CANCELLED');
    expect((await list()).map(({ text }) => text)).toEqual(['Not so']);
    expect(await become(cancelled.id, 'WAITING')).toMatchObject({ state: 'WAITING', reason: null });
    expect(await become(edited.id, 'TAKEN_BACK')).toMatchObject({ state: 'CANCELLED', reason: 'SCHEDULED_TAKEN_BACK', text: 'Not so' });
    expect(await become(edited.id, 'TAKEN_BACK')).toMatchObject({ text: 'Not so' });
    // Its words are nowhere else until the window has them.
    expect((await list()).map(({ text }) => text).toSorted()).toEqual(['Never', 'Not so']);
    await become(edited.id, 'DISMISSED');
    expect(await refusalOf(become(edited.id, 'TAKEN_BACK'))).toBeNull();
    expect(await refusalOf(become(edited.id, 'WAITING'))).toBe('SCHEDULED_SETTLED');
    await comes(cancelled.id, edited.id);
    await workAll();
    expect(await said()).toEqual(['Now', 'Never']);
    expect(await toldOf(dora)).toEqual([]);
  });

  it('who holds the conversation and supervisors cancel it, and its author is told by whom; nobody else', async () => {
    const [one, two] = [await later(), await later()];
    expect(await refusalOf(become(one.id, 'CANCELLED', emil))).toBe('ROOM_NOT_FOUND');
    for (const to of ['SENT', 'TAKEN_BACK', 'DISMISSED'] as const)
      expect(await refusalOf(become(one.id, to, petar))).toBe('SCHEDULED_NOT_YOURS');
    await become(one.id, 'CANCELLED', petar);
    expect(await toldOf(dora)).toEqual([{ kind: 'SCHEDULED_CANCELLED', by_name: 'Petar Test' }]);
    expect((await list()).map(({ id, reason }) => [id, reason])).toEqual([
      [one.id, 'SCHEDULED_CANCELLED_BY_COLLEAGUE'],
      [two.id, null],
    ]);
    await become(one.id, 'WAITING', petar);
    await handToEmil();
    await become(two.id, 'CANCELLED', emil);
    const of = await later({}, emil);
    expect(await refusalOf(become(of.id, 'CANCELLED'))).toBe('SCHEDULED_NOT_YOURS');
    const stranger = await account.agent('Zoe', { inQueue: false });
    expect(await refusalOf(become(one.id, 'CANCELLED', stranger))).toBe('ROOM_NOT_FOUND');
    expect(await refusalOf(changeScheduled(rooms.deps, petar, { roomId, scheduledId: dora.userId }, { become: 'CANCELLED' }))).toBe(
      'SCHEDULED_NOT_FOUND',
    );
  });

  it('what its author gave up no colleague has back; nor does it wait again once the customer wrote, who was to keep it from going', async () => {
    const [own, theirs, unless] = [await later(), await later(), await later({ unlessCustomerWrites: true })];
    await become(own.id, 'CANCELLED');
    expect(await refusalOf(become(own.id, 'CANCELLED', petar))).toBe('SCHEDULED_SETTLED');
    expect(await refusalOf(become(own.id, 'WAITING', petar))).toBe('SCHEDULED_SETTLED');
    await become(theirs.id, 'CANCELLED', petar);
    await become(theirs.id, 'WAITING', petar);
    await become(theirs.id, 'CANCELLED', petar);
    await become(theirs.id, 'DISMISSED');
    expect(await refusalOf(become(theirs.id, 'WAITING', petar))).toBe('SCHEDULED_SETTLED');
    await become(unless.id, 'CANCELLED');
    await customerSays('I am here again');
    expect(await refusalOf(become(unless.id, 'WAITING'))).toBe('SCHEDULED_SETTLED');
    await become(own.id, 'WAITING');
    expect(await rowOf(own.id)).toMatchObject({ state: 'WAITING' });
  });

  it('a cancelled one does not wait again once its time has passed; what is settled is forgotten after a month', async () => {
    const kept = await later();
    await become(kept.id, 'CANCELLED');
    const scheduledId = kept.id;
    const after = Date.parse(kept.sendAt) + 1;
    expect(await refusalOf(changeScheduled(rooms.deps, dora, { roomId, scheduledId }, { become: 'WAITING' }, after))).toBe(
      'SCHEDULED_TIME_PASSED',
    );
    await forgetOldWork({}, job());
    expect(await rowOf(kept.id)).toMatchObject({ state: 'CANCELLED' });
    await sql`update scheduled_messages set settled_at = now() - interval '31 days' where id = ${kept.id}`.execute(reader());
    await forgetOldWork({}, job());
    expect(await reader().selectFrom('scheduled_messages').select('id').where('id', '=', kept.id).execute()).toEqual([]);
  });
});

describe('before a conversation is resolved or handed on', () => {
  it('it is told how many messages wait in it: scheduled by anybody, just sent by whoever asks; and of no room out of sight', async () => {
    await undoSeconds(10);
    const { id } = await reader().selectFrom('conversations').select('id').where('room_id', '=', roomId).executeTakeFirstOrThrow();
    await later();
    const cancelled = await later();
    await become(cancelled.id, 'CANCELLED');
    await sent({ text: 'Just now' });
    const stranger = await (await givenAccount(database.db, 'Orion')).agent('Ivan', { role: 'admin' });
    const told = (actor: Actor, ids = [id]) => waitingIn(database.db.reader(actor.accountId), actor, ids);
    expect(await told(dora)).toEqual({ scheduled: 1, starting: 0, undoable: 1 });
    expect(await told(petar)).toEqual({ scheduled: 1, starting: 0, undoable: 0 });
    expect(await told(stranger)).toEqual({ scheduled: 0, starting: 0, undoable: 0 });
    const nobody = await account.agent('Nobody', { inQueue: false });
    expect(await told(nobody)).toEqual({ scheduled: 0, starting: 0, undoable: 0 });
    await resolveAs(rooms.deps, dora, roomId);
    expect(await told(dora)).toEqual({ scheduled: 0, starting: 0, undoable: 0 });
  });
});
