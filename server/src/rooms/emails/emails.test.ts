import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { type EmailPage, FILE_URL_LIFETIME } from '@parley/contract';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { someEmail } from '../../../test/emails.ts';
import { givenApplication, newAddress } from '../../../test/loop-back/customers.ts';
import { givenAccount, messageId, type TestAccount } from '../../../test/people.ts';
import { plainPicture } from '../../../test/pictures.ts';
import { givePassword, SignInBrowser } from '../../../test/sign-in.ts';
import type { Actor } from '../../accounts/index.ts';
import { receiveUpload } from '../../files/index.ts';
import { receiveFromProvider } from '../inbound/receive-from-provider.ts';
import type { RoomsDeps } from '../index.ts';

let app: TestApp;
let rooms: RoomsDeps;
let account: TestAccount;
let mailbox: string;
let elsewhere: Server;
let asked: string[] = [];
let origin = '';
const tokens = new Map<string, string>();

beforeAll(async () => {
  elsewhere = createServer(async (request, response) => {
    asked.push(request.url ?? '');
    if (request.url === '/picture.png') response.end(await plainPicture(8, 8).png().toBuffer());
    else if (request.url === '/drawing.svg')
      response.setHeader('content-type', 'image/png').end('<svg xmlns="http://www.w3.org/2000/svg"/>');
    else response.end('no picture');
  });
  elsewhere.listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  const { port } = elsewhere.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  app = await startApp({
    more(parts) {
      rooms = parts.rooms;
      parts.reach((address, at) => address === '127.0.0.1' && at === port);
    },
  });
  account = await givenAccount(app.database.db);
  mailbox = await givenApplication(app.database.db, account, 'EMAIL');
  for (const [name, inQueue] of [
    ['Elena', true],
    ['Otto', false],
  ] as const)
    await signIn(account, await account.agent(name, { inQueue }));
}, 60_000);
afterAll(async () => {
  await app.close();
  elsewhere.close();
});
afterEach(() => {
  asked = [];
  vi.useRealTimers();
});

async function signIn(of: TestAccount, actor: Actor): Promise<void> {
  await givePassword(app.database.db, of.accountId, actor.userId, 'made-up-password-1');
  const [name = ''] = actor.name.split(' ');
  const email = `${name.toLowerCase()}-${actor.userId}@lumen.example`;
  tokens.set(name, (await new SignInBrowser(app.origin).signIn(email, 'made-up-password-1')).access_token);
}

async function upload(): Promise<string> {
  const uploader = { by: 'PROVIDER', accountId: account.accountId, id: mailbox } as const;
  const body = Readable.from([await plainPicture(4, 4).png().toBuffer()]);
  return (await receiveUpload(rooms.files, { uploader, name: 'leg.png', body, length: null, isCancelled: () => false })).fileId;
}

interface Stored {
  roomId: string;
  eventId: string;
}
async function givenEmail(html: string | null, attachments: string[] = []): Promise<Stored> {
  const address = newAddress();
  const files = attachments.map((fileId) => ({ fileId, type: 'image/png', name: 'leg.png', size: 100 }));
  const eventId = await receiveFromProvider(rooms, {
    accountId: account.accountId,
    channelApplicationId: mailbox,
    channelType: 'EMAIL',
    providerMessageId: messageId(),
    address,
    name: 'Maria',
    text: '',
    content: { type: 'EMAIL', email: someEmail({ subject: 'Leg <b>&', attachments: files }), html },
  });
  const event = await app.database.db
    .reader(account.accountId)
    .selectFrom('events')
    .select('room_id')
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow();
  return { roomId: event.room_id, eventId };
}

const ask = ({ roomId, eventId }: Stored, body: object = {}, who = 'Elena') =>
  fetch(`${app.origin}/api/rooms/${roomId}/events/${eventId}/email-page`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens.get(who)}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
async function page(email: Stored, body: object = {}) {
  const answer = (await (await ask(email, body)).json()) as EmailPage;
  const response = await fetch(`${app.origin}${answer.url}`);
  return { ...answer, response, html: await response.text() };
}
const sourcesIn = (html: string) => [...html.matchAll(/src="([^"]+)"/g)].map(([, src = '']) => src.replaceAll('&amp;', '&'));
const keyOf = async (response: Response) => ((await response.json()) as { message: string }).message;

it('is shown as a page that runs nothing, sends nothing and is framed by our own pages alone', async () => {
  const { response, html, remotePictures } = await page(
    await givenEmail('<script>alert(1)</script><p onclick="a()">The lamp <b>flickers</b>.</p>'),
  );
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox",
  );
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(html).toContain('<p>The lamp <b>flickers</b>.</p>');
  expect(html).toContain('<title>Leg &#60;b&#62;&#38;</title>');
  expect(html).not.toMatch(/script|onclick/);
  expect(remotePictures).toBe(0);
});

it('loads pictures from elsewhere only where somebody asks, through this server, and nothing that is no picture', async () => {
  const files = ['picture.png', 'drawing.svg', 'words.png', 'picture.png'].map((name) => `<img src="${origin}/${name}">`);
  const email = await givenEmail(`<p>Look</p>${files.join('')}<img src="http://169.254.169.254/latest">`);
  const without = await page(email);
  expect([without.remotePictures, sourcesIn(without.html), without.html.includes(origin)]).toEqual([4, [], false]);
  expect(asked).toEqual([]);
  const sources = sourcesIn((await page(email, { pictures: true })).html);
  expect(sources.every((src) => src.startsWith(`/files/email-pictures/${email.eventId}?pass=`))).toBe(true);
  const answers = await Promise.all(sources.map((src) => fetch(`${app.origin}${src}`)));
  expect(answers.map(({ status, headers }) => [status, headers.get('content-type')?.split(';')[0]])).toEqual([
    [200, 'image/png'],
    [404, 'application/json'],
    [404, 'application/json'],
    [200, 'image/png'],
    [404, 'application/json'],
  ]);
  expect(answers[0]?.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  expect(asked.toSorted()).toEqual(['/drawing.svg', '/picture.png', '/picture.png', '/words.png']);
});

it('shows its own pictures by signed addresses, and whoever sees the room may fetch them', async () => {
  const fileId = await upload();
  const email = await givenEmail(`<img src="cid:${fileId}" alt="Leg"><img src="cid:0193a6b2-0000-7000-8000-000000000001" alt="Other">`, [
    fileId,
  ]);
  const { html, remotePictures } = await page(email);
  const sources = sourcesIn(html);
  expect([sources.length, remotePictures]).toEqual([1, 0]);
  const answer = await fetch(`${app.origin}${sources[0]}`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
  const urlsFor = async (who: string) => {
    const headers = { authorization: `Bearer ${tokens.get(who)}`, 'content-type': 'application/json' };
    const response = await fetch(`${app.origin}/api/files/urls`, { method: 'POST', headers, body: JSON.stringify({ fileIds: [fileId] }) });
    return ((await response.json()) as { content: unknown[] }).content.length;
  };
  expect([await urlsFor('Elena'), await urlsFor('Otto')]).toEqual([1, 0]);
});

it('is dark where that is asked for and it brings no colours, and otherwise on the paper that it was made for', async () => {
  const [plain, coloured] = [
    await givenEmail('<p>The lamp flickers.</p>'),
    await givenEmail('<p style="color:#333">The lamp flickers.</p>'),
  ];
  const schemeOf = async (email: Stored, dark: boolean) => /color-scheme: (\w+)/.exec((await page(email, { dark })).html)?.[1];
  expect(await schemeOf(plain, true)).toBe('dark');
  expect(await schemeOf(plain, false)).toBe('light');
  expect(await schemeOf(coloured, true)).toBe('light');
});

it('is there for nobody who may not see the room, of no other room, and of no other event', async () => {
  const [email, other, bare] = [await givenEmail('<p>A</p>'), await givenEmail('<p>B</p>'), await givenEmail(null)];
  const refused = async (response: Response) => [response.status, await keyOf(response)];
  expect(await refused(await ask(email, {}, 'Otto'))).toEqual([404, 'ROOM_NOT_FOUND']);
  expect(await refused(await ask({ ...email, roomId: other.roomId }))).toEqual([404, 'EVENT_NOT_FOUND']);
  expect(await refused(await ask(bare))).toEqual([404, 'EVENT_NOT_FOUND']);
});

it('its address holds for ten minutes, for this e-mail, and for nothing else that is signed', async () => {
  const [email, other] = [await givenEmail(`<img src="${origin}/picture.png">`), await givenEmail('<p>B</p>')];
  const { url, html } = await page(email, { pictures: true });
  const [picture = ''] = sourcesIn(html);
  const statusOf = async (path: string) => (await fetch(`${app.origin}${path}`)).status;
  const passOf = (path: string) => path.slice(path.indexOf('?'));
  expect(await statusOf(`/files/emails/${other.eventId}${passOf(url)}`)).toBe(403);
  expect(await statusOf(`/files/emails/${email.eventId}${passOf(picture)}`)).toBe(403);
  expect(await statusOf(`/files/email-pictures/${email.eventId}${passOf(url)}`)).toBe(403);
  expect(await statusOf(`/files/emails/${email.eventId}`)).toBe(403);
  expect(await statusOf(`/files/emails/${email.eventId}?pass=a&pass=b`)).toBe(403);
  expect(asked).toEqual([]);
  expect([await statusOf(url), await statusOf(picture)]).toEqual([200, 200]);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + FILE_URL_LIFETIME + 1000 });
  expect([await statusOf(url), await statusOf(picture)]).toEqual([403, 403]);
});
