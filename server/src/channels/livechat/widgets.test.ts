import type { WidgetDetails } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Administration, replacing, startAdministration } from '../../../test/administration.ts';
import { givenAccount } from '../../../test/people.ts';
import { newId } from '../../platform/clock.ts';

let given: Administration;
beforeAll(async () => {
  given = await startAdministration();
}, 60_000);
afterAll(() => given.close());

const path = (id = '') => `/accounts/${given.account.accountId}/widgets${id === '' ? '' : `/${id}`}`;
const make = async (name: string) => (await given.call<WidgetDetails>(given.ana.token, 'POST', path(), { name })).body;
const change = (id: string, fields: Record<string, unknown>, token = given.ana.token) =>
  given.call<WidgetDetails>(token, 'PATCH', path(id), replacing(fields));

describe('the chats of an account’s websites', () => {
  it('are made by a name, stand on no site at first, and open to visitors on those that are named', async () => {
    const made = await make(' Harbour Tea ');
    expect(made).toMatchObject({ name: 'Harbour Tea', language: 'en', sessionMinutes: 1440, allowedSites: [] });
    const page = () => fetch(`${given.app.origin}/chat/${made.id}`);
    expect((await page()).headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    const fields = { allowedSites: ['https://tea.example', 'https://tea.example'], headerText: 'Ask us', welcomeMessage: 'Good day' };
    const { body } = await change(made.id, { ...fields, language: 'bg', primaryColor: '#0a7d4f' });
    expect(body).toMatchObject({ ...fields, allowedSites: ['https://tea.example'], language: 'bg', primaryColor: '#0a7d4f' });
    const shown = await page();
    expect(shown.headers.get('content-security-policy')).toMatch(/frame-ancestors https:\/\/tea\.example$/);
    const config = await fetch(`${given.app.origin}/api/visitor/widgets/${made.id}`);
    expect(await config.json()).toMatchObject({
      language: 'bg',
      headerText: 'Ask us',
      welcomeMessage: 'Good day',
      primaryColor: '#0a7d4f',
    });
    const { body: all } = await given.call<{ content: WidgetDetails[] }>(given.ana.token, 'GET', path());
    expect(all.content.map(({ name }) => name)).toEqual(['Harbour Tea', 'Shop']);
  });

  it('are one for one id of their maker, when the first answer was lost', async () => {
    const ask = (clientWidgetId: string, name: string, token = given.ana.token) =>
      given.call<WidgetDetails>(token, 'POST', path(), { name, clientWidgetId });
    const id = newId();
    const [first, again] = await Promise.all([ask(id, 'Returns'), ask(id, 'Returns')]);
    expect(again.body).toEqual(first.body);
    expect(first.body).toMatchObject({ name: 'Returns' });
    expect(await ask(id, 'Returns and repairs')).toMatchObject({ status: 409, key: 'CREATION_ID_USED' });
    expect(await ask(id, 'Returns', given.superToken)).toMatchObject({ status: 409, key: 'CREATION_ID_USED' });
    expect((await given.trail('WEBSITE_CHAT_CREATED')).filter(({ entity }) => entity.name === 'Returns')).toHaveLength(1);
  });

  it('take nothing that is no site, no colour or too long, and name the field', async () => {
    const made = await make('Blog');
    for (const fields of [
      { allowedSites: ['https://tea.example/cart'] },
      { allowedSites: ["https://tea.example; script-src 'unsafe-inline'"] },
      { allowedSites: Array.from({ length: 51 }, (_, n) => `https://s${n}.example`) },
      { primaryColor: 'red' },
      { sessionMinutes: 0 },
      { name: ' ' },
      { welcomeMessage: 'x'.repeat(501) },
    ]) {
      expect(await change(made.id, fields), JSON.stringify(fields)).toMatchObject({ status: 400, key: 'ERROR_VALIDATION' });
    }
    expect(await change(made.id, {})).toMatchObject({ status: 400 });
  });

  it('are changed on the record, also by a super admin, and by nobody of another account', async () => {
    const made = await make('Help');
    await change(made.id, { name: 'Help centre' }, given.superToken);
    const [entry] = await given.trail('WEBSITE_CHAT_CHANGED');
    expect(entry).toMatchObject({
      actor: { role: 'superAdmin' },
      entity: { type: 'WIDGET', id: made.id, name: 'Help centre' },
      before: { name: 'Help' },
      after: { name: 'Help centre' },
    });
    const application = await given.app.database.db
      .reader(given.account.accountId)
      .selectFrom('channel_applications')
      .select(['name', 'type'])
      .where('id', '=', made.id)
      .executeTakeFirst();
    expect(application).toEqual({ name: 'Help centre', type: 'LIVECHAT' });
    const other = await givenAccount(given.app.database.db, 'Orion');
    expect(await change(other.widgetId, { name: 'Ours' })).toMatchObject({ status: 404, key: 'WIDGET_NOT_FOUND' });
    const theirs = `/accounts/${other.accountId}/widgets`;
    expect(await given.call(given.ana.token, 'GET', theirs)).toMatchObject({ status: 404, key: 'ACCOUNT_NOT_FOUND' });
    expect(await given.call(given.ana.token, 'POST', theirs, { name: 'Ours' })).toMatchObject({ status: 404 });
  });
});
