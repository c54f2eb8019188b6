import { once } from 'node:events';
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { ErrorBody, UploadedFile } from '@parley/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startApp, type TestApp } from '../../test/app.ts';
import { givenFiles } from '../../test/files.ts';
import { givenAccount, messageId, type TestAccount } from '../../test/people.ts';
import { plainPicture } from '../../test/pictures.ts';
import { type S3Server, startS3Server } from '../../test/s3-server.ts';
import { newId } from '../platform/clock.ts';
import { openLog } from '../platform/log.ts';
import { uploadAllowance } from './allowance.ts';
import { receiveUpload } from './upload.ts';

const MEGABYTE = 1024 * 1024;
const lines: string[] = [];
const log = openLog('info', { write: (line) => void lines.push(line) });
let s3: S3Server;
let disk: TestApp;
let bucket: TestApp;

beforeAll(async () => {
  s3 = await startS3Server('invented-key');
  disk = await startApp({ log, env: { PARLEY_UPLOAD_LIMIT_MB: '1' } });
  bucket = await startApp({
    log,
    env: {
      PARLEY_UPLOAD_LIMIT_MB: '1',
      PARLEY_FILES_S3_BUCKET: 'parley',
      PARLEY_FILES_S3_ENDPOINT: s3.origin,
      PARLEY_FILES_S3_ACCESS_KEY: 'invented-key',
      PARLEY_FILES_S3_SECRET_KEY: 'invented-secret',
    },
  });
}, 60_000);
afterAll(async () => {
  await Promise.all([disk.close(), bucket.close()]);
  await s3.close();
});

let app: TestApp;
let account: TestAccount;
let secret: string;
async function newVisitor(of: TestApp): Promise<string> {
  const answer = await fetch(`${of.origin}/api/visitor/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ widgetId: account.widgetId }),
  });
  return ((await answer.json()) as { secret: string }).secret;
}
async function in_(of: TestApp): Promise<void> {
  app = of;
  account = await givenAccount(of.database.db);
  secret = await newVisitor(of);
}
beforeEach(() => in_(disk));

type Body = NonNullable<RequestInit['body']>;
const upload = (body: Body, { name = 'тайна.txt', by = secret, signal }: { name?: string; by?: string; signal?: AbortSignal } = {}) =>
  fetch(`${app.origin}/api/visitor/files?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { 'x-visitor-secret': by },
    body,
    duplex: 'half',
    ...(signal ? { signal } : {}),
  });
/** Without a length that is known before. */
const stream = (pieces: number, size: number): ReadableStream =>
  new ReadableStream({
    pull(controller) {
      if (pieces-- > 0) controller.enqueue(new Uint8Array(size).fill(65));
      else controller.close();
    },
  });
const refusal = async (answer: Response) => [answer.status, ErrorBody.parse(await answer.json()).errors[0]];
const rows = () => app.database.db.reader(account.accountId).selectFrom('files').selectAll().execute();
const arrivingOf = (of: TestApp) => join(of.dataFolder, 'files/.arriving');
/** Files of all tests so far lie there; what is counted is what one of them leaves. */
const lying = () =>
  readdirSync(join(app.dataFolder, 'files'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;

/** Says the head of an upload, and then what the test wants. */
async function rawUpload(length: number): Promise<Socket> {
  const { hostname, port } = new URL(app.origin);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(
    `POST /api/visitor/files?name=a.bin HTTP/1.1\r\nHost: x\r\nX-Visitor-Secret: ${secret}\r\nContent-Length: ${length}\r\n\r\n`,
  );
  return socket;
}
async function eventually(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds(); tries++) {
    if (tries > 200) throw new Error('it never came to be');
    await pause(20);
  }
}

describe('an upload', () => {
  it('of the largest size is taken, and of one byte more refused, announced or not', async () => {
    expect((await upload(new Uint8Array(MEGABYTE))).status).toBe(200);
    const before = lying();
    const tooLarge = [413, { message: 'FILE_TOO_LARGE', params: { limit: 1 } }];
    expect(await refusal(await upload(new Uint8Array(MEGABYTE + 1)))).toEqual(tooLarge);
    for (const pieces of [17, 600]) expect(await refusal(await upload(stream(pieces, 65_536)))).toEqual(tooLarge);
    expect((await upload(stream(16, 65_536))).status).toBe(200);
    expect(lying()).toBe(before + 1);
  });

  it('that is announced too large is refused before it comes', async () => {
    const socket = await rawUpload(10_000 * MEGABYTE);
    const [heard] = (await once(socket, 'data')) as [Buffer];
    expect(heard.toString()).toMatch(/^HTTP\/1\.1 413 .*FILE_TOO_LARGE/s);
    socket.destroy();
  });

  it('of nothing is refused, and of one byte taken', async () => {
    const empty = [422, { message: 'FILE_EMPTY', params: {} }];
    expect(await refusal(await upload(new Uint8Array(0)))).toEqual(empty);
    expect(await refusal(await upload(stream(0, 1)))).toEqual(empty);
    expect(await UploadedFile.parse(await (await upload('x')).json())).toMatchObject({ fileSize: 1, fileName: 'тайна.txt' });
    expect(await rows()).toHaveLength(1);
  });

  it('of any kind of content is taken as what it is, whatever is said of it', async () => {
    for (const type of ['application/json', 'image/png', 'multipart/form-data; boundary=x', 'text/html', 'nonsense']) {
      const answer = await fetch(`${app.origin}/api/visitor/files?name=a.png`, {
        method: 'POST',
        headers: { 'x-visitor-secret': secret, 'content-type': type },
        body: '{"not": "json',
      });
      expect(await answer.json()).toMatchObject({ mediaType: 'text/plain', type: 'FILE', notice: null });
    }
  });

  it('that is cut off in the middle, or given up, leaves nothing', async () => {
    const before = lying();
    const socket = await rawUpload(500_000);
    socket.write(Buffer.alloc(200_000));
    await eventually(() => lying() > before);
    socket.destroy();
    const giveUp = new AbortController();
    const slow = new ReadableStream({
      async pull(controller) {
        controller.enqueue(new Uint8Array(1000));
        await pause(20);
      },
    });
    const given = upload(slow, { signal: giveUp.signal });
    await eventually(() => lying() > before);
    giveUp.abort();
    await expect(given).rejects.toThrow();
    await eventually(() => lying() === before);
    expect(await rows()).toEqual([]);
  });

  it('that comes slowly is waited for', async () => {
    const socket = await rawUpload(20);
    for (let sent = 0; sent < 20; sent++) {
      socket.write('x');
      await pause(15);
    }
    expect(((await once(socket, 'data')) as [Buffer])[0].toString()).toMatch(/^HTTP\/1\.1 200 /);
    socket.destroy();
  });

  it('that stands still is given up', async () => {
    const files = givenFiles(app.database.db);
    const arriving = join(files.folder, '.arriving');
    const body = new PassThrough();
    body.write('the beginning');
    const uploader = { by: 'USER', accountId: account.accountId, id: (await account.agent('Elena')).userId } as const;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const end = receiveUpload(files, { uploader, name: 'a.txt', length: 100, body, isCancelled: () => false }).catch(
      (error: unknown) => error,
    );
    const arrived = () => readdirSync(arriving).reduce((sum, name) => sum + statSync(join(arriving, name)).size, 0);
    while (arrived() === 0) await new Promise((resolve) => setImmediate(resolve));
    vi.advanceTimersByTime(31_000);
    vi.useRealTimers();
    expect(await end).toMatchObject({ key: 'ERROR_BAD_REQUEST' });
    expect(readdirSync(arriving)).toEqual([]);
  });

  it('needs a name, of letters that are text', async () => {
    for (const query of ['', '?name=', `?name=${'x'.repeat(256)}`, '?name=a&name=b']) {
      const answer = await fetch(`${app.origin}/api/visitor/files${query}`, {
        method: 'POST',
        headers: { 'x-visitor-secret': secret },
        body: 'x',
      });
      expect(await refusal(answer)).toMatchObject([400, { message: 'ERROR_FIELD_INVALID', params: { field: 'query.name' } }]);
    }
    expect(await (await upload('x', { name: '../../etc/passwd' })).json()).toMatchObject({ fileName: 'passwd' });
  });
});

describe('one visitor', () => {
  it('cannot fill the disk: what is not sent has its bound, and sending makes room', async () => {
    const sent: string[] = [];
    for (let count = 0; count < 4; count++) sent.push(UploadedFile.parse(await (await upload(new Uint8Array(MEGABYTE))).json()).fileId);
    expect(await refusal(await upload(new Uint8Array(1000)))).toMatchObject([429, { message: 'ERROR_TOO_MANY_REQUESTS' }]);
    await fetch(`${app.origin}/api/visitor/messages/file`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-visitor-secret': secret },
      body: JSON.stringify({ clientMessageId: messageId(), fileId: sent[0], text: null }),
    });
    expect((await upload(new Uint8Array(1000))).status).toBe(200);
  });

  it('is one of many of a network, who together may not bring as much as they like', async () => {
    const allowance = uploadAllowance(25 * MEGABYTE);
    const on = app.database.db.reader(account.accountId);
    const begin = (network: string) =>
      allowance.begin(on, { by: 'VISITOR', accountId: account.accountId, id: newId() }, 25 * MEGABYTE, network);
    for (let count = 0; count < 40; count++) (await begin('198.51.100.0'))();
    await expect(begin('198.51.100.0')).rejects.toMatchObject({ key: 'ERROR_TOO_MANY_REQUESTS' });
    (await begin('203.0.113.0'))();
  });

  it('is slowed when it goes on and on, told when to come back, and no other with it', async () => {
    const answers: Response[] = [];
    for (let count = 0; count < 30; count++) answers.push(await upload('x'));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(5);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await upload('x', { by: await newVisitor(app) })).status).toBe(200);
  });

  it('has three at once at most', async () => {
    const sockets = await Promise.all([1, 2, 3].map(() => rawUpload(1000)));
    await eventually(() => readdirSync(arrivingOf(app)).length === 3);
    expect((await upload('x')).status).toBe(429);
    for (const socket of sockets) socket.destroy();
    await eventually(() => readdirSync(arrivingOf(app)).length === 0);
    expect((await upload('x')).status).toBe(200);
  });
});

describe('a storage in trouble', () => {
  const complaints = () => lines.filter((line) => line.includes('a file could not be kept'));
  beforeEach(() => {
    lines.length = 0;
  });

  it('on the disk: nothing is kept, one line says why, and it goes on when the disk does', async () => {
    const folder = arrivingOf(app);
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'a file where the folder was');
    expect(await refusal(await upload('words', { name: 'тайна.txt' }))).toEqual([503, { message: 'FILE_NOT_STORED', params: {} }]);
    expect(complaints()).toHaveLength(1);
    rmSync(folder);
    mkdirSync(folder);
    expect((await upload('words')).status).toBe(200);
    expect(await rows()).toHaveLength(1);
    const measured = await (await fetch(`${app.origin}/metrics`)).text();
    for (const outcome of ['KEPT', 'FILE_NOT_STORED', 'FILE_TOO_LARGE', 'FILE_EMPTY'])
      expect(measured).toMatch(new RegExp(`^parley_uploads_total\\{by="VISITOR",outcome="${outcome}"\\} [1-9]`, 'm'));
    expect(lines.join()).not.toContain('тайна');
  });

  it('in a bucket: nothing is kept there, here or in the database', async () => {
    await in_(bucket);
    const picture = new Uint8Array(await plainPicture(40, 30).png().toBuffer());
    const objects = s3.objects.size;
    s3.failAfter(0);
    expect(await refusal(await upload(picture))).toEqual([503, { message: 'FILE_NOT_STORED', params: {} }]);
    expect(complaints()).toHaveLength(1);
    s3.recover();
    // The trouble lasted while it was to be taken away again: the row waits for the sweep.
    expect((await rows()).map(({ state }) => state)).toEqual(['GOING']);
    expect([s3.objects.size, lying()]).toEqual([objects, 0]);
  });

  it('in a bucket that works: the picture and its small one lie there under random names, and are fetched', async () => {
    await in_(bucket);
    const file = UploadedFile.parse(await (await upload(new Uint8Array(await plainPicture(900, 30).png().toBuffer()))).json());
    const [row] = await rows();
    const keys = [`parley/${row?.storage_key}`, `parley/${row?.storage_key}.webp`];
    expect(keys.map((key) => s3.objects.get(key)?.type)).toEqual(['image/png', 'image/webp']);
    expect(keys.join()).not.toMatch(/тайна|txt/);
    const urls = await fetch(`${app.origin}/api/visitor/files/urls`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-visitor-secret': secret },
      body: JSON.stringify({ fileIds: [file.fileId] }),
    });
    const [{ url } = { url: '' }] = ((await urls.json()) as { content: Array<{ url: string }> }).content;
    expect((await (await fetch(`${app.origin}${url}`)).arrayBuffer()).byteLength).toBe(file.fileSize);
    s3.failAfter(0);
    expect(await refusal(await fetch(`${app.origin}${url}`))).toMatchObject([503, { message: 'ERROR_UNAVAILABLE' }]);
    s3.recover();
    s3.objects.clear();
    expect(await refusal(await fetch(`${app.origin}${url}`))).toMatchObject([404, { message: 'FILE_NOT_FOUND' }]);
  });
});

describe('a kind of files with a limit of its own', () => {
  const FILM = Buffer.concat([Buffer.from('\0\0\0\u0018ftypmp42\0\0\0\0mp42isom', 'latin1'), Buffer.alloc(1.5 * MEGABYTE)]);
  let strict: TestApp;
  beforeAll(async () => {
    strict = await startApp({ log, env: { PARLEY_UPLOAD_LIMIT_MB: '2', PARLEY_UPLOAD_LIMIT_VIDEO_MB: '1' } });
  }, 60_000);
  afterAll(() => strict.close());

  it('is held to it by its content, with one clear error, and leaves nothing; other files are not', async () => {
    await in_(strict);
    const answer = await upload(FILM, { name: 'letter.txt' });
    expect(await refusal(answer)).toEqual([413, { message: 'FILE_VIDEO_TOO_LARGE', params: { limit: 1 } }]);
    expect([await rows(), readdirSync(arrivingOf(strict))]).toEqual([[], []]);
    const text = await upload('x'.repeat(1.5 * MEGABYTE), { name: 'film.mp4' });
    expect(UploadedFile.parse(await text.json()).mediaType).toBe('text/plain');
  });
});
