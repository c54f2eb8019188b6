import { type WallSpan, type WorkingTime, weekdays } from '@parley/contract';
import { newId } from '../src/platform/clock.ts';
import type { Database } from '../src/platform/database.ts';

/** The same on every day of the week; nothing: the usual hours of an office, without a break. */
export const workingTime = (spans: WallSpan[] = [{ from: '09:00', to: '18:00' }]): WorkingTime => ({
  always: false,
  week: Object.fromEntries(weekdays.map((day) => [day, spans])) as WorkingTime['week'],
  lunch: null,
});

/** A timeslot of an account, of which nobody is told; answers its id. */
export async function givenTimeslot(db: Database, accountId: string, hours = workingTime()): Promise<string> {
  const id = newId();
  await db.inAccount(accountId, (tx) =>
    tx
      .insertInto('timeslots')
      .values({
        id,
        account_id: accountId,
        name: `Hours ${id}`,
        name_normalized: `hours ${id}`,
        timezone: 'Europe/Sofia',
        working_time: JSON.stringify(hours),
      })
      .execute(),
  );
  return id;
}
