import { createHash } from 'node:crypto';
import type { FileUrlsAnswer, RoomEvent, RoomView, UploadedFile, VisitorHistory } from '@parley/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { startApp, type TestApp } from '../../test/app.ts';
import { givenAccount, messageId, type TestAccount } from '../../test/people.ts';
import { plainPicture } from '../../test/pictures.ts';
import { givePassword, SignInBrowser } from '../../test/sign-in.ts';
import { openSocket } from '../../test/socket-end.ts';
import { newId } from '../platform/clock.ts';

let app: TestApp;
let account: TestAccount;
let agent: Who;
let supervisor: Who;
let foreigner: Who;

/** Headers by which somebody is known. */
type Who = Record<string, string>;

beforeAll(async () => {
  app = await startApp();
  account = await givenAccount(app.database.db);
  agent = await signedIn(account, 'agent');
  supervisor = await signedIn(account, 'supervisor');
  foreigner = await signedIn(await givenAccount(app.database.db, 'Orion'), 'admin');
}, 60_000);
afterAll(() => app.close());

async function signedIn(owner: TestAccount, role: 'agent' | 'supervisor' | 'admin'): Promise<Who> {
  const { db } = app.database;
  const actor = await owner.agent(role, { role });
  const password = `made-up-${newId()}`;
  await givePassword(db, owner.accountId, actor.userId, password);
  const user = db.reader(owner.accountId).selectFrom('users').select('email').where('id', '=', actor.userId);
  const { email } = await user.executeTakeFirstOrThrow();
  return { authorization: `Bearer ${(await new SignInBrowser(app.origin).signIn(email, password)).access_token}` };
}

async function newVisitor(): Promise<Who> {
  const { body } = await call<{ secret: string }>('POST', '/visitor/sessions', {}, { widgetId: account.widgetId });
  return { 'x-visitor-secret': body.secret };
}

async function call<T = { message: string }>(method: string, path: string, who: Who, body?: unknown): Promise<{ status: number; body: T }> {
  const answer = await fetch(`${app.origin}/api${path}`, {
    method,
    headers: { ...who, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as T };
}

const filesOf = (who: Who) => ('authorization' in who ? '/files' : '/visitor/files');
async function upload(who: Who, bytes: Uint8Array | string, name = 'note.txt'): Promise<UploadedFile> {
  const answer = await fetch(`${app.origin}/api${filesOf(who)}?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: who,
    body: typeof bytes === 'string' ? bytes : new Uint8Array(bytes),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as UploadedFile;
}
const png = () => plainPicture(900, 300).png().toBuffer();

async function urlsFor(who: Who, ...fileIds: string[]) {
  const { body } = await call<z.infer<typeof FileUrlsAnswer>>('POST', `${filesOf(who)}/urls`, who, { fileIds });
  return body.content;
}
const fetchFile = (address: string | null | undefined) => fetch(`${app.origin}${address}`);
/** Whether this person may have it now. */
const reads = async (who: Who, fileId: string) => (await urlsFor(who, fileId)).length === 1;

const say = (who: Who, text: string) => call<{ eventId: string }>('POST', '/visitor/messages', who, { clientMessageId: messageId(), text });
const sendOf = (who: Who, fileId: string, text: string | null = null, clientMessageId = messageId()) =>
  call<{ eventId: string; message: string }>('POST', '/visitor/messages/file', who, { clientMessageId, fileId, text });

interface Place {
  roomId: string;
  channelId: string;
}
async function placeOf(eventId: string): Promise<Place> {
  const event = await app.database.db
    .reader(account.accountId)
    .selectFrom('events')
    .select(['room_id', 'contact_channel_id', 'conversation_id'])
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow();
  return { roomId: event.room_id, channelId: event.contact_channel_id ?? '' };
}
/** The agent takes the conversation, so that they may write. */
async function taken({ roomId }: Place): Promise<void> {
  const socket = await socketOf(agent);
  const me = await call<{ id: string }>('GET', '/users/me', agent);
  const row = await app.database.db
    .reader(account.accountId)
    .selectFrom('conversations')
    .select('id')
    .where('room_id', '=', roomId)
    .executeTakeFirstOrThrow();
  socket.send('Assign', { roomId, conversationId: row.id, userId: me.body.id, expectedUserId: null }, 'take');
  await socket.frame(({ type, id }) => type === 'Ack' && id === 'take');
  socket.close();
}
async function socketOf(who: Who) {
  const path = 'authorization' in who ? '/realtime/tickets' : '/visitor/tickets';
  const { body } = await call<{ ticket: string }>('POST', path, who);
  return openSocket(app.origin, 'authorization' in who ? 'agent-web' : 'widget', body.ticket);
}
const eventsOf = async ({ roomId }: Place, notes = false) =>
  (await call<{ recentEvents: RoomEvent[] }>('GET', `/rooms/${roomId}/recent-events?private_messages=${notes}`, agent)).body.recentEvents;

describe('a visitor’s file', () => {
  let visitor: Who;
  beforeEach(async () => {
    visitor = await newVisitor();
  });

  it('begins a conversation, stands in both histories with its facts, and is fetched by both sides', async () => {
    const { fileId, type, notice, ...facts } = await upload(visitor, await png(), 'лампа № 5.png');
    expect([type, notice]).toEqual(['IMAGE', null]);
    const { body, status } = await sendOf(visitor, fileId);
    expect(status).toBe(200);
    const place = await placeOf(body.eventId);
    const event = (await eventsOf(place)).at(-1);
    const told = { fileId, fileName: 'лампа № 5.png', mediaType: 'image/png', imageWidth: 900, imageHeight: 300 };
    expect(event).toMatchObject({
      eventType: 'COMMUNICATION',
      eventData: { type: 'IMAGE', message: { type: 'IMAGE', text: null, ...told } },
    });
    const since = await call<{ changes: { events: RoomEvent[] } }>('GET', `/rooms/${place.roomId}/changes?epoch=1&change=0`, agent);
    expect(since.body.changes.events).toContainEqual(event);
    const { body: history } = await call<VisitorHistory>('GET', '/visitor/history', visitor);
    expect(history.content.at(-1)).toMatchObject({ text: '', from: 'VISITOR', file: { fileId, ...facts } });
    for (const who of [visitor, agent]) {
      const [url] = await urlsFor(who, fileId);
      const whole = await fetchFile(url?.url);
      expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'image/png']);
      expect((await sharp(await whole.arrayBuffer()).metadata()).width).toBe(900);
      expect((await sharp(await (await fetchFile(url?.thumbnailUrl)).arrayBuffer()).metadata()).width).toBe(640);
    }
  });

  it('with words keeps them, and is the last word of the room as what it is', async () => {
    const { fileId } = await upload(visitor, 'lines of a bill', 'bill.txt');
    const { body } = await sendOf(visitor, fileId, 'Here it is');
    const place = await placeOf(body.eventId);
    expect((await eventsOf(place)).at(-1)?.eventData).toMatchObject({
      type: 'FILE',
      message: { text: 'Here it is', fileName: 'bill.txt' },
    });
    const { body: room } = await call<RoomView>('GET', `/rooms/${place.roomId}`, agent);
    expect(room).toMatchObject({ lastEventType: 'FILE', lastEventData: 'Here it is', lastEventOriginType: 'CUSTOMER' });
  });

  it('goes by the socket as Image or File, and arrives at the agents as that', async () => {
    const seen = await socketOf(agent);
    const tab = await socketOf(visitor);
    const picture = await upload(visitor, await png(), 'a.png');
    const text = await upload(visitor, 'text');
    tab.send('Image', { clientMessageId: messageId(), fileId: text.fileId, text: null }, 'wrong');
    expect((await tab.frame(({ id }) => id === 'wrong')).payload).toMatchObject({ message: 'FILE_NOT_AN_IMAGE' });
    for (const [type, { fileId }] of [
      ['Image', picture],
      ['File', text],
    ] as const) {
      tab.send(type, { clientMessageId: messageId(), fileId, text: null }, type);
      expect((await tab.frame(({ id }) => id === type)).type).toBe('Ack');
      expect((await tab.frame((one) => one.type === type)).payload).toMatchObject({ event: { file: { fileId } } });
      expect((await seen.frame((one) => one.type === type)).payload).toMatchObject({ event: { eventData: { message: { fileId } } } });
    }
    seen.close();
    tab.close();
  });

  it('is sent once: the same send again is the first, another one is refused', async () => {
    const { fileId } = await upload(visitor, 'once');
    const key = messageId();
    const first = await sendOf(visitor, fileId, null, key);
    expect(await sendOf(visitor, fileId, null, key)).toEqual(first);
    const again = await sendOf(visitor, fileId);
    expect([again.status, again.body.message]).toEqual([409, 'FILE_ALREADY_SENT']);
    // In a conversation of their own as well.
    expect((await eventsOf(await placeOf(first.body.eventId))).filter(({ eventData }) => eventData.type === 'FILE')).toHaveLength(1);
  });

  it('of somebody else is not found, and makes nobody of the visitor who names it', async () => {
    const other = await upload(await newVisitor(), 'theirs');
    const colleague = await upload(agent, 'ours');
    for (const fileId of [other.fileId, colleague.fileId, newId()]) {
      const { status, body } = await sendOf(visitor, fileId);
      expect([status, body.message]).toEqual([404, 'FILE_NOT_FOUND']);
    }
    const { body } = await call<VisitorHistory>('GET', '/visitor/history', visitor);
    expect(body.conversation.state).toBe('NONE');
  });

  it('that goes while it is sent as the first message is refused, and leaves nothing of who sent it', async () => {
    const { db } = app.database;
    const { fileId } = await upload(visitor, 'gone in a moment');
    const counted = async () => {
      const counts = ['contacts', 'rooms', 'contact_channels', 'conversations', 'events'] as const;
      const count = (table: (typeof counts)[number]) =>
        db
          .reader(account.accountId)
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow();
      return Promise.all(counts.map(count));
    };
    const before = await counted();
    const answer = await db.inAccount(account.accountId, async (tx) => {
      await tx.selectFrom('files').select('id').where('id', '=', fileId).forUpdate().execute();
      const sent = sendOf(visitor, fileId);
      // Looked up, and now about to be stored: it waits for the file's row.
      await new Promise((resolve) => setTimeout(resolve, 500));
      await tx.deleteFrom('files').where('id', '=', fileId).execute();
      return { sent };
    });
    const { status, body } = await answer.sent;
    expect([status, body.message]).toEqual([404, 'FILE_NOT_FOUND']);
    expect(await counted()).toEqual(before);
    // Still nobody, and welcome.
    expect((await say(visitor, 'Hello')).status).toBe(200);
  });

  it('that was not sent can be thrown away, and then not be sent; one that was sent stays', async () => {
    const { fileId } = await upload(visitor, 'oh no');
    expect(await reads(visitor, fileId)).toBe(true);
    const [url] = await urlsFor(visitor, fileId);
    expect((await call('DELETE', `/visitor/files/${fileId}`, visitor)).status).toBe(200);
    expect((await fetchFile(url?.url)).status).toBe(404);
    expect((await sendOf(visitor, fileId)).status).toBe(404);
    const sent = await upload(visitor, 'sent');
    await sendOf(visitor, sent.fileId);
    expect((await call('DELETE', `/visitor/files/${sent.fileId}`, visitor)).body).toMatchObject({ message: 'FILE_ALREADY_SENT' });
    expect(await reads(visitor, sent.fileId)).toBe(true);
  });
});

describe('an agent’s file', () => {
  let visitor: Who;
  let place: Place;
  beforeEach(async () => {
    visitor = await newVisitor();
    place = await placeOf((await say(visitor, 'Hello')).body.eventId);
  });
  const sendAs = (type: 'Image' | 'File', fileId: string, clientMessageId = messageId()) =>
    call<{ eventId: string; message: string }>('POST', `/rooms/${place.roomId}/messages`, agent, {
      type,
      payload: { clientMessageId, ...place, fileId, text: null },
    });

  it('reaches the visitor, and nobody before it was sent', async () => {
    await taken(place);
    const tab = await socketOf(visitor);
    const { fileId } = await upload(agent, await png(), 'счупен абажур.png');
    expect([await reads(visitor, fileId), await reads(supervisor, fileId), await reads(agent, fileId)]).toEqual([false, false, true]);
    expect((await sendAs('Image', fileId)).status).toBe(200);
    const heard = await tab.frame(({ type }) => type === 'Image');
    expect(heard.payload).toMatchObject({ event: { from: 'AGENT', text: '', file: { fileId, fileName: 'счупен абажур.png' } } });
    expect([await reads(visitor, fileId), await reads(supervisor, fileId), await reads(foreigner, fileId)]).toEqual([true, true, false]);
    expect(await reads(await newVisitor(), fileId)).toBe(false);
    tab.close();
  });

  it('whose send is refused can be sent when it may be', async () => {
    const { fileId } = await upload(agent, 'later');
    expect((await sendAs('File', fileId)).body.message).toBe('ROOM_NOT_A_PARTICIPANT');
    expect((await sendAs('Image', fileId)).body.message).toBe('FILE_NOT_AN_IMAGE');
    await taken(place);
    expect((await sendAs('File', fileId)).status).toBe(200);
    expect((await sendAs('File', fileId)).body.message).toBe('FILE_ALREADY_SENT');
  });

  it('sent by ten clicks at once is sent by one of them', async () => {
    await taken(place);
    const { fileId } = await upload(agent, 'hasty');
    const answers = await Promise.all(Array.from({ length: 10 }, () => sendAs('File', fileId)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)]);
    const key = messageId();
    const { fileId: other } = await upload(agent, 'hasty in the same words');
    const same = await Promise.all(Array.from({ length: 10 }, () => sendAs('File', other, key)));
    expect(new Set(same.map(({ status, body }) => `${status} ${body.eventId}`)).size).toBe(1);
  });

  it('in a note is for colleagues alone', async () => {
    const tab = await socketOf(visitor);
    const seen = await socketOf(supervisor);
    const { fileId } = await upload(agent, await png(), 'note.png');
    const note = { type: 'Note', payload: { clientMessageId: messageId(), roomId: place.roomId, text: null, fileId } };
    expect((await call('POST', `/rooms/${place.roomId}/messages`, agent, note)).status).toBe(200);
    await seen.frame(({ type }) => type === 'Image');
    expect((await eventsOf(place, true)).at(-1)?.eventData).toMatchObject({ type: 'IMAGE', privateMessage: true, message: { fileId } });
    expect([await reads(visitor, fileId), await reads(supervisor, fileId)]).toEqual([false, true]);
    // What is said after it arrives; the note did not.
    await taken(place);
    const { fileId: open } = await upload(agent, 'open');
    await sendAs('File', open);
    await tab.frame(({ type }) => type === 'File');
    const { body } = await call<VisitorHistory>('GET', '/visitor/history', visitor);
    expect(body.content.flatMap(({ file }) => file?.fileId ?? [])).toEqual([open]);
    seen.close();
    tab.close();
  });

  it('is not thrown away by others, nor found by another account', async () => {
    const { fileId } = await upload(agent, 'mine');
    for (const who of [supervisor, foreigner]) expect((await call('DELETE', `/files/${fileId}`, who)).status).toBe(404);
    expect((await call('DELETE', `/visitor/files/${fileId}`, visitor)).status).toBe(404);
    expect(await reads(foreigner, fileId)).toBe(false);
    expect(await reads(agent, fileId)).toBe(true);
  });
});

describe('what is fetched', () => {
  it('comes back byte for byte, as a download that no browser runs', async () => {
    const bytes = Buffer.alloc(3_000_000);
    for (let index = 0; index < bytes.length; index++) bytes[index] = (index * 7919) % 251;
    const page = '<!doctype html><script>alert(document.cookie)</script>';
    const drawing = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"></svg>';
    for (const [content, name] of [
      [bytes, 'data.bin'],
      [page, 'page.html'],
      [drawing, 'drawing.svg'],
    ] as const) {
      const { fileId, type } = await upload(agent, content, name);
      expect(type).toBe('FILE');
      const [url] = await urlsFor(agent, fileId);
      expect([url?.url, url?.thumbnailUrl]).toEqual([url?.downloadUrl, null]);
      const fetched = await fetchFile(url?.url);
      const digest = (of: Uint8Array | string) => createHash('sha256').update(of).digest('hex');
      expect(digest(new Uint8Array(await fetched.arrayBuffer()))).toBe(digest(content));
      expect(Object.fromEntries(fetched.headers)).toMatchObject({
        'content-disposition': `attachment; filename="${name}"; filename*=UTF-8''${name}`,
        'content-type': 'application/octet-stream',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'same-origin',
      });
    }
  });

  it('may be kept by the browser as long as its address holds, and by nobody else', async () => {
    const { fileId } = await upload(agent, await png(), 'a.png');
    const [url] = await urlsFor(agent, fileId);
    const fetched = await fetchFile(url?.url);
    expect(fetched.headers.get('content-disposition')).toMatch(/^inline;/);
    const [, seconds] = /^private, max-age=(\d+)$/.exec(fetched.headers.get('cache-control') ?? '') ?? [];
    expect(Number(seconds)).toBeGreaterThan(590);
    expect(Number(seconds)).toBeLessThanOrEqual(600);
    expect(Date.parse(url?.expiresAt ?? '') - Date.now()).toBeLessThanOrEqual(600_000);
    expect((await fetchFile(url?.downloadUrl)).headers.get('content-disposition')).toMatch(/^attachment;/);
    expect((await fetch(`${app.origin}${url?.url}`, { method: 'HEAD' })).headers.get('content-length')).not.toBe(null);
  });

  it('is refused in the one shape to whoever alters its address', async () => {
    const { fileId } = await upload(agent, await png(), 'a.png');
    const { fileId: other } = await upload(agent, 'other');
    const [address = ''] = (await urlsFor(agent, fileId)).map(({ thumbnailUrl }) => thumbnailUrl ?? '');
    const altered = [
      address.replace('thumbnail', 'original'),
      address.replace(fileId, other),
      address.replace(/.(?=.{9}$)/, (sign) => (sign === 'A' ? 'B' : 'A')),
      address.replace(/pass=./, (first) => `pass=${first.at(-1) === 'e' ? 'f' : 'e'}`),
      address.replace(/\?.*/, ''),
      `${address}&pass=again`,
      `/files/${fileId}/original?pass=`,
      '/files/x/original?pass=e30.e30',
    ];
    expect((await fetchFile(address)).status).toBe(200);
    for (const one of altered) {
      const answer = await fetchFile(one);
      expect([one, answer.status, await answer.json()]).toMatchObject([one, 403, { message: 'ERROR_FORBIDDEN' }]);
    }
    expect((await fetchFile('/files')).status).toBe(404);
  });
});
