import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/database.ts';
import { givenFiles, type TestFiles } from '../../test/files.ts';
import { givenAccount, givenRooms, messageId, type TestAccount, type TestRooms } from '../../test/people.ts';
import { plainPicture } from '../../test/pictures.ts';
import type { UploadOrder } from '../../test/upload-process.ts';
import type { Actor } from '../accounts/index.ts';
import { sendNote } from '../rooms/index.ts';
import { openArriving } from './arriving.ts';
import { sweepFiles } from './sweep.ts';
import { receiveUpload } from './upload.ts';

const PROCESS = fileURLToPath(new URL('../../test/upload-process.ts', import.meta.url));
let database: TestDatabase;
let owner: pg.Client;
let account: TestAccount;
let elena: Actor;
let files: TestFiles;
let rooms: TestRooms;
let roomId: string;

beforeAll(async () => {
  database = await freshDatabase();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});
beforeEach(async () => {
  account = await givenAccount(database.db);
  elena = await account.agent('Elena', { role: 'admin' });
  files = givenFiles(database.db);
  rooms = givenRooms(database.db, files);
  ({ roomId } = await account.visitor('Maria'));
});

const uploader = () => ({ by: 'USER', accountId: account.accountId, id: elena.userId }) as const;
const rows = () => database.db.reader(account.accountId).selectFrom('files').selectAll().orderBy('id').execute();
const bytesLying = () =>
  readdirSync(files.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
async function uploaded(bytes: Buffer | string = 'words'): Promise<string> {
  const body = Readable.from([Buffer.from(bytes)]);
  return (await receiveUpload(files, { uploader: uploader(), name: 'a.txt', length: null, body, isCancelled: () => false })).fileId;
}
const note = (fileId: string) => sendNote(rooms.deps, elena, { clientMessageId: messageId(), roomId, text: null, fileId });
const aged = (hours: number) =>
  sql`update files set created_at = created_at - make_interval(hours => ${hours})`.execute(database.db.reader(account.accountId));
const sweep = () => sweepFiles(files)({}, { signal: new AbortController().signal, query: (text, values) => owner.query(text, values) });

it('an upload that nobody sends goes after a day with everything of it; what was sent stays', async () => {
  const picture = await plainPicture(30, 20).png().toBuffer();
  const [sent, unsent] = [await uploaded(picture), await uploaded(picture)];
  await note(sent);
  await sweep();
  expect((await rows()).map(({ id }) => id)).toEqual([sent, unsent]);
  await aged(25);
  await sweep();
  expect((await rows()).map(({ id, state }) => [id, state])).toEqual([[sent, 'KEPT']]);
  expect(bytesLying()).toHaveLength(2);
});

it('a sweep that was cut off, or whose storage failed, is ended by the next', async () => {
  await uploaded();
  await aged(25);
  const failing = { ...files, storage: { ...files.storage, remove: () => Promise.reject(new Error('the storage is away')) } };
  const query = (text: string, values?: unknown[]) => owner.query(text, values);
  await expect(sweepFiles(failing)({}, { signal: new AbortController().signal, query })).rejects.toThrow('away');
  const [row] = await rows();
  expect(row?.state).toBe('GOING');
  await expect(note(row?.id ?? '')).rejects.toMatchObject({ key: 'FILE_NOT_FOUND' });
  await sweep();
  expect([await rows(), bytesLying()]).toEqual([[], []]);
});

it('sending and sweeping at the same moment agree: the message has its file, or there is neither', async () => {
  for (let round = 0; round < 25; round++) {
    const fileId = await uploaded(`round ${round}`);
    await aged(25);
    const [sending] = await Promise.allSettled([note(fileId), sweep()]);
    const row = (await rows()).find(({ id }) => id === fileId);
    const event = await database.db.reader(account.accountId).selectFrom('events').select('id').where('file_id', '=', fileId).execute();
    const kept = sending.status === 'fulfilled';
    expect([row?.state, event.length, row ? bytesLying().includes(row.storage_key.slice(3)) : false]).toEqual(
      kept ? ['KEPT', 1, true] : [undefined, 0, false],
    );
  }
});

it.each(['coming', 'before storing', 'after storing'] as const)(
  'a process killed while an upload stands there (%s) leaves nothing',
  async (standsStill) => {
    const child = fork(PROCESS, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: ['--disable-warning=ExperimentalWarning'] });
    const order: UploadOrder = { appUrl: database.appUrl, folder: files.folder, uploader: uploader(), standsStill };
    child.send(order);
    expect((await once(child, 'message'))[0]).toBe('here');
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    expect(bytesLying()).toHaveLength(1);
    const left = await rows();
    expect(left.map(({ state }) => state)).toEqual(standsStill === 'coming' ? [] : ['ARRIVING']);
    for (const { id } of left) await expect(note(id)).rejects.toMatchObject({ key: 'FILE_NOT_FOUND' });
    // The next start, and the sweep when no upload can be that old any more.
    openArriving(join(files.folder, '.arriving'));
    await sweep();
    expect((await rows()).length).toBe(left.length);
    await aged(2);
    await sweep();
    expect([await rows(), bytesLying()]).toEqual([[], []]);
  },
);

it('what another process is writing is left to it', () => {
  const folder = join(files.folder, '.arriving');
  const names = [`${process.ppid}-theirs`, `${process.pid}-before-me`, '0-nobodys', 'strange'];
  for (const name of names) writeFileSync(join(folder, name), 'x');
  openArriving(folder);
  expect(readdirSync(folder)).toEqual([`${process.ppid}-theirs`]);
});
