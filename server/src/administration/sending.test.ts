import type { CurrentUser, SendingRules } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Administration, replacing, startAdministration } from '../../test/administration.ts';
import { givenAccount } from '../../test/people.ts';

let given: Administration;
let path: string;
beforeAll(async () => {
  given = await startAdministration();
  path = `/accounts/${given.account.accountId}/sending`;
}, 60_000);
afterAll(() => given.close());

const read = async () => (await given.call<SendingRules>(given.ana.token, 'GET', path)).body;
const change = (to: object, token = given.ana.token) =>
  given.call<SendingRules>(token, 'PATCH', path, replacing(to as Record<string, unknown>));

describe('how messages to customers are sent', () => {
  it('is at once until somebody says otherwise, is told to everybody who is signed in, and stands in the trail', async () => {
    const usual = { undoSendSeconds: 0, cancelWhenCustomerWrites: true };
    expect(await read()).toEqual(usual);
    const agent = await given.person('Dora');
    const me = async () => (await given.call<CurrentUser>(agent.token, 'GET', '/users/me')).body.sending;
    expect(await me()).toEqual(usual);
    const changed = { undoSendSeconds: 10, cancelWhenCustomerWrites: false };
    expect((await change(changed)).body).toEqual(changed);
    expect(await me()).toEqual(changed);
    expect((await change({ undoSendSeconds: 0 }, given.superToken)).body).toEqual({ ...changed, undoSendSeconds: 0 });
    const [newest, before] = await given.trail('ACCOUNT_CHANGED');
    expect([before, newest]).toMatchObject([
      { before: usual, after: changed },
      { before: { undoSendSeconds: 10 }, after: { undoSendSeconds: 0 } },
    ]);
    await change({ undoSendSeconds: 0 });
    expect(await given.trail('ACCOUNT_CHANGED')).toHaveLength(2);
  });

  it('can be undone for ten seconds or not at all, in one’s own account, by those who keep it', async () => {
    for (const seconds of [5, 11, -10, null, '10']) expect((await change({ undoSendSeconds: seconds })).key).toBe('ERROR_VALIDATION');
    const elsewhere = await givenAccount(given.app.database.db, 'Orion');
    expect((await given.call(given.ana.token, 'GET', `/accounts/${elsewhere.accountId}/sending`)).key).toBe('ACCOUNT_NOT_FOUND');
    const agent = await given.person('Emil');
    expect((await change({ undoSendSeconds: 0 }, agent.token)).key).toBe('ERROR_FORBIDDEN');
  });
});
