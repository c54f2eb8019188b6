import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../../test/loop-back/customers.ts';
import { messageId } from '../../../test/people.ts';
import { blackPng } from '../../../test/pictures.ts';
import { givenEnd, type TestEnd } from '../../../test/providers.ts';
import { givenSandboxDesk, type SandboxDesk } from '../../../test/sandbox-desk.ts';
import { scheduleMessage } from '../../rooms/scheduled/schedule.ts';
import { viberPublic } from './viber-public.ts';

const TOKEN = '4f1d-bot-of-lumen-home';
let desk: SandboxDesk;
let end: TestEnd;
let users = 0;

beforeAll(async () => {
  desk = await givenSandboxDesk((sandbox) => ({ PARLEY_VIBER_API_URL: `${sandbox}/providers/viber-bot/pa` }));
  await desk.sandbox.ask('PUT', '/providers/viber-bot/bots', { token: TOKEN, name: 'Lumen Home', uri: 'lumen' });
  end = await givenEnd(desk.db, desk.account, {
    type: 'VIBER_PUBLIC',
    name: 'Lumen Home',
    sender: 'lumen',
    secrets: { token: TOKEN },
    settings: { welcomeText: 'Good day! How can we help?' },
  });
  expect(await webhook('connect')).toMatchObject({ ok: true });
}, 60_000);
afterAll(() => desk.close());
afterEach(() => desk.sandbox.ask('DELETE', '/providers/viber-bot/controls'));

const connection = () => ({
  accountId: desk.account.accountId,
  channelApplicationId: end.id,
  type: 'VIBER_PUBLIC' as const,
  name: 'Lumen Home',
  sender: 'lumen',
  country: 'BG',
  communicationType: 'TWO_WAY' as const,
  active: true,
  settings: {},
  secrets: { token: TOKEN } as Record<string, string>,
  hookAddress: end.hookAt(desk.app.origin),
  service: null,
});
const adapter = () => viberPublic(`${desk.sandbox.origin}/providers/viber-bot/pa`)({} as Parameters<ReturnType<typeof viberPublic>>[0]);
const webhook = (deed: 'connect' | 'disconnect' | 'test', over: object = {}) =>
  adapter()[deed]?.({ ...connection(), ...over }, AbortSignal.timeout(5000));
const newUser = () => `Usr${++users}${process.pid}==`;
const phone = (deed: string, user: string, more: object = {}) =>
  desk.sandbox.ask('POST', `/phone/viber-public/${deed}`, { bot: TOKEN, user, name: 'Rumi', ...more });
const control = (controls: object) => desk.sandbox.ask('PUT', '/providers/viber-bot/controls', controls);
async function shown(user: string) {
  const { messages } = await desk.sandbox.ask('GET', `/phone/viber-public/messages?bot=${TOKEN}&user=${encodeURIComponent(user)}`);
  return messages as { from: string; message: Record<string, unknown>; mediaPath?: string }[];
}
/** Somebody who has written, and whose conversation the agent has. */
async function givenTalk(): Promise<string> {
  const user = newUser();
  await phone('write', user, { text: 'Hello' });
  await desk.take(user);
  return user;
}
/** A call as Viber makes it. */
const call = (body: string, token = TOKEN) =>
  fetch(end.hookAt(desk.app.origin), {
    method: 'POST',
    body,
    headers: { 'x-viber-content-signature': createHmac('sha256', token).update(body).digest('hex') },
  });

describe('the webhook of a bot', () => {
  it('is set and removed at Viber, which calls us before it answers', async () => {
    expect(await webhook('disconnect')).toMatchObject({ ok: true });
    const [bot] = ((await desk.sandbox.ask('GET', '/providers/viber-bot/bots')) as unknown as { token: string; webhook: string }[]).filter(
      (one) => one.token === TOKEN,
    );
    expect(bot?.webhook).toBe('');
    expect(await webhook('connect')).toEqual({ ok: true, answer: '0 ok' });
  });

  it('that does not answer is told in Viber’s words, as is a token that it does not know', async () => {
    const elsewhere = `${desk.app.origin}/hooks/viber-public/${'0'.repeat(64)}`;
    expect(await webhook('connect', { hookAddress: elsewhere })).toMatchObject({
      ok: false,
      problem: 'MISCONFIGURED',
      answer: expect.stringMatching(/^1 /),
    });
    expect(await webhook('test', { secrets: { token: 'another' } })).toEqual({
      ok: false,
      problem: 'REFUSED',
      answer: '2 invalidAuthToken',
    });
    expect(await webhook('test')).toEqual({ ok: true, answer: '0 ok' });
    await control({ down: true });
    expect(await webhook('test')).toMatchObject({ ok: false, problem: 'UNREACHABLE' });
  });
});

describe('what a phone does', () => {
  it('opened, the chat has the welcome, and nobody becomes a contact by it, however often and however it was found (BUG-063)', async () => {
    const user = newUser();
    for (let times = 0; times < 3; times++) expect(await phone('open', user, { context: 'c-501' })).toEqual({ welcomed: true });
    expect((await shown(user)).map(({ message }) => message.text)).toEqual(Array.from({ length: 3 }, () => 'Good day! How can we help?'));
    await phone('subscribe', user);
    const { contactId } = await desk.roomOf(user);
    expect(await phone('open', user, { context: 'c-501' })).toEqual({ welcomed: false });
    await phone('leave', user);
    await phone('subscribe', user);
    const other = newUser();
    await phone('open', other, { context: 'c-501' });
    await phone('subscribe', other);
    expect((await desk.roomOf(other)).contactId).not.toBe(contactId);
    expect((await desk.roomOf(user)).contactId).toBe(contactId);
    await until(
      () => desk.historyOf(user),
      (history) => history.length === 3,
    );
    expect(await desk.historyOf(user)).toEqual(['CUSTOMER_SUBSCRIBED', 'CUSTOMER_UNSUBSCRIBED', 'CUSTOMER_SUBSCRIBED']);
  });

  it('comes once, also when it is called twice, and near tokens stay apart (BUG-058)', async () => {
    const input = new URL('../../../test/cases/BUG-058-viber-two-near-tokens.txt', import.meta.url);
    // One callback a line, as text: read as JSON the tokens would be rounded by this test itself.
    const calls = readFileSync(input, 'utf8')
      .trim()
      .replace(/^\[|\]$/g, '')
      .split(/,\n\s*/);
    expect(calls).toHaveLength(3);
    for (const body of calls) expect((await call(body)).status).toBe(200);
    await until(
      () => desk.historyOf('Tst01A=='),
      (history) => history.includes('но'),
    );
    expect((await desk.historyOf('Tst01A==')).filter((words) => ['ед', 'но'].includes(words))).toEqual(['ед', 'но']);
    const receipts = await desk.db
      .reader(desk.account.accountId)
      .selectFrom('inbound_receipts')
      .select('provider_message_id')
      .where('provider_message_id', 'like', '60172839%')
      .orderBy('provider_message_id')
      .execute();
    expect(receipts.map((row) => row.provider_message_id)).toEqual(['6017283945561230417', '6017283945561230418']);
    await control({ double: true });
    const user = newUser();
    await phone('write', user, { text: 'Twice' });
    await phone('write', user, { text: 'Last' });
    await until(
      () => desk.historyOf(user),
      (history) => history.includes('Last'),
    );
    expect((await desk.historyOf(user)).filter((words) => words === 'Twice')).toHaveLength(1);
  });

  it('of each kind is told as what it is', async () => {
    const user = await givenTalk();
    const kinds: [object, string][] = [
      [{ type: 'sticker', sticker_id: 46105 }, 'STICKER'],
      [{ type: 'location', location: { lat: 42.69, lon: 23.32 } }, 'LOCATION'],
      [{ type: 'contact', contact: { name: 'Vera', phone_number: '+359881112233' } }, 'CONTACT'],
      [{ type: 'video', media: 'https://dl.example/v.mp4' }, 'VIDEO'],
      [{ type: 'url', media: 'https://lumen.example/lamp' }, 'https://lumen.example/lamp'],
      [{ type: 'url', media: 'viber://chat' }, 'URL'],
      [{ type: 'rich_media', rich_media: {} }, 'UNKNOWN'],
      [{ type: 'text' }, 'INCOMPLETE'],
      [{ type: 'picture', text: 'look' }, 'INCOMPLETE look'],
    ];
    for (const [message] of kinds) await phone('send', user, { message });
    await until(
      () => desk.historyOf(user),
      (history) => history.at(-1) === 'INCOMPLETE look',
    );
    expect((await desk.historyOf(user)).slice(-kinds.length)).toEqual(kinds.map(([, told]) => told));
  });

  it('brings how Viber shows a customer, and the picture is fetched from there once for each address', async () => {
    const user = newUser();
    const pictureOf = async () => {
      const { contactId } = await desk.roomOf(user);
      const contacts = desk.db.reader(desk.account.accountId).selectFrom('contacts').select(['first_name', 'picture_id']);
      return contacts.where('id', '=', contactId).executeTakeFirst();
    };
    await phone('subscribe', user, { avatar: 1 });
    const first = await until(pictureOf, (now) => now?.picture_id != null);
    await phone('write', user, { text: 'Hello', avatar: 2, name: 'Rumyana' });
    const second = await until(pictureOf, (now) => now?.picture_id !== first?.picture_id);
    expect(second).toMatchObject({ first_name: 'Rumyana', picture_id: expect.any(String) });
    // An address within our network, or of no picture, changes nothing.
    for (const avatar of ['http://127.0.0.1:1/a.png', `${desk.sandbox.origin}/phone/viber-public/faces/9.png`, 'file:///etc/hosts']) {
      await phone('write', user, { text: 'Hello', avatar, name: 'Rumyana' });
      const on = desk.db.reader(desk.account.accountId);
      await until(
        () => on.selectFrom('contact_channels').select('told_picture').where('address', '=', user).executeTakeFirst(),
        (channel) => channel?.told_picture === avatar,
      );
      await until(
        () => on.selectFrom('coming_pictures').select('reference').execute(),
        (coming) => coming.length === 0,
      );
      expect(await pictureOf()).toEqual(second);
    }
  });

  it('brings pictures and files, which are fetched where Viber keeps them', async () => {
    const user = newUser();
    const base64 = (await blackPng(20, 10)).toString('base64');
    await phone('send', user, { message: { type: 'picture', text: 'The lamp' }, base64, contentType: 'image/png', fileName: 'lamp.png' });
    const offer = Buffer.from('An offer').toString('base64');
    await phone('send', user, { message: { type: 'file' }, base64: offer, contentType: 'text/plain', fileName: 'offer.txt' });
    const { roomId } = await desk.roomOf(user);
    const files = await until(
      () =>
        desk.db
          .reader(desk.account.accountId)
          .selectFrom('events')
          .select(['type', 'message'])
          .where('room_id', '=', roomId)
          .where('type', 'in', ['IMAGE', 'FILE'])
          .orderBy('seq')
          .execute(),
      (rows) => rows.length === 2 && rows.every(({ message }) => (message as { fileId?: string }).fileId !== undefined),
    );
    expect(files.map(({ type, message }) => [type, message])).toMatchObject([
      ['IMAGE', { text: 'The lamp', fileName: 'lamp.png', imageWidth: 20 }],
      ['FILE', { fileName: 'offer.txt', fileSize: 8 }],
    ]);
  });

  it('that left is sent nothing until they are back: parts on their way fail for themselves alone (BUG-062)', async () => {
    const user = await givenTalk();
    const other = await givenTalk();
    await desk.becomes(await desk.say(user, 'part 1'), 'DELIVERED');
    await control({ slowMs: 400 });
    const parts = [await desk.say(user, 'part 2'), await desk.say(user, 'part 3')];
    await phone('leave', user);
    const elsewhere = await desk.say(other, 'to somebody else');
    await desk.becomes(elsewhere, 'DELIVERED');
    await desk.becomes(parts[1] ?? '', 'REJECTED NOT_SUBSCRIBED');
    await expect(desk.say(user, 'part 4')).rejects.toMatchObject({ key: 'COMMUNICATION_CHANNEL_CANNOT_MESSAGE_UNSUBSCRIBED' });
    await control({ slowMs: 0 });
    // Writing subscribes, without a callback that says so.
    await phone('write', user, { text: 'I am back' });
    await until(
      () => desk.historyOf(user),
      (history) => history.includes('I am back'),
    );
    await desk.becomes(await desk.say(user, 'Welcome back'), 'DELIVERED');
  }, 20_000);
});

describe('what an agent sends', () => {
  it('comes to the phone, is delivered, and seen once somebody looks', async () => {
    const user = await givenTalk();
    const eventId = await desk.say(user, 'Good day „Rumi“ 🙂');
    await desk.becomes(eventId, 'DELIVERED');
    expect((await shown(user)).at(-1)?.message).toMatchObject({ type: 'text', text: 'Good day „Rumi“ 🙂', sender: { name: 'Lumen Home' } });
    await phone('read', user);
    await desk.becomes(eventId, 'SEEN');
  });

  it('with answers to choose from has a keyboard, and the chosen one comes back as words; with a button it leads there', async () => {
    const user = await givenTalk();
    await desk.becomes(await desk.sayRich(user, 'Which lamp?', { options: [{ text: 'Red <1>' }, { text: 'Blue' }] }), 'DELIVERED');
    const keyboard = (await shown(user)).at(-1)?.message.keyboard as { Buttons: { ActionBody: string; Text: string }[] };
    expect(keyboard.Buttons.map(({ ActionBody, Text }) => [ActionBody, Text])).toEqual([
      ['Red <1>', 'Red &lt;1&gt;'],
      ['Blue', 'Blue'],
    ]);
    await phone('write', user, { text: keyboard.Buttons[1]?.ActionBody });
    await until(
      () => desk.historyOf(user),
      (history) => history.at(-1) === 'Blue',
    );
    const rich = { buttonText: 'Open', buttonUrl: 'https://lumen.example/lamp' };
    await desk.becomes(await desk.sayRich(user, 'See the lamp', rich), 'DELIVERED');
    expect((await shown(user)).at(-1)?.message).toMatchObject({
      type: 'rich_media',
      rich_media: { Buttons: [{ Text: 'See the lamp' }, { ActionType: 'open-url', ActionBody: rich.buttonUrl, Text: 'Open' }] },
    });
    await desk.becomes(await desk.sayRich(user, 'long '.repeat(100), rich), 'DELIVERED');
    expect((await shown(user)).at(-1)?.message).toMatchObject({ type: 'text', keyboard: { Buttons: [{ ActionType: 'open-url' }] } });
  });

  it('with a file is fetched by Viber from us', async () => {
    const user = await givenTalk();
    const bytes = await blackPng(30, 30);
    await desk.becomes(await desk.sayFile(user, 'IMAGE', { bytes, name: 'лампа.png' }, 'Look'), 'DELIVERED');
    const picture = (await shown(user)).at(-1);
    expect(picture?.message).toMatchObject({
      type: 'picture',
      text: 'Look',
      media: expect.stringMatching(/\/files\/.+\/original\/file\.png\?pass=/),
    });
    expect(Buffer.from(await (await fetch(`${desk.sandbox.origin}${picture?.mediaPath}`)).arrayBuffer())).toEqual(bytes);
    await desk.becomes(await desk.sayFile(user, 'FILE', { bytes: Buffer.from('An offer'), name: 'offer.txt' }), 'DELIVERED');
    expect((await shown(user)).at(-1)?.message).toMatchObject({ type: 'file', file_name: 'offer.txt', size: 8 });
  });

  it('with words beside a file has them before it, once, also where the file is wanted later', async () => {
    const user = await givenTalk();
    await desk.becomes(await desk.sayFile(user, 'FILE', { bytes: Buffer.from('An offer'), name: 'offer.txt' }, 'Our offer:'), 'DELIVERED');
    await desk.becomes(await desk.sayFile(user, 'IMAGE', { bytes: await blackPng(5, 5), name: 'a.png' }, 'x'.repeat(513)), 'DELIVERED');
    expect((await shown(user)).slice(1).map(({ message }) => [message.type, message.text ?? ''])).toEqual([
      ['text', 'Our offer:'],
      ['file', ''],
      ['text', 'x'.repeat(513)],
      ['picture', ''],
    ]);
  });

  it('that Viber would refuse is refused before it is kept, with the limit (BUG-060)', async () => {
    const user = await givenTalk();
    const refused = (work: Promise<string>) => expect(work).rejects;
    await refused(desk.say(user, 'я'.repeat(7001))).toMatchObject({ key: 'CHANNEL_TEXT_TOO_LONG', params: { limit: 7000 } });
    const noise = Buffer.from(await blackPng(10, 10));
    const large = Buffer.concat([noise, Buffer.alloc(1.1 * 1024 * 1024)]);
    await refused(desk.sayFile(user, 'IMAGE', { bytes: large, name: 'large.png' })).toMatchObject({
      key: 'CHANNEL_PICTURE_TOO_LARGE',
      params: { limit: 1 },
    });
    const program = { bytes: Buffer.from('MZ'), name: 'setup.exe' };
    await refused(desk.sayFile(user, 'FILE', program)).toMatchObject({ key: 'CHANNEL_TAKES_NO_PROGRAMS' });
    const frames = [0, 120, 240].map((red) => ({
      create: { width: 8, height: 8, channels: 3 as const, background: { r: red, g: 0, b: 0 } },
    }));
    const animated = await sharp(await Promise.all(frames.map((frame) => sharp(frame).png().toBuffer())), { join: { animated: true } })
      .gif()
      .toBuffer();
    await refused(desk.sayFile(user, 'IMAGE', { bytes: animated, name: 'moves.gif' })).toMatchObject({ key: 'CHANNEL_PICTURE_ANIMATED' });
    const still = await sharp(frames[1]).gif().toBuffer();
    await desk.becomes(await desk.sayFile(user, 'IMAGE', { bytes: still, name: 'still.gif' }), 'DELIVERED');
    // Nor is it kept to be sent later.
    const { roomId, channelId } = await desk.roomOf(user);
    const later = {
      clientMessageId: messageId(),
      channelId,
      text: 'я'.repeat(7001),
      fileIds: [],
      timezone: 'Europe/Sofia',
      unlessCustomerWrites: false,
    };
    const sendAt = new Date(Date.now() + 3_600_000).toISOString();
    await expect(scheduleMessage(desk.rooms, desk.elena, roomId, { ...later, sendAt })).rejects.toMatchObject({
      key: 'CHANNEL_TEXT_TOO_LONG',
    });
  });

  it('in a file keeps what is packed in it, and as much of a long name as Viber takes, both ways (BUG-060)', async () => {
    const user = await givenTalk();
    const zip = Buffer.from('504b0506000000000000000000000000000000000000', 'hex');
    await desk.becomes(await desk.sayFile(user, 'FILE', { bytes: zip, name: 'setup.exe.zip' }), 'DELIVERED');
    expect((await shown(user)).at(-1)?.message).toMatchObject({ type: 'file', file_name: 'setup.exe.zip', size: 22 });
    const name = `${'и'.repeat(296)}.txt`;
    await desk.becomes(await desk.sayFile(user, 'FILE', { bytes: Buffer.from('An offer'), name }), 'DELIVERED');
    const { message } = (await shown(user)).at(-1) ?? {};
    expect(message).toMatchObject({ type: 'file', file_name: expect.stringMatching(/^и{100,251}\.txt$/) });
    for (const [fileName, base64] of [
      [name, Buffer.from('An answer').toString('base64')],
      ['setup.exe', Buffer.from('MZ').toString('base64')],
      ['all.zip', zip.toString('base64')],
    ])
      await phone('send', user, { message: { type: 'file' }, base64, contentType: 'application/octet-stream', fileName });
    const { roomId } = await desk.roomOf(user);
    const came = await until(
      () =>
        desk.db
          .reader(desk.account.accountId)
          .selectFrom('events')
          .select('message')
          .where('room_id', '=', roomId)
          .where('origin_type', '=', 'CUSTOMER')
          .where('type', '=', 'FILE')
          .orderBy('seq')
          .execute(),
      (rows) => rows.length === 3 && rows.every(({ message }) => (message as { fileId?: string }).fileId !== undefined),
    );
    expect(came.map((row) => (row.message as { fileName: string }).fileName)).toEqual([
      expect.stringMatching(/^и{100,251}\.txt$/),
      'setup.exe',
      'all.zip',
    ]);
  });

  it('that fails on the phone after Viber took it has failed, in Viber’s words', async () => {
    const user = await givenTalk();
    await control({ failsLate: 'Internal media error' });
    await desk.becomes(await desk.say(user, 'Too late'), 'DELIVERY_FAILED UNDELIVERABLE');
  });

  it('is tried again where Viber wants it slower, and where it is not there', async () => {
    const user = await givenTalk();
    await control({ failWith: 12 });
    const eventId = await desk.say(user, 'Slower');
    await until(
      () =>
        desk.db.reader(desk.account.accountId).selectFrom('attempts').select('tries').where('event_id', '=', eventId).executeTakeFirst(),
      (row) => (row?.tries ?? 0) > 0,
    );
    await control({ failWith: null });
    await desk.becomes(eventId, 'DELIVERED');
  }, 20_000);
});

describe('who is not Viber', () => {
  it('is not listened to', async () => {
    const body = '{"event":"message","timestamp":1,"message_token":1,"sender":{"id":"X=="},"message":{"type":"text","text":"forged"}}';
    expect((await call(body, 'guessed')).status).toBe(401);
    expect((await fetch(end.hookAt(desk.app.origin), { method: 'POST', body })).status).toBe(401);
  });
});
