import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RoomEvent } from '@parley/contract';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../../test/database.ts';
import { givenFiles, type TestFiles } from '../../../test/files.ts';
import { loopBack, rawDelivery } from '../../../test/loop-back/channel.ts';
import { givenApplication, givenCustomer, type TestCustomer, until } from '../../../test/loop-back/customers.ts';
import { type FileBehaviour, type Provider, startProvider } from '../../../test/loop-back/provider.ts';
import { givenAccount, givenRooms, type Screen, type TestAccount, type TestRooms } from '../../../test/people.ts';
import { blackPng } from '../../../test/pictures.ts';
import { newestEvents } from '../../../test/reads.ts';
import type { Actor } from '../../accounts/index.ts';
import { fileUrls } from '../../files/index.ts';
import type { Claiming } from '../../platform/claiming.ts';
import { newId } from '../../platform/clock.ts';
import { openLog } from '../../platform/log.ts';
import type { AnnouncedFile } from '../channel-port.ts';
import { readRooms } from '../reading/room-view.ts';
import { recordArrived, recordFailed } from './coming-files.ts';
import { claimComingFiles, startFetching } from './fetch-files.ts';
import { createFilePlaces } from './file-places.ts';
import { startReceiving, storeInbound } from './inbound.ts';

const LIMIT = 100_000;

let database: TestDatabase;
let files: TestFiles;
let rooms: TestRooms;
let account: TestAccount;
let elena: Actor;
let provider: Provider;
let application: string;
let picture: Buffer;
const working: Claiming[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  files = givenFiles(database.db, { limit: LIMIT });
  rooms = givenRooms(database.db, files);
  account = await givenAccount(database.db);
  elena = await account.agent('Elena');
  provider = await startProvider({ knowsKeys: true });
  rooms.deps.channels.register(loopBack({ type: 'WHATSAPP', origin: provider.origin, takesKey: true }));
  application = await givenApplication(database.db, account, 'WHATSAPP');
  picture = await blackPng(40, 30);
});
afterEach(async () => {
  await Promise.all(working.splice(0).map((one) => one.stop()));
});
afterAll(async () => {
  await provider.close();
  await database.drop();
});

const on = () => database.db.reader(account.accountId);
const fetching = () => void working.push(startFetching(rooms.deps, openLog('silent')));
const isComing = () => on().selectFrom('coming_files').selectAll().execute();
/** What lies in the storage and on its way to it. */
const bytesHere = () => readdirSync(files.folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()).length;
const arriving = () => readdirSync(join(files.folder, '.arriving')).length;

/** The customer's messages of a room, oldest first. */
async function messages(roomId: string): Promise<RoomEvent[]> {
  const { content } = await newestEvents(on(), roomId, false, 100);
  return content.filter((event) => event.eventType === 'COMMUNICATION' && event.origin.type === 'CUSTOMER').slice(1);
}

let count = 0;
function announced(behaviour: (before: number) => FileBehaviour, over: Partial<AnnouncedFile> = {}): AnnouncedFile {
  const reference = `media-${++count}`;
  provider.files.set(reference, behaviour);
  return { reference, name: 'снимка.png', kind: 'IMAGE', ...over };
}

async function bring({ address }: TestCustomer, text: string, announcedFiles: readonly AnnouncedFile[], providerMessageId = newId()) {
  const place = { accountId: account.accountId, channelApplicationId: application, channelType: 'WHATSAPP' } as const;
  await storeInbound(rooms.deps, place, [
    rawDelivery({ kind: 'MESSAGE', providerMessageId, address, name: null, text, files: announcedFiles }, newId()),
  ]);
  const receiving = startReceiving(rooms.deps, openLog('silent'));
  await until(
    () => on().selectFrom('raw_inbound').select('id').where('state', '=', 'WAITING').execute(),
    (rows) => rows.length === 0,
  );
  await receiving.stop();
}

const givenMaria = () => givenCustomer(rooms.deps, elena, 'WHATSAPP', application);
const fileFrames = (screen: Screen, roomId: string) =>
  screen.frames.filter(({ type, payload }) => (type === 'Image' || type === 'File') && payload.roomId === roomId);

it('stores a message before its file is here, and then changes that message once, for everybody who may see it', async () => {
  const maria = await givenMaria();
  const screen = await rooms.screenOf(elena);
  const stranger = await rooms.screenOf(await (await givenAccount(database.db, 'Orion')).agent('Otto'));
  await bring(maria, 'The parcel', [announced(() => ({ do: 'give', bytes: picture }), { kind: 'FILE' })]);
  const [coming] = await messages(maria.roomId);
  expect(coming?.eventData.message).toEqual({
    type: 'FILE',
    text: 'The parcel',
    privateMessage: false,
    fileState: 'COMING',
    fileName: 'снимка.png',
  });
  expect(fileFrames(screen, maria.roomId)).toMatchObject([{ type: 'File', payload: { event: coming } }]);
  expect((await readRooms(on(), [maria.roomId]))[0]).toMatchObject({
    lastEventType: 'FILE',
    lastEventDataType: 'FILE',
    lastEventData: 'The parcel',
  });

  fetching();
  await until(isComing, (rows) => rows.length === 0);
  const [here] = await messages(maria.roomId);
  expect(here).toEqual({
    ...coming,
    change: (coming?.change ?? 0) + 1,
    eventData: {
      ...coming?.eventData,
      type: 'IMAGE',
      message: {
        type: 'IMAGE',
        text: 'The parcel',
        privateMessage: false,
        fileId: expect.any(String),
        fileName: 'снимка.png',
        fileSize: picture.length,
        mediaType: 'image/png',
        imageWidth: 40,
        imageHeight: 30,
      },
    },
  });
  const [room] = await readRooms(on(), [maria.roomId]);
  expect(room).toMatchObject({ change: here?.change, lastEventType: 'IMAGE', lastEventDataType: 'IMAGE', lastEventData: 'The parcel' });
  expect(fileFrames(screen, maria.roomId).slice(1)).toMatchObject([
    { type: 'Image', payload: { change: here?.change, event: here, again: true } },
  ]);
  expect(fileFrames(stranger, maria.roomId)).toEqual([]);
});

it('lets who sees the room fetch the file once it is here, and nobody else', async () => {
  const maria = await givenMaria();
  await bring(maria, '', [announced(() => ({ do: 'give', bytes: picture }))]);
  fetching();
  await until(isComing, (rows) => rows.length === 0);
  const fileId = (await messages(maria.roomId))[0]?.eventData.message?.fileId ?? '';
  const boris = await account.agent('Boris', { inQueue: false });
  const otto = await (await givenAccount(database.db, 'Orion')).agent('Otto');
  const urlsOf = (actor: Actor) => fileUrls(files, { by: 'USER', actor }, [fileId]);
  expect((await urlsOf(elena)).content.map((one) => one.fileId)).toEqual([fileId]);
  for (const actor of [boris, otto]) expect((await urlsOf(actor)).content).toEqual([]);
});

it('makes an event of each file of a message, the words with the first, once however often it is brought', async () => {
  const maria = await givenMaria();
  const two = [
    announced(() => ({ do: 'give', bytes: picture })),
    announced(() => ({ do: 'give', bytes: Buffer.from('words') }), { name: null, kind: 'FILE' }),
  ];
  const providerMessageId = newId();
  await bring(maria, 'Both', two, providerMessageId);
  await bring(maria, 'Both', two, providerMessageId);
  fetching();
  await until(isComing, (rows) => rows.length === 0);
  const told = (await messages(maria.roomId)).map(({ eventData: { type, message } }) => [
    type,
    message?.text,
    message?.fileName,
    message?.mediaType,
  ]);
  expect(told).toEqual([
    ['IMAGE', 'Both', 'снимка.png', 'image/png'],
    ['FILE', null, 'file', 'text/plain'],
  ]);
  for (const { reference } of two) expect(provider.asked.filter((one) => one === reference)).toHaveLength(1);
});

it.each<[string, (bytes: Buffer) => FileBehaviour]>([
  ['is cut off', (bytes) => ({ do: 'cut', bytes })],
  ['is refused for now', () => ({ do: 'later', afterMs: 50 })],
  ['fails at the provider', () => ({ do: 'fail' })],
])('asks again where a download %s, and what was cut off leaves nothing', async (_what, first) => {
  const maria = await givenMaria();
  const before = bytesHere();
  const file = announced((times) => (times === 0 ? first(picture) : { do: 'give', bytes: picture }));
  await bring(maria, 'again', [file]);
  fetching();
  await until(
    () => provider.asked.filter((one) => one === file.reference),
    (asked) => asked.length === 1,
  );
  await until(isComing, (rows) => rows[0]?.lease === null);
  expect([bytesHere(), arriving()]).toEqual([before, 0]);
  await until(isComing, (rows) => rows.length === 0);
  expect((await messages(maria.roomId))[0]?.eventData.message).toMatchObject({ type: 'IMAGE', fileSize: picture.length });
  // The picture and its small one.
  expect([bytesHere(), arriving()]).toEqual([before + 2, 0]);
});

it.each<[string, ((before: number) => FileBehaviour) | null]>([
  ['the provider has no more', null],
  ['is larger than an upload may be', () => ({ do: 'give', bytes: Buffer.alloc(LIMIT + 1) })],
  ['is empty', () => ({ do: 'give', bytes: Buffer.alloc(0) })],
])('says of a file that %s that it does not come, keeps what came with it, and asks no more', async (_what, behaviour) => {
  const maria = await givenMaria();
  const screen = await rooms.screenOf(elena);
  const before = bytesHere();
  const file = announced(behaviour ?? (() => ({ do: 'gone' })));
  await bring(maria, 'Look', [file]);
  fetching();
  await until(isComing, (rows) => rows.length === 0);
  const [failed] = await messages(maria.roomId);
  expect(failed?.eventData).toMatchObject({
    type: 'IMAGE',
    message: { type: 'IMAGE', text: 'Look', privateMessage: false, fileState: 'FAILED', fileName: 'снимка.png' },
  });
  expect(fileFrames(screen, maria.roomId).at(-1)).toMatchObject({ type: 'Image', payload: { change: failed?.change, event: failed } });
  expect(bytesHere()).toBe(before);
  expect(provider.asked.filter((one) => one === file.reference)).toHaveLength(1);
});

it('gives up a file over which everybody has died, and one that a provider has put off for a day', async () => {
  const maria = await givenMaria();
  const put = announced(() => ({ do: 'later', afterMs: 60_000 }));
  await bring(maria, 'dead', [announced(() => ({ do: 'give', bytes: picture })), put]);
  await on().updateTable('coming_files').set({ tries: 10 }).where('reference', '<>', put.reference).execute();
  await on().updateTable('coming_files').set({ announced_at: '2026-01-01T00:00:00Z' }).where('reference', '=', put.reference).execute();
  fetching();
  await until(isComing, (rows) => rows.length === 0);
  expect((await messages(maria.roomId)).map((event) => event.eventData.message?.fileState)).toEqual(['FAILED', 'FAILED']);
  expect(provider.asked).not.toContain(put.reference);
});

it('lets whoever has lost the lease change nothing, and keeps none of their bytes', async () => {
  const maria = await givenMaria();
  await bring(maria, 'lost', [announced(() => ({ do: 'give', bytes: picture }))]);
  const [claim] = await claimComingFiles(rooms.deps, createFilePlaces().turn(1));
  if (!claim) throw new Error('nothing was claimed');
  expect(await claimComingFiles(rooms.deps, createFilePlaces().turn(1))).toEqual([]);
  const lost = { ...claim, lease: newId() };
  expect(await recordFailed(rooms.deps, lost)).toBe(false);
  expect((await messages(maria.roomId))[0]?.eventData.message?.fileState).toBe('COMING');
  expect(await recordFailed(rooms.deps, claim)).toBe(true);
  // Settled once: the same holder changes nothing a second time.
  const uploader = { by: 'PROVIDER', accountId: account.accountId, id: application } as const;
  const facts = { fileId: newId(), fileName: 'a', fileSize: 1, mediaType: 'text/plain', imageWidth: null, imageHeight: null };
  expect(await recordArrived(rooms.deps, claim, uploader, { ...facts, type: 'FILE', notice: null })).toBe(false);
  expect((await messages(maria.roomId))[0]?.eventData.message?.fileState).toBe('FAILED');
});

it('lets a provider that hangs keep no more than its share of the workers, so that others’ files come', async () => {
  const other = await givenApplication(database.db, account, 'WHATSAPP');
  const hanging = await givenMaria();
  const maria = await givenCustomer(rooms.deps, elena, 'WHATSAPP', other);
  await bring(
    hanging,
    'wait',
    Array.from({ length: 40 }, () => announced(() => ({ do: 'hang' }))),
  );
  fetching();
  await until(
    () => provider.asked.filter((one) => provider.files.get(one)?.(0).do === 'hang').length,
    (asked) => asked === 8,
  );
  const place = { accountId: account.accountId, channelApplicationId: other, channelType: 'WHATSAPP' } as const;
  const reading = { kind: 'MESSAGE', providerMessageId: newId(), address: maria.address, name: null, text: 'quick' } as const;
  await storeInbound(rooms.deps, place, [rawDelivery({ ...reading, files: [announced(() => ({ do: 'give', bytes: picture }))] })]);
  working.push(startReceiving(rooms.deps, openLog('silent')));
  await until(
    () => messages(maria.roomId),
    ([event]) => event?.eventData.message?.mediaType === 'image/png',
  );
  expect(provider.asked.filter((one) => provider.files.get(one)?.(0).do === 'hang')).toHaveLength(8);
  await on().deleteFrom('coming_files').execute();
});
