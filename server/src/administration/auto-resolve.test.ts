import type { AutoResolveRules, QueueDetails } from '@parley/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Administration, replacing, startAdministration } from '../../test/administration.ts';

let given: Administration;
let path: string;
beforeAll(async () => {
  given = await startAdministration();
  path = `/accounts/${given.account.accountId}/auto-resolve`;
}, 60_000);
afterAll(() => given.close());

const read = async () => (await given.call<AutoResolveRules>(given.ana.token, 'GET', path)).body;
const change = (to: Record<string, unknown>, token = given.ana.token) => given.call<AutoResolveRules>(token, 'PATCH', path, replacing(to));

it('conversations are resolved by themselves once an admin or a super admin says after how long, on the record', async () => {
  expect(await read()).toEqual({ silentMinutes: null, warningMinutes: 5, warningText: '', warnsOutsideChats: true });
  expect((await change({ silentMinutes: 60 })).body).toMatchObject({ silentMinutes: 60 });
  expect((await change({ warningMinutes: null, warningText: '  Still here?  ' }, given.superToken)).body).toEqual({
    silentMinutes: 60,
    warningMinutes: null,
    warningText: 'Still here?',
    warnsOutsideChats: true,
  });
  expect((await change({ warnsOutsideChats: false })).body).toMatchObject({ warnsOutsideChats: false });
  expect(await read()).toMatchObject({ silentMinutes: 60, warningMinutes: null, warnsOutsideChats: false });
  const [last, newest, before] = await given.trail('ACCOUNT_CHANGED');
  expect(last).toMatchObject({ before: { warnsOutsideChats: true }, after: { warnsOutsideChats: false } });
  expect([before, newest]).toMatchObject([
    { before: { silentMinutes: null }, after: { silentMinutes: 60 } },
    { before: { warningMinutes: 5, warningText: '' }, after: { warningMinutes: null, warningText: 'Still here?' } },
  ]);
});

it('the time is refused where it is too short, too long or none, and to agents', async () => {
  for (const minutes of [4, 0, 43_201, 7.5, '60']) expect((await change({ silentMinutes: minutes })).key).toBe('ERROR_VALIDATION');
  for (const minutes of [0, 1441]) expect((await change({ warningMinutes: minutes })).key).toBe('ERROR_VALIDATION');
  const agent = await given.person('Emil');
  expect((await change({ silentMinutes: 60 }, agent.token)).key).toBe('ERROR_FORBIDDEN');
});

it('a queue has a time of its own, none, or the account’s', async () => {
  const queue = `/accounts/${given.account.accountId}/queues/${given.account.queueId}`;
  const set = (minutes: unknown) => given.call<QueueDetails>(given.ana.token, 'PATCH', queue, replacing({ silentMinutes: minutes }));
  for (const minutes of [15, 0, null]) expect((await set(minutes)).body.silentMinutes).toBe(minutes);
  expect((await set(3)).key).toBe('ERROR_VALIDATION');
});
