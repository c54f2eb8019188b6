import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  asked,
  become,
  comes,
  customerSays,
  dora,
  reader,
  roomId,
  rooms,
  rowOf,
  said,
  toldOf,
  undoSeconds,
  useAnotherAccount,
  useScheduledWorld,
  work,
  workAll,
} from '../../../test/scheduled-world.ts';
import { Problem } from '../../platform/problem.ts';
import { resolveAs, takeAs } from '../acting.ts';
import { scheduleMessage } from './schedule.ts';

useScheduledWorld();

describe('whatever happens at once', () => {
  type Act = 'customer' | 'work' | 'work twice' | 'cancel' | 'now' | 'take back' | 'resolve' | 'again';
  const act: fc.Arbitrary<Act> = fc.constantFrom('customer', 'work', 'work twice', 'cancel', 'now', 'take back', 'resolve', 'again');

  it('each is stored once or not at all, and its row says which', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(act, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        async (rounds, unless) => {
          await useAnotherAccount();
          await customerSays('Hello');
          await takeAs(rooms.deps, dora, roomId);
          await undoSeconds(10);
          const asks = [asked({ text: 'Later', unlessCustomerWrites: unless }), asked({ text: 'Undo', sendAt: null })];
          const kept = await Promise.all(asks.map((one) => scheduleMessage(rooms.deps, dora, roomId, one)));
          const ids = kept.map(({ id }) => id);
          const passing = (promise: Promise<unknown>) =>
            promise.catch((error: unknown) => {
              if (!(error instanceof Problem)) throw error;
            });
          const doing: Record<Act, () => Promise<unknown>> = {
            customer: () => customerSays('Me'),
            work: () => comes(...ids).then(work),
            'work twice': () => comes(...ids).then(() => Promise.all([work(), work()])),
            cancel: () => passing(become(ids[0] as string, 'CANCELLED')),
            now: () => passing(become(ids[0] as string, 'SENT')),
            'take back': () => passing(become(ids[1] as string, 'TAKEN_BACK')),
            resolve: () => passing(resolveAs(rooms.deps, dora, roomId)),
            again: () => Promise.all(asks.map((one) => passing(scheduleMessage(rooms.deps, dora, roomId, one)))),
          };
          for (const round of rounds) await Promise.all(round.map((one) => doing[one]()));
          await comes(...ids);
          await sql`update scheduled_messages set due_at = clock_timestamp() where due_at is not null`.execute(reader());
          await workAll();
          const rows = await Promise.all(ids.map(rowOf));
          const words = await said();
          for (const [place, text] of ['Later', 'Undo'].entries()) {
            expect(rows[place]?.state).not.toBe('WAITING');
            expect(rows[place]?.due_at).toBeNull();
            expect(words.filter((one) => one === text)).toHaveLength(rows[place]?.state === 'SENT' ? 1 : 0);
          }
          // Nothing that was not sent by another's hand is silent.
          const silent = rows.filter(({ state, reason }) => state === 'FAILED' || reason === 'SCHEDULED_CUSTOMER_WROTE').length;
          expect(await toldOf(dora)).toHaveLength(silent);
        },
      ),
      { numRuns: 25 },
    );
  });
});
