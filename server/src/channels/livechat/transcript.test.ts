import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { AgentConnection, startApp, type TestApp } from '../../../test/app.ts';
import { type Mailbox, startMailbox } from '../../../test/mailbox.ts';
import { givenAccount, messageId, type TestAccount } from '../../../test/people.ts';
import { givePassword, SignInBrowser } from '../../../test/sign-in.ts';
import { TestVisitor } from '../../../test/visitor.ts';
import { newId } from '../../platform/clock.ts';
import { writeTranscript } from './transcript.ts';

let mailbox: Mailbox;
let app: TestApp;
let account: TestAccount;
let agent: { userId: string; token: string };
let networks = 0;

beforeAll(async () => {
  mailbox = await startMailbox();
  app = await startApp({ env: { PARLEY_SMTP_URL: mailbox.url, PARLEY_MAIL_FROM: 'parley@parley.example' } });
}, 60_000);
afterAll(async () => {
  await app.close();
  await mailbox.close();
});
beforeEach(async () => {
  const { db } = app.database;
  account = await givenAccount(db);
  const { userId } = await account.agent('Elena', { role: 'supervisor' });
  const password = `made-up-${newId()}`;
  await givePassword(db, account.accountId, userId, password);
  const { email } = await db
    .reader(account.accountId)
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  agent = { userId, token: (await new SignInBrowser(app.origin).signIn(email, password)).access_token };
});

const arrive = (network = `203.0.113.${++networks}`) => TestVisitor.arrive(app.origin, account.widgetId, network);
const ask = (visitor: TestVisitor, email: string) => visitor.call('POST', 'transcript', { email });

async function post(path: string, body: unknown): Promise<void> {
  const headers = { authorization: `Bearer ${agent.token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${app.origin}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(await answer.text());
}

/** The agent takes what this visitor wrote, says so to colleagues, and answers. */
async function answer(visitor: TestVisitor, text: string): Promise<void> {
  const { eventId } = (await visitor.say('Is <Luna> in stock?')).body as { eventId: string };
  const { db } = app.database;
  const { room_id: roomId, contact_channel_id: channelId } = await db
    .reader(account.accountId)
    .selectFrom('events')
    .select(['room_id', 'contact_channel_id'])
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow();
  const { id: conversationId } = await db
    .reader(account.accountId)
    .selectFrom('conversations')
    .select('id')
    .where('room_id', '=', roomId)
    .executeTakeFirstOrThrow();
  const connection = await AgentConnection.open(app.origin, agent.token);
  const taken = await connection.ask('Assign', { roomId, conversationId, userId: agent.userId, expectedUserId: null });
  connection.close();
  expect(taken.type).toBe('Ack');
  await post(`rooms/${roomId}/messages`, { type: 'Note', payload: { clientMessageId: messageId(), roomId, text: 'A difficult one' } });
  await post(`rooms/${roomId}/messages`, { type: 'Text', payload: { clientMessageId: messageId(), roomId, channelId, text } });
}

it('brings the visitor what was said, and no note of the agents’', async () => {
  const visitor = await arrive();
  await answer(visitor, 'It is.');
  expect(await ask(visitor, 'mira@home.example')).toMatchObject({ status: 200 });
  const letter = await mailbox.letterTo('mira@home.example');
  expect(letter.subject).toBe('Your conversation with Shop');
  expect(letter.text).toMatch(/You, .+\nIs <Luna> in stock\?\n\n.*Elena.*, .+\nIt is\./);
  expect(letter.text).not.toContain('A difficult one');
  expect(letter.html).toContain('Is &lt;Luna&gt; in stock?');
});

it('asks for an answer first, and for an address', async () => {
  const visitor = await arrive();
  await visitor.say('Anybody there?');
  expect(await ask(visitor, 'mira@home.example')).toMatchObject({ status: 422, key: 'TRANSCRIPT_WITHOUT_ANSWER' });
  expect((await ask(visitor, 'home')).status).toBe(400);
});

it('sends few: to one address, of one visitor, from one network', async () => {
  const everybody = 'crowd@home.example';
  const first = await arrive();
  await answer(first, 'It is.');
  for (const [email, status] of [
    [everybody, 200],
    ['b@home.example', 200],
    ['c@home.example', 200],
    ['d@home.example', 429],
  ] as const)
    expect([email, (await ask(first, email)).status]).toEqual([email, status]);
  for (const status of [200, 200, 429]) {
    const other = await arrive();
    await answer(other, 'It is.');
    expect((await ask(other, everybody.toUpperCase())).status).toBe(status);
  }
}, 30_000);

it('says what was left out, names files, and writes times of the account’s zone', () => {
  const event = { id: '1', channelSeq: 1, createdAt: '2026-11-28T10:05:00.000Z', clientMessageId: null, status: 'SEEN' } as const;
  const file = { fileId: newId(), fileName: 'lamp.png', fileSize: 10, mediaType: 'image/png', imageWidth: 4, imageHeight: 4 };
  const letter = writeTranscript('mira@home.example', {
    site: 'Лумен',
    locale: 'bg',
    zone: 'Europe/Sofia',
    isCut: true,
    events: [
      { ...event, from: 'VISITOR', name: null, text: '', file },
      { ...event, from: 'AGENT', name: 'Елена', text: 'Благодаря', file: null },
    ],
  });
  expect(letter.text).toContain('Казаното по-рано е пропуснато.');
  expect(letter.text).toMatch(/Вие, .*12:05.*\nФайл: lamp\.png/);
  expect(letter.text).toMatch(/Елена, .*12:05.*\nБлагодаря/);
});
