import type { UserDetails } from '@parley/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Administration, replacing, startAdministration } from '../../test/administration.ts';
import { type Mailbox, startMailbox } from '../../test/mailbox.ts';
import type { Doer } from '../audit/index.ts';
import { letterLimits } from './letter-limits.ts';

let given: Administration;
let mailbox: Mailbox;
beforeAll(async () => {
  mailbox = await startMailbox();
  given = await startAdministration({ PARLEY_SMTP_URL: mailbox.url, PARLEY_MAIL_FROM: 'Parley <parley@parley.example>' });
}, 60_000);
afterAll(async () => {
  await given.close();
  await mailbox.close();
});

it('five letters reach one address, and then none for a while, whoever of the administrators asks', async () => {
  const people = `/accounts/${given.account.accountId}/people`;
  const person = { firstName: 'Stranger', email: 'stranger@elsewhere.example', role: 'agent' };
  const added = await given.call<{ user: UserDetails; invitation: { mailed: boolean } }>(given.ana.token, 'POST', people, person);
  expect(added.body.invitation).toEqual({ mailed: true, link: null });
  const { id } = added.body.user;
  const invite = (token: string) => given.call(token, 'POST', `${people}/${id}/invitation`);
  const answers = [];
  for (let times = 0; times < 7; times++) answers.push(await invite(times % 2 === 0 ? given.ana.token : given.superToken));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429, 429, 429]);
  expect(answers.at(-1)?.key).toBe('ERROR_TOO_MANY_REQUESTS');
  // What is told to the address before a change is a letter to it as well.
  const moved = await given.call(given.ana.token, 'PATCH', `${people}/${id}`, replacing({ email: 'other@elsewhere.example' }));
  expect(moved.key).toBe('ERROR_TOO_MANY_REQUESTS');
  const another = { ...person, email: 'somebody@elsewhere.example' };
  expect((await given.call(given.ana.token, 'POST', people, another)).status).toBe(200);
});

it('one administrator causes a hundred at once, and another goes on', () => {
  const limits = letterLimits();
  const doer = (id: string): Doer => ({ actor: { id, name: id, role: 'admin' }, address: '127.0.0.1', requestId: 'one' });
  const send = (id: string, count: number) => {
    for (let times = 0; times < count; times++) limits.take(doer(id), `${id}-${times}@elsewhere.example`);
  };
  send('ana', 100);
  expect(() => limits.take(doer('ana'), 'last@elsewhere.example')).toThrow('ERROR_TOO_MANY_REQUESTS');
  expect(() => send('vera', 1)).not.toThrow();
});
