import type { Account, AccountLine, CurrentUser } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Administration, openSocket, replacing, startAdministration } from '../../test/administration.ts';
import { newId } from '../platform/clock.ts';

let given: Administration;
beforeAll(async () => {
  given = await startAdministration();
}, 60_000);
afterAll(() => given.close());

const make = async (body: Record<string, unknown>) => (await given.call<Account>(given.superToken, 'POST', '/accounts', body)).body;
const change = (id: string, fields: Record<string, unknown>) =>
  given.call<Account>(given.superToken, 'PATCH', `/accounts/${id}`, replacing(fields));

describe('an account', () => {
  it('is made with every field, its default queue in its language, and its keys told to nobody', async () => {
    const fields = {
      name: 'Вега',
      country: 'BG',
      industry: 'Energy',
      description: 'Meters',
      language: 'bg',
      timezone: 'Europe/Sofia',
      companyTradeName: 'Vega Ltd',
      serialNumber: 'V-1',
      googleProjectId: 'vega-1',
      externalUserId: 'e-9',
      webrtcEnabled: true,
      pbxIntegrationUrl: 'https://pbx.example/frame',
      unifyPBXSSOIntegrationUrl: 'https://pbx.example/sso',
      unifyCCAgentSSOIntegrationUrl: 'https://cc.example/agent',
      unifyCCAdminSSOIntegrationUrl: 'https://cc.example/admin',
    };
    const made = await make({ ...fields, features: { TAGS: true }, pbxApiKey: 'pbx-secret', callCentreApiKey: 'cc-secret' });
    expect(made).toMatchObject({ ...fields, status: 'active', userCount: 0, hasPbxApiKey: true, hasCallCentreApiKey: true });
    expect(made.features).toMatchObject({ TAGS: true, KNOWLEDGE_BASE: false });
    const read = await given.call<Account>(given.superToken, 'GET', `/accounts/${made.id}`);
    expect(read.body).toEqual(made);
    const reader = given.app.database.db.reader(made.id);
    expect(await reader.selectFrom('queues').select(['name', 'is_default']).execute()).toEqual([
      { name: 'Общи запитвания', is_default: true },
    ]);
    const row = await reader.selectFrom('accounts').select('pbx_api_key').executeTakeFirstOrThrow();
    expect(row.pbx_api_key?.includes('pbx-secret')).toBe(false);
    const { body } = await given.call(given.superToken, 'GET', `/accounts/${made.id}/audit`);
    expect(JSON.stringify([made, read, body])).not.toMatch(/pbx-secret|cc-secret/);
    expect(body).toMatchObject({
      content: [
        { kind: 'ACCOUNT_READ', entity: { type: 'AUDIT' } },
        { kind: 'ACCOUNT_READ', entity: { type: 'ACCOUNT', name: 'Вега' } },
        {
          kind: 'ACCOUNT_CREATED',
          actor: { id: given.superUserId, name: 'Stefan Asenov', role: 'superAdmin' },
          after: { name: 'Вега', 'features.TAGS': true, pbxApiKey: 'SECRET_CHANGED' },
          address: '127.0.0.1',
        },
      ],
      last: true,
    });
  });

  it('is one for one id of its maker, when the first answer was lost', async () => {
    const ask = (clientAccountId: string, body: Record<string, unknown>) =>
      given.call<Account>(given.superToken, 'POST', '/accounts', { clientAccountId, ...body });
    const id = newId();
    const body = { name: 'Once', pbxApiKey: 'pbx-secret' };
    const [first, again] = await Promise.all([ask(id, body), ask(id, body)]);
    expect(again.body).toEqual(first.body);
    expect((await ask(id, body)).body.id).toBe(first.body.id);
    // Secrets are content too.
    for (const other of [
      { name: 'Twice', pbxApiKey: 'pbx-secret' },
      { name: 'Once', pbxApiKey: 'other' },
    ])
      expect(await ask(id, other)).toMatchObject({ status: 409, key: 'CREATION_ID_USED' });
    const { body: all } = await given.call<{ totalElements: number }>(given.superToken, 'GET', '/accounts?search=Once');
    expect(all.totalElements).toBe(1);
    expect((await ask(newId(), body)).body.id).not.toBe(first.body.id);
  });

  it('is listed by page, part of its name, status and number of people', async () => {
    await make({ name: 'Altair' });
    const { id } = await make({ name: 'altair two' });
    await change(id, { status: 'inactive' });
    type List = { content: AccountLine[]; totalElements: number; last: boolean };
    const list = async (query: string) => (await given.call<List>(given.superToken, 'GET', `/accounts?${query}`)).body;
    expect((await list('search=ALTAIR')).content.map(({ name }) => name)).toEqual(['Altair', 'altair two']);
    expect(await list('search=altair&size=1&page=1')).toMatchObject({ content: [{ name: 'altair two' }], totalElements: 2, last: true });
    expect(await list('search=altair&size=1&page=7')).toMatchObject({ content: [], totalElements: 2, last: true });
    expect((await list('search=altair&status=inactive')).content.map(({ name }) => name)).toEqual(['altair two']);
    expect((await list('sort=userCount,desc')).content[0]).toMatchObject({ name: 'Lumen', userCount: 1 });
    expect((await list('search=%25')).content).toEqual([]);
  });

  it('is listed to nobody of whom the database does not know that they are a super admin', async () => {
    const { db } = given.app.database;
    const { rows } = await db.outside((tx) =>
      tx.executeQuery({
        sql: `select * from accounts_for_super_user('${given.ana.actor.userId}', null, null, 'name', false, 10, 0)`,
        parameters: [],
        query: { kind: 'RawNode' } as never,
        queryId: { queryId: 'listed' },
      }),
    );
    expect(rows).toEqual([]);
  });

  it('changes only what is named, switches features one by one, and the trail tells before and after', async () => {
    const { id } = await make({ name: 'Rigel', industry: 'Books', features: { TAGS: true } });
    expect((await change(id, { industry: 'Paper', features: { VIOLATIONS: true } })).body).toMatchObject({
      name: 'Rigel',
      industry: 'Paper',
      features: { TAGS: true, VIOLATIONS: true },
    });
    expect((await change(id, { industry: 'Paper' })).status).toBe(200);
    const { body } = await given.call<{ content: unknown[] }>(given.superToken, 'GET', `/accounts/${id}/audit?kind=ACCOUNT_CHANGED`);
    expect(body.content).toMatchObject([
      { before: { industry: 'Books', 'features.VIOLATIONS': false }, after: { industry: 'Paper', 'features.VIOLATIONS': true } },
    ]);
  });

  it('is read by its own admins, without its keys, changed by them never, and is to those of another one not there', async () => {
    const { accountId } = given.account;
    await change(accountId, { industry: 'Lamps', callCentreApiKey: 'cc-hidden' });
    const read = await given.call<Account>(given.ana.token, 'GET', `/accounts/${accountId}`);
    expect(read.body).toMatchObject({ id: accountId, name: 'Lumen', industry: 'Lamps', hasCallCentreApiKey: true });
    expect(JSON.stringify(read.body)).not.toContain('cc-hidden');
    const mine = await given.call(given.ana.token, 'PATCH', `/accounts/${accountId}`, replacing({ industry: 'Books' }));
    expect(mine.status).toBe(403);
    const { id } = await make({ name: 'Deneb' });
    expect(await given.call(given.ana.token, 'GET', `/accounts/${id}`)).toMatchObject({ status: 404, key: 'ACCOUNT_NOT_FOUND' });
    const dora = await given.person('Dora');
    expect((await given.call(dora.token, 'GET', `/accounts/${accountId}`)).status).toBe(403);
  });

  it('gives its people what signs them into the telephones: their own key first', async () => {
    const { accountId } = given.account;
    await change(accountId, { pbxApiKey: 'of-account', callCentreApiKey: 'cc', unifyPBXSSOIntegrationUrl: 'https://pbx.example/sso' });
    const me = async () => (await given.call<CurrentUser>(given.ana.token, 'GET', '/users/me')).body;
    expect(await me()).toMatchObject({
      unifyPbxApiKey: 'of-account',
      unifyCCApiKey: 'cc',
      unifyPBXSSOIntegrationUrl: 'https://pbx.example/sso',
      unifyCCAgentSSOIntegrationUrl: null,
      webrtcEnabled: false,
    });
    const own = `/accounts/${accountId}/people/${given.ana.actor.userId}`;
    const changed = await given.call(given.ana.token, 'PATCH', own, replacing({ unifyApiKey: 'her-own' }));
    expect(changed.body).toMatchObject({ hasUnifyApiKey: true });
    expect(JSON.stringify(changed.body)).not.toContain('her-own');
    expect((await me()).unifyPbxApiKey).toBe('her-own');
  });

  it('that is inactive lets nobody in, closes open sockets and shuts its widgets, until it is active again', async () => {
    const { accountId, widgetId } = given.account;
    const zoe = await given.person('Zoe');
    const socket = await openSocket(given.app.origin, zoe.token);
    const widget = () => given.call('', 'GET', `/visitor/widgets/${widgetId}`);
    const session = () => given.call<{ secret: string }>('', 'POST', '/visitor/sessions', { widgetId });
    const { secret } = (await session()).body;
    const history = () =>
      fetch(`${given.app.origin}/api/visitor/history`, { headers: { 'x-visitor-secret': secret } }).then(({ status }) => status);
    expect(await history()).toBe(200);

    await change(accountId, { status: 'inactive' });
    expect(await socket.closed).toBe(4403);
    expect((await given.call(zoe.token, 'GET', '/users/me')).key).toBe('USER_ROLE_CHANGED');
    await expect(given.signIn(zoe.email)).rejects.toThrow('401');
    expect([(await widget()).key, (await session()).key, await history()]).toEqual(['WIDGET_CLOSED', 'WIDGET_CLOSED', 401]);

    await change(accountId, { status: 'active' });
    expect((await given.call(await given.signIn(zoe.email), 'GET', '/users/me')).status).toBe(200);
    expect([(await widget()).status, await history()]).toEqual([200, 200]);
    expect((await given.trail('ACCOUNT_DEACTIVATED'))[0]).toMatchObject({ before: { status: 'active' }, after: { status: 'inactive' } });
  }, 20_000);
});
