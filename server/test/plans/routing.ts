import { expect } from 'vitest';
import { giveOut } from '../../src/routing/give-out.ts';
import { wakeDue } from '../../src/routing/wake.ts';
import { GIVE_OUT, LIST } from './budget.ts';
import type { Asking, Person } from './rest-of-contract.ts';

/** Giving out; and waking, where much of what is held sleeps and a little of that is due. */
export async function routingOf({ app, plans, account, hot, as }: Asking, person: Person): Promise<void> {
  await hot(
    'gives out',
    async () => {
      await as(person, 'PUT', 'users/me/chat-status', { status: 'ready' });
      await giveOut(app.database.db, account.accountId);
    },
    GIVE_OUT,
  );
  const asleep = await plans.superuser.query(
    `update conversations set assigned_user_id = $1, snoozed_at = now(), snoozed_until = now() + interval '9 days', wakes_at = now() + interval '9 days'
     where id in (select id from conversations where account_id = $2 and state = 'ASSIGNED' and snoozed_at is null limit 100)`,
    [person.actor.userId, account.accountId],
  );
  expect(asleep.rowCount).toBeGreaterThan(50);
  await hot('what sleeps', () => as(person, 'GET', 'rooms?view=snoozed&size=30&sort=lastEventTimestamp,desc'), LIST);
  await plans.superuser.query(
    `update conversations set wakes_at = 'epoch' where id in (
      select id from conversations where snoozed_until > now() and wakes_at > now() and assigned_user_id = $1 limit 3)`,
    [person.actor.userId],
  );
  await hot('wakes what is due', async () => expect((await wakeDue(app.database.db, account.accountId)).woken).toBe(3));
}
