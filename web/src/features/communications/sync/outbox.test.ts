import { agentSends, type SendAnswer, type UploadedFile } from '@parley/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiProblem } from '../../../api/api-problem.ts';
import { NotAcknowledged, type Outgoing } from '../../../realtime/socket.ts';
import { sendAnyway } from '../others/answered.ts';
import { isAsked, type PendingSend } from '../state/pending.ts';
import { newRoomsStore, type RoomsStore } from '../store.ts';
import type { Line } from './line.ts';
import { discard, dispatch, flushOutbox, restoreOutbox } from './outbox.ts';

const ROOM = '00000000-0000-4000-8000-000000000001';

/** The far end: what is stored, in order, and how the next sends are answered. */
class Server {
  readonly stored: string[] = [];
  readonly frames: Outgoing[] = [];
  readonly asked: { text: string; id: string }[] = [];
  isAway = false;
  problem: { text: string; key: string; status: number } | null = null;
  /** The place of a colleague's answer: what has seen less is refused, as the server does. */
  answeredAt = 0;

  constructor() {
    // Over REST it is as far away as over the socket.
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')));
  }

  readonly line: Line = {
    send: async (frame: Outgoing): Promise<SendAnswer> => {
      if (!('clientMessageId' in frame.payload && 'text' in frame.payload)) throw new Error('only what is written is sent here');
      const { clientMessageId } = frame.payload;
      const text = frame.payload.text ?? '';
      // An answer takes its time.
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (this.isAway) throw new NotAcknowledged('not-open');
      this.asked.push({ text, id: clientMessageId });
      if (this.problem?.text === text) throw new ApiProblem(this.problem.status, { message: this.problem.key, errors: [] }, null);
      if ('seenSeq' in frame.payload && Number(frame.payload.seenSeq) < this.answeredAt) {
        const told = { message: 'COLLEAGUE_ANSWERED', params: { name: 'Petar Kostov', seq: this.answeredAt } };
        throw new ApiProblem(409, { message: told.message, errors: [told] }, null);
      }
      this.stored.push(text);
      this.frames.push(frame);
      return { change: this.stored.length } as SendAnswer;
    },
    tell: () => true,
    subscribe: () => () => undefined,
    onOpen: () => () => undefined,
  };
}

const fileOf = (type: UploadedFile['type'], fileId: string): UploadedFile => ({
  fileId,
  fileName: 'оферта.pdf',
  fileSize: 10,
  mediaType: type === 'IMAGE' ? 'image/png' : 'application/pdf',
  imageWidth: null,
  imageHeight: null,
  type,
  notice: null,
});
const PICTURE = fileOf('IMAGE', '00000000-0000-4000-8000-00000000000a');
const DOCUMENT = fileOf('FILE', '00000000-0000-4000-8000-00000000000b');

let server: Server;
let store: RoomsStore;
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const write = (text: string, kind: PendingSend['kind'] = 'Text', file: UploadedFile | null = null) =>
  void dispatch(store, server.line, {
    clientMessageId: crypto.randomUUID(),
    roomId: ROOM,
    kind,
    channelId: kind === 'Note' ? null : ROOM,
    text,
    file,
    createdAt: new Date().toISOString(),
    status: 'sending',
    reason: null,
    params: {},
  });
const standing = () => (store.getState().state.pending.get(ROOM) ?? []).map(({ text, status, reason }) => [text, status, reason]);
const find = (text: string): PendingSend => {
  const send = store
    .getState()
    .state.pending.get(ROOM)
    ?.find((one) => one.text === text);
  if (send === undefined) throw new Error(`${text} is not there`);
  return send;
};

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 2, 9) });
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:8080' });
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
  server = new Server();
  store = newRoomsStore(ROOM);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('what is written one after the other goes one after the other', async () => {
  for (const text of ['a1', 'a2', 'a3']) write(text);
  await pass(30);
  expect(server.stored).toEqual(['a1']);
  await pass(100);
  expect(server.stored).toEqual(['a1', 'a2', 'a3']);
});

test('what is written after a loss waits behind what was written during it', async () => {
  server.isAway = true;
  for (const text of ['a1', 'a2', 'a3']) write(text);
  await pass(50);
  expect(standing().map(([, status]) => status)).toEqual(['failed', 'failed', 'failed']);
  server.isAway = false;
  void flushOutbox(store, server.line);
  write('a4');
  await pass(10);
  write('a5');
  await pass(500);
  expect(server.stored).toEqual(['a1', 'a2', 'a3', 'a4', 'a5']);
});

test('without a new connection it is tried again by itself', async () => {
  server.isAway = true;
  write('a1');
  await pass(50);
  server.isAway = false;
  await pass(1200);
  expect(server.stored).toEqual(['a1']);
});

test('a note overtakes nothing that was written before it, after a loss neither', async () => {
  server.isAway = true;
  write('a1');
  write('a2');
  write('note', 'Note');
  write('a3');
  await pass(60);
  server.isAway = false;
  void flushOutbox(store, server.line);
  await pass(120);
  expect(server.stored).toEqual(['a1', 'a2', 'note', 'a3']);
});

test('a note goes where a message before it was refused for good', async () => {
  server.problem = { text: 'a1', key: 'CONVERSATION_RESOLVED', status: 409 };
  write('a1');
  write('note', 'Note');
  await pass(60);
  expect(server.stored).toEqual(['note']);
});

test.each([
  ['ERROR_DEFAULT_MESSAGE', 500],
  ['ERROR_UNAVAILABLE', 503],
  ['ERROR_TOO_MANY_REQUESTS', 429],
] as const)('%s is no refusal: the same goes again under the same id, and the next ones wait', async (key, status) => {
  server.problem = { text: 'a1', key, status };
  write('a1');
  write('a2');
  await pass(100);
  expect(server.stored).toEqual([]);
  await pass(3200);
  expect(server.asked.length).toBe(3);
  server.problem = null;
  await pass(6000);
  expect(server.stored).toEqual(['a1', 'a2']);
  expect(new Set(server.asked.filter(({ text }) => text === 'a1').map(({ id }) => id)).size).toBe(1);
});

test('what is refused for good leaves the line and says why', async () => {
  server.problem = { text: 'a1', key: 'CONVERSATION_NOT_YOURS', status: 403 };
  write('a1');
  write('a2');
  await pass(200);
  expect(server.stored).toEqual(['a2']);
  expect(standing()[0]).toEqual(['a1', 'failed', 'CONVERSATION_NOT_YOURS']);
});

/** Of a writer who has seen the room to that place. */
const writeHavingSeen = (seenSeq: number, text: string, channelId: string | null = ROOM) =>
  void dispatch(store, server.line, {
    clientMessageId: crypto.randomUUID(),
    roomId: ROOM,
    kind: channelId === null ? 'Note' : 'Text',
    channelId,
    text,
    file: null,
    seenSeq,
    createdAt: new Date().toISOString(),
    status: 'sending',
    reason: null,
    params: {},
  });

test('what was written behind a message that its writer is asked about does not overtake it, whatever it had seen', async () => {
  const OTHER = '00000000-0000-4000-8000-000000000009';
  server.answeredAt = 5;
  writeHavingSeen(4, 'first');
  writeHavingSeen(4, 'second');
  // Written when the answer stood on the screen; the first ones are refused only then.
  writeHavingSeen(5, 'third');
  writeHavingSeen(5, 'on another channel', OTHER);
  writeHavingSeen(5, 'note', null);
  await pass(300);
  expect(server.stored.toSorted()).toEqual(['note', 'on another channel']);
  const answered = (text: string) => [text, 'failed', 'COLLEAGUE_ANSWERED'];
  expect(standing().filter(([, status]) => status === 'failed')).toEqual(['first', 'second', 'third'].map(answered));
  // What follows while they are asked is asked about with it.
  writeHavingSeen(6, 'fourth');
  await flushOutbox(store, server.line);
  await pass(100);
  expect(standing().filter(([, status]) => status === 'failed')).toEqual(['first', 'second', 'third', 'fourth'].map(answered));
  expect(find('fourth').params).toEqual({ name: 'Petar Kostov', seq: 5 });

  server.stored.length = 0;
  // Somebody answers once more before they go: they are asked again, all of them.
  server.answeredAt = 7;
  const asked = () => (store.getState().state.pending.get(ROOM) ?? []).filter(isAsked);
  sendAnyway({ store, line: server.line }, asked());
  await pass(200);
  expect([server.stored, asked().map(({ text }) => text)]).toEqual([[], ['first', 'second', 'third', 'fourth']]);
  sendAnyway({ store, line: server.line }, asked());
  await pass(200);
  expect([server.stored, asked()]).toEqual([['first', 'second', 'third', 'fourth'], []]);
});

test('what waits behind something that is taken away goes', async () => {
  server.problem = { text: 'a1', key: 'ERROR_DEFAULT_MESSAGE', status: 500 };
  write('a1');
  write('a2');
  await pass(50);
  discard(store, server.line, find('a1'));
  await pass(50);
  expect(server.stored).toEqual(['a2']);
});

test('a picture goes as Image, another file as File, both as Note among colleagues; without words there is no text', async () => {
  write('', 'Text', PICTURE);
  write('the offer', 'Text', DOCUMENT);
  write(' \u200b', 'Note', DOCUMENT);
  await pass(100);
  const told = server.frames.map((frame) => [
    frame.type,
    'fileId' in frame.payload && frame.payload.fileId,
    'text' in frame.payload && frame.payload.text,
  ]);
  expect(told.filter(([type]) => type !== 'Note')).toEqual([
    ['Image', PICTURE.fileId, null],
    ['File', DOCUMENT.fileId, 'the offer'],
  ]);
  expect(told.filter(([type]) => type === 'Note')).toEqual([['Note', DOCUMENT.fileId, null]]);
  for (const { type, payload } of server.frames) expect(agentSends[type].safeParse(payload).success).toBe(true);
});

test('files and words of one line keep their order over a loss', async () => {
  server.isAway = true;
  write('first', 'Text', PICTURE);
  write('second');
  write('third', 'Text', DOCUMENT);
  await pass(50);
  server.isAway = false;
  void flushOutbox(store, server.line);
  await pass(200);
  expect(server.stored).toEqual(['first', 'second', 'third']);
});

test('what was on its way before a reload comes back with its file, and what is no send does not', async () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  server.isAway = true;
  write('caption', 'Text', PICTURE);
  await pass(50);
  const [key = '', value = ''] = [...kept][0] ?? [];
  const { file: _file, ...old } = JSON.parse(value)[0];
  kept.set(
    key,
    JSON.stringify([
      ...JSON.parse(value),
      { ...old, clientMessageId: 'before-files', text: 'old' },
      // Its room is not read yet when the server is reached.
      { ...old, clientMessageId: 'by-sms', text: 'by SMS', channelType: 'SMS' },
      { text: 'no send' },
      null,
    ]),
  );
  store = newRoomsStore(ROOM);
  restoreOutbox(store);
  expect(standing().map(([text, status]) => [text, status])).toEqual([
    ['caption', 'failed'],
    ['old', 'failed'],
    ['by SMS', 'failed'],
  ]);
  expect([find('caption').file, find('old').file]).toEqual([PICTURE, null]);
  server.isAway = false;
  void flushOutbox(store, server.line);
  await pass(100);
  expect(server.frames.map(({ type }) => type)).toEqual(['Image', 'Text', 'Sms']);
});

test('what can be taken back is held by the server, in its order and once, and stands until then as not sent', async () => {
  const held: { clientMessageId: string; text: string | null; sendAt: null }[] = [];
  let isLost = true;
  vi.stubGlobal('fetch', async (request: Request) => {
    const asked = (await request.json()) as (typeof held)[number];
    if (!held.some(({ clientMessageId }) => clientMessageId === asked.clientMessageId)) held.push(asked);
    // The server has it, and its answer is lost.
    if (isLost) throw new TypeError('fetch failed');
    const message = { ...asked, id: ROOM, roomId: ROOM, author: { id: ROOM, name: 'Dora' }, files: [], sendAt: new Date().toISOString() };
    const body = { ...message, isUndo: true, state: 'WAITING', reason: null, timezone: 'UTC', unlessCustomerWrites: false };
    return new Response(JSON.stringify(body), { status: 200, headers: { 'content-type': 'application/json' } });
  });
  const say = (text: string) =>
    void dispatch(store, server.line, {
      clientMessageId: crypto.randomUUID(),
      roomId: ROOM,
      kind: 'Text',
      channelId: ROOM,
      text,
      file: null,
      canBeUndone: true,
      createdAt: new Date().toISOString(),
      status: 'sending',
      reason: null,
      params: {},
    });
  say('One');
  say('Two');
  await vi.waitFor(() => expect(standing().map(([, status]) => status)).toEqual(['failed', 'failed']));
  isLost = false;
  await pass(3000);
  await vi.waitFor(() => expect(standing().map(([, status]) => status)).toEqual(['held', 'held']));
  expect(held.map(({ text, sendAt }) => [text, sendAt])).toEqual([
    ['One', null],
    ['Two', null],
  ]);
  expect(server.frames).toEqual([]);
});

test.each(['SENT', 'CANCELLED', 'FAILED'])(
  'what is held no more when it is asked again (%s) stands as being sent no more',
  async (state) => {
    let isLost = true;
    vi.stubGlobal('fetch', async (request: Request) => {
      if (isLost) throw new TypeError('fetch failed');
      const message = {
        ...(await request.json()),
        id: ROOM,
        roomId: ROOM,
        author: { id: ROOM, name: 'Dora' },
        files: [],
        isUndo: true,
        reason: null,
      };
      const body = { ...message, sendAt: new Date().toISOString(), state };
      return new Response(JSON.stringify(body), { status: 200, headers: { 'content-type': 'application/json' } });
    });
    void dispatch(store, server.line, {
      clientMessageId: crypto.randomUUID(),
      roomId: ROOM,
      kind: 'Text',
      channelId: ROOM,
      text: 'One',
      file: null,
      canBeUndone: true,
      createdAt: new Date().toISOString(),
      status: 'sending',
      reason: null,
      params: {},
    });
    await vi.waitFor(() => expect(standing().map(([, status]) => status)).toEqual(['failed']));
    isLost = false;
    await pass(3000);
    await vi.waitFor(() => expect(standing()).toEqual([]));
  },
);
