import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../test/app.ts';
import { givenAccount, type TestAccount } from '../../test/people.ts';
import { givePassword, SignInBrowser } from '../../test/sign-in.ts';
import { newId } from '../platform/clock.ts';

let app: TestApp;
let account: TestAccount;
let token: string;

beforeAll(async () => {
  app = await startApp();
  account = await givenAccount(app.database.db);
  const elena = await account.agent('Elena');
  await givePassword(app.database.db, account.accountId, elena.userId, 'made-up-password-1');
  token = (await new SignInBrowser(app.origin).signIn(`elena-${elena.userId}@lumen.example`, 'made-up-password-1')).access_token;
}, 60_000);
afterAll(() => app.close());

const asForm = (path: string, body: string, headers: Record<string, string> = { authorization: `Bearer ${token}` }) =>
  fetch(`${app.origin}/api${path}`, { method: 'POST', headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' }, body });
const asJson = (path: string, body: object) =>
  fetch(`${app.origin}/api${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const answerOf = async (response: Response) => [response.status, await response.json()];
const fields = (more: Record<string, string> = {}) => ({
  type: 'VIBER',
  channelApplicationId: newId(),
  customerId: newId(),
  phoneNumber: '+359881000001',
  roomId: newId(),
  ...more,
});
const written = (given: Record<string, string>) => new URLSearchParams(given).toString();

it('the form of a new channel is judged as its JSON is, and its plus is read as one', async () => {
  for (const given of [fields(), fields({ phoneNumber: '' }), fields({ type: 'SMS' }), fields({ roomId: 'none' })]) {
    const [form, json] = [await answerOf(await asForm('/channels', written(given))), await answerOf(await asJson('/channels', given))];
    expect(form).toEqual(json);
  }
  expect(await answerOf(await asForm('/channels', written(fields())))).toMatchObject([404, { message: 'ROOM_NOT_FOUND' }]);
});

it('is refused without a sign-in, with a field twice or a NUL, and where it is too long', async () => {
  const form = written(fields());
  expect((await asForm('/channels', form, {})).status).toBe(401);
  for (const bad of [`${form}&type=VIBER`, `${form}&more=%00`]) expect((await asForm('/channels', bad)).status).toBe(400);
  expect((await asForm('/channels', `${form}&more=${'x'.repeat(20_000)}`)).status).toBe(413);
});

it('no other route takes forms', async () => {
  expect(await answerOf(await asForm('/rooms', 'roomType=GROUP'))).toMatchObject([415, { message: 'ERROR_UNSUPPORTED_MEDIA_TYPE' }]);
});
