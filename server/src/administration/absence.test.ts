import type { AbsenceRules } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Administration, replacing, startAdministration } from '../../test/administration.ts';
import { givenAccount } from '../../test/people.ts';
import { accountSettings } from '../accounts/index.ts';

let given: Administration;
let path: string;
beforeAll(async () => {
  given = await startAdministration();
  path = `/accounts/${given.account.accountId}/absence`;
}, 60_000);
afterAll(() => given.close());

const read = async () => (await given.call<AbsenceRules>(given.ana.token, 'GET', path)).body;
const change = (handBackAfterMinutes: unknown, token = given.ana.token) =>
  given.call<AbsenceRules>(token, 'PATCH', path, replacing({ handBackAfterMinutes }));

describe('how long somebody may be away with conversations in hand', () => {
  it('is ten minutes until somebody says otherwise, is what giving back goes by, and stands in the trail', async () => {
    expect(await read()).toEqual({ handBackAfterMinutes: 10 });
    expect((await change(3)).body).toEqual({ handBackAfterMinutes: 3 });
    const reader = given.app.database.db.reader(given.account.accountId);
    expect(await accountSettings(reader, given.account.accountId)).toMatchObject({
      handBackAfterMinutes: 3,
      capacityWeights: { EMAIL: 10 },
    });
    expect((await change(1440, given.superToken)).body).toEqual({ handBackAfterMinutes: 1440 });
    const [newest, before] = await given.trail('ACCOUNT_CHANGED');
    expect([before, newest]).toMatchObject([
      { before: { handBackAfterMinutes: 10 }, after: { handBackAfterMinutes: 3 } },
      { before: { handBackAfterMinutes: 3 }, after: { handBackAfterMinutes: 1440 } },
    ]);
    await change(1440);
    expect(await given.trail('ACCOUNT_CHANGED')).toHaveLength(2);
  });

  it('is a whole number of minutes up to a day, of one’s own account, for those who keep it', async () => {
    for (const minutes of [0, 1441, 2.5, null, '20']) expect((await change(minutes)).key).toBe('ERROR_VALIDATION');
    const elsewhere = await givenAccount(given.app.database.db, 'Orion');
    expect((await given.call(given.ana.token, 'GET', `/accounts/${elsewhere.accountId}/absence`)).key).toBe('ACCOUNT_NOT_FOUND');
    const agent = await given.person('Dora');
    expect((await change(20, agent.token)).key).toBe('ERROR_FORBIDDEN');
  });
});
