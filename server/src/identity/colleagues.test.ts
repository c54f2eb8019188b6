import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/database.ts';
import { givenAccount, type TestAccount } from '../../test/people.ts';
import { givePassword, type IdentityServer, SignInBrowser, startIdentity } from '../../test/sign-in.ts';

let database: TestDatabase;
let server: IdentityServer;
let account: TestAccount;
let elena: string;
let token: string;

beforeAll(async () => {
  database = await freshDatabase();
  server = await startIdentity(database.db);
  account = await givenAccount(database.db);
  elena = (await account.agent('Elena')).userId;
  await database.db
    .reader(account.accountId)
    .updateTable('users')
    .set({ job_title: 'Adviser', language: 'bg' })
    .where('id', '=', elena)
    .execute();
  await givePassword(database.db, account.accountId, elena, 'right horse');
  for (let n = 10; n < 21; n++) await account.agent(`Agent ${n}`, { role: 'supervisor' });
  token = (await new SignInBrowser(server.origin).signIn(`elena-${elena}@lumen.example`, 'right horse')).access_token;
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

async function ask(path: string) {
  const answer = await fetch(`${server.origin}/api/${path}`, { headers: { authorization: `Bearer ${token}` } });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> & { content: Array<{ firstName: string }> } };
}
const colleagues = (query = '') => ask(`accounts/${account.accountId}/users${query}`);

it('lists colleagues by name, with names, job title and role: 10 a page from page 0, up to 1000 when asked', async () => {
  const { body } = await colleagues();
  expect([body.page, body.size, body.totalElements, body.totalPages, body.last]).toEqual([0, 10, 12, 2, false]);
  expect(body.content.map(({ firstName }) => firstName)).toEqual(Array.from({ length: 10 }, (_, at) => `Agent ${at + 10}`));
  const next = (await colleagues('?page=1')).body;
  expect(next.content).toMatchObject([
    { firstName: 'Agent 20', lastName: 'Test', jobTitle: '', role: 'supervisor', active: true },
    { id: elena, firstName: 'Elena', lastName: 'Test', jobTitle: 'Adviser', role: 'agent', active: true },
  ]);
  expect(next.last).toBe(true);
  expect((await colleagues('?size=1000')).body.content).toHaveLength(12);
  expect((await colleagues('?size=1001')).status).toBe(400);
});

it('tells the signed-in person: names, e-mail, account, role, features, language, and no telephone yet', async () => {
  const { body } = await ask('users/me');
  expect(body).toMatchObject({
    id: elena,
    firstName: 'Elena',
    lastName: 'Test',
    email: `elena-${elena}@lumen.example`,
    accountId: account.accountId,
    accountName: 'Lumen',
    role: 'agent',
    jobTitle: 'Adviser',
    locale: 'bg',
    pbxIntegrationUrl: null,
    unifyPbxApiKey: null,
    unifyPBXSSOIntegrationUrl: null,
    unifyCCApiKey: null,
    unifyCCAgentSSOIntegrationUrl: null,
    unifyCCAdminSSOIntegrationUrl: null,
    webrtcEnabled: false,
  });
  expect(body.features).toMatchObject({ TAGS: false, KNOWLEDGE_BASE: false });
});
