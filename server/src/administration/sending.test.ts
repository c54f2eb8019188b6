import type { CurrentUser, SendingRules } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Administration, openSocket, replacing, startAdministration } from '../../test/administration.ts';
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

  it('is told to every open page of the account at once, and to no other, as is what else the account says of how they work', async () => {
    const agent = await given.person('Vera');
    const screens = [await openSocket(given.app.origin, agent.token), await openSocket(given.app.origin, given.ana.token)];
    const told = () => screens.map(({ frames }) => frames.filter(({ type }) => type === 'AccountChanged').map(({ payload }) => payload));
    const elsewhere = await given.call<{ id: string }>(given.superToken, 'POST', '/accounts', { name: 'Elsewhere' });
    await given.call(given.superToken, 'PATCH', `/accounts/${elsewhere.body.id}/sending`, replacing({ undoSendSeconds: 10 }));
    await change({ undoSendSeconds: 10, cancelWhenCustomerWrites: true });
    const now = { accountName: 'Lumen', sending: { undoSendSeconds: 10, cancelWhenCustomerWrites: true } };
    await expect.poll(told).toMatchObject([[now], [now]]);
    const named = replacing({ name: 'Lumen Home', features: { TAGS: true } });
    expect((await given.call(given.superToken, 'PATCH', `/accounts/${given.account.accountId}`, named)).status).toBe(200);
    const next = { ...now, accountName: 'Lumen Home', features: { TAGS: true } };
    await expect.poll(told).toMatchObject([
      [now, next],
      [now, next],
    ]);
    const me = (await given.call<CurrentUser>(agent.token, 'GET', '/users/me')).body;
    expect(told()[0]?.at(-1)).toEqual({ accountName: me.accountName, features: me.features, sending: me.sending });
    await change({ undoSendSeconds: 0 });
  });

  it('can be undone for ten seconds or not at all, in one’s own account, by those who keep it', async () => {
    for (const seconds of [5, 11, -10, null, '10']) expect((await change({ undoSendSeconds: seconds })).key).toBe('ERROR_VALIDATION');
    const elsewhere = await givenAccount(given.app.database.db, 'Orion');
    expect((await given.call(given.ana.token, 'GET', `/accounts/${elsewhere.accountId}/sending`)).key).toBe('ACCOUNT_NOT_FOUND');
    const agent = await given.person('Emil');
    expect((await change({ undoSendSeconds: 0 }, agent.token)).key).toBe('ERROR_FORBIDDEN');
  });
});
