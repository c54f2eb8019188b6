import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { givenApplication, givenCustomer } from '../../../test/loop-back/customers.ts';
import {
  account,
  asked,
  become,
  comes,
  database,
  dora,
  emil,
  handToEmil,
  later,
  list,
  log,
  owner,
  petar,
  reader,
  roomId,
  rooms,
  rowOf,
  said,
  sent,
  toldOf,
  undoSeconds,
  uploaded,
  useScheduledWorld,
  work,
  workAll,
} from '../../../test/scheduled-world.ts';
import type { Actor } from '../../accounts/index.ts';
import { resolveAs } from '../acting.ts';
import { scheduleMessage } from './schedule.ts';
import { claimScheduled, MOST_TRIES, settleScheduled } from './scheduled-clock.ts';
import { tellScheduledOf } from './tell-scheduled.ts';

useScheduledWorld();

describe('what cannot be sent at its time', () => {
  it.each([
    ['the conversation was resolved', () => resolveAs(rooms.deps, dora, roomId), 'CONVERSATION_RESOLVED'],
    ['its author does not hold it any more', handToEmil, 'COMMUNICATION_CHANNEL_CANNOT_MESSAGE_NOT_PARTICIPANT'],
    [
      'its author works here no more',
      () => reader().updateTable('users').set({ active: false }).where('id', '=', dora.userId).execute(),
      'SCHEDULED_AUTHOR_LEFT',
    ],
    [
      'its file was thrown away',
      () => sql`update files set state = 'GOING' where user_id = ${dora.userId}`.execute(reader()),
      'FILE_NOT_FOUND',
    ],
  ])('is said to its author: %s', async (_why, happens, reason) => {
    const kept = await later({ fileIds: [await uploaded()] });
    await happens();
    await comes(kept.id);
    await workAll();
    expect(await said()).toEqual([]);
    expect(await rowOf(kept.id)).toMatchObject({ state: 'FAILED', reason, due_at: null });
    expect(await toldOf(dora)).toEqual([{ kind: 'SCHEDULED_NOT_SENT', by_name: '' }]);
    await workAll();
    expect(await toldOf(dora)).toHaveLength(1);
  });

  it('of who works here no more is said to who holds the conversation, by the name of its author', async () => {
    const leaves = () => reader().updateTable('users').set({ active: false }).where('id', '=', dora.userId).execute();
    const kept = await later();
    await handToEmil();
    await leaves();
    await comes(kept.id);
    await workAll();
    expect(await rowOf(kept.id)).toMatchObject({ state: 'FAILED', reason: 'SCHEDULED_AUTHOR_LEFT' });
    expect(await toldOf(emil)).toEqual([{ kind: 'SCHEDULED_NOT_SENT', by_name: 'Dora Test' }]);
    expect(await toldOf(dora)).toEqual([{ kind: 'SCHEDULED_NOT_SENT', by_name: '' }]);
    expect(await toldOf(petar)).toEqual([]);
  });

  it('of who works here no more is said to those who oversee where nobody holds the conversation, and stands in the room until one of them has seen to it', async () => {
    const ana = await account.agent('Ana', { role: 'admin', inQueue: false });
    const seenBy = async (of: Actor) => (await list(of)).map(({ text, state, isAuthorGone }) => [text, state, isAuthorGone]);
    const kept = await later({ text: 'Your lamp is ready' });
    expect(await seenBy(petar)).toEqual([['Your lamp is ready', 'WAITING', false]]);
    await resolveAs(rooms.deps, dora, roomId);
    await reader().updateTable('users').set({ active: false }).where('id', '=', dora.userId).execute();
    expect(await seenBy(petar)).toEqual([['Your lamp is ready', 'WAITING', true]]);
    await comes(kept.id);
    await workAll();
    expect(await rowOf(kept.id)).toMatchObject({ state: 'FAILED', reason: 'SCHEDULED_AUTHOR_LEFT' });
    for (const one of [petar, ana]) {
      expect(await toldOf(one)).toEqual([{ kind: 'SCHEDULED_NOT_SENT', by_name: 'Dora Test' }]);
      expect(await seenBy(one)).toEqual([['Your lamp is ready', 'FAILED', true]]);
    }
    expect(await toldOf(emil)).toEqual([]);
    await expect(become(kept.id, 'DISMISSED', emil)).rejects.toMatchObject({ key: 'SCHEDULED_NOT_YOURS' });
    await become(kept.id, 'DISMISSED', petar);
    expect(await seenBy(ana)).toEqual([]);
  });

  it('is told beforehand where its author is deactivated, and is told otherwise where they are activated', async () => {
    await later();
    const screen = await rooms.screenOf(petar);
    await tellScheduledOf(rooms.deps, account.accountId, dora.userId);
    expect(screen.of('ScheduledChanged')).toEqual([{ roomId, authorId: dora.userId }]);
  });

  it('for a fault of ours is tried again, and given up in the end', async () => {
    const kept = await later();
    await comes(kept.id);
    const broken = { ...rooms.deps, channels: { ...rooms.deps.channels } };
    await owner.query(
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'a fault of ours'; end $$;
       create trigger refuse before insert on events for each row execute function refuse()`,
    );
    try {
      const [claim] = await claimScheduled(broken, 10);
      await settleScheduled(broken, log, claim as NonNullable<typeof claim>);
      expect(await rowOf(kept.id)).toMatchObject({ state: 'WAITING', tries: 1 });
      expect(await work()).toBe(0);
      await sql`update scheduled_messages set due_at = clock_timestamp(), tries = ${MOST_TRIES - 1} where id = ${kept.id}`.execute(
        reader(),
      );
      await work();
      expect(await rowOf(kept.id)).toMatchObject({ state: 'FAILED', reason: 'ERROR_DEFAULT_MESSAGE' });
    } finally {
      await owner.query('drop trigger refuse on events; drop function refuse()');
    }
    expect(await toldOf(dora)).toMatchObject([{ kind: 'SCHEDULED_NOT_SENT' }]);
  });
});

describe('what its author had sent who works here no more', () => {
  const leaves = () => reader().updateTable('users').set({ active: false }).where('id', '=', dora.userId).execute();

  it.each([
    ['at its time', (id: string) => comes(id).then(workAll)],
    ['before the conversation is resolved', () => handToEmil().then(() => resolveAs(rooms.deps, emil, roomId))],
  ])('goes all the same, under their name: %s', async (_when, happens) => {
    await undoSeconds(10);
    const bye = await sent({ text: 'Goodbye' });
    await leaves();
    await happens(bye.id);
    expect(await said()).toEqual(['Goodbye']);
    expect(await rowOf(bye.id)).toMatchObject({ state: 'SENT' });
    expect(await toldOf(dora)).toEqual([]);
  });

  it('begins no conversation that nobody would hold', async () => {
    await undoSeconds(10);
    const customer = await givenCustomer(rooms.deps, dora, 'SMS', await givenApplication(database.db, account, 'SMS'));
    await resolveAs(rooms.deps, dora, customer.roomId);
    const { contactChannelId: channelId } = customer;
    const kept = await scheduleMessage(rooms.deps, dora, customer.roomId, asked({ channelId, sendAt: null }));
    await leaves();
    await comes(kept.id);
    await workAll();
    expect(await rowOf(kept.id)).toMatchObject({ state: 'FAILED', reason: 'SCHEDULED_AUTHOR_LEFT' });
  });
});
