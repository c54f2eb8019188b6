import type { CapacityWeights } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Administration, replacing, startAdministration } from '../../test/administration.ts';
import { givenAccount } from '../../test/people.ts';
import { accountSettings } from '../accounts/index.ts';

let given: Administration;
let path: string;
beforeAll(async () => {
  given = await startAdministration();
  path = `/accounts/${given.account.accountId}/capacity`;
}, 60_000);
afterAll(() => given.close());

const read = async (token = given.ana.token) => (await given.call<CapacityWeights>(token, 'GET', path)).body;
const change = (fields: Record<string, unknown>, token = given.ana.token) =>
  given.call<CapacityWeights>(token, 'PATCH', path, replacing(fields));

describe('what a conversation takes of an agent', () => {
  it('is usual until somebody says otherwise, is what giving out goes by, and stands in the trail', async () => {
    expect(await read()).toMatchObject({ PHONE: 100, LIVECHAT: 20, EMAIL: 10, SMS: 20 });
    expect((await change({ LIVECHAT: 25, EMAIL: 10 })).body).toMatchObject({ LIVECHAT: 25, EMAIL: 10, PHONE: 100 });
    const reader = given.app.database.db.reader(given.account.accountId);
    expect((await accountSettings(reader, given.account.accountId)).capacityWeights).toMatchObject({ LIVECHAT: 25, INTERNAL: 20 });
    expect((await change({ SMS: 5 }, given.superToken)).body).toMatchObject({ LIVECHAT: 25, SMS: 5 });
    const [newest, before] = await given.trail('ACCOUNT_CHANGED');
    expect([before, newest]).toMatchObject([
      { before: { 'capacity.LIVECHAT': 20 }, after: { 'capacity.LIVECHAT': 25 } },
      { before: { 'capacity.SMS': 20 }, after: { 'capacity.SMS': 5 } },
    ]);
    expect(Object.keys(before?.after ?? {})).toEqual(['capacity.LIVECHAT']);
    await change({ SMS: 5 });
    expect(await given.trail('ACCOUNT_CHANGED')).toHaveLength(2);
  });

  it('is a whole number from 1 to 100, of one’s own account, for those who keep it', async () => {
    for (const weight of [0, 101, 2.5, null, '20']) expect((await change({ EMAIL: weight })).key).toBe('ERROR_VALIDATION');
    expect((await change({ INTERNAL: 10 })).key).toBe('ERROR_VALIDATION');
    const elsewhere = await givenAccount(given.app.database.db, 'Orion');
    expect((await given.call(given.ana.token, 'GET', `/accounts/${elsewhere.accountId}/capacity`)).key).toBe('ACCOUNT_NOT_FOUND');
    const agent = await given.person('Dora');
    expect((await change({ EMAIL: 20 }, agent.token)).key).toBe('ERROR_FORBIDDEN');
  });
});
