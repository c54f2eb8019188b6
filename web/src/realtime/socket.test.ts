import { CloseCode } from '@parley/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiProblem } from '../api/api-problem.ts';
import { retryDelay } from './retry-delay.ts';
import { createSocket, NotAcknowledged, type Outgoing, type SocketOptions } from './socket.ts';

/** The browser's WebSocket, as far as the socket uses it; the test plays the server. */
class BrowserSocket {
  static made: BrowserSocket[] = [];
  readonly url: string;
  readonly sent: { type: string; id: string; payload: unknown }[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onerror: (() => void) | null = null;
  closed = false;
  constructor(url: string) {
    this.url = url;
    BrowserSocket.made.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.closed = true;
  }
  say(type: string, payload: unknown, id = '') {
    this.onmessage?.({ data: JSON.stringify({ type, id, payload }) });
  }
  of(type: string) {
    return this.sent.filter((frame) => frame.type === type);
  }
  /** Answers pings until told otherwise. */
  pong() {
    this.say('Pong', {});
  }
}

const room = '01a21fdc-44c9-7784-9c26-9caae5245c1f';
const seen: Outgoing = { type: 'Seen', payload: { clientStatus: 'SEEN', roomId: room, roomEventId: room } };
const note: Outgoing = { type: 'Note', payload: { clientMessageId: 'message-1', roomId: room, text: 'Please hold one.' } };
const answer = { roomId: room, eventId: room, seq: 1, change: 1, publicNo: 0, privateNo: 1 };

const last = () => {
  const socket = BrowserSocket.made.at(-1);
  if (socket === undefined) throw new Error('no socket was made');
  return socket;
};

function given(options: Partial<SocketOptions> = {}) {
  const told = { frames: [] as string[], states: [] as string[], bad: [] as string[], trouble: 0, recovered: 0, ends: [] as string[] };
  const socket = createSocket({
    getTicketUrl: async () => `ws://parley.example/api/ws?token=t${BrowserSocket.made.length}`,
    onFrame: (frame) => told.frames.push(frame.type),
    onState: (state) => told.states.push(state),
    onBadFrame: (type) => told.bad.push(type),
    onTrouble: () => told.trouble++,
    onRecovered: () => told.recovered++,
    onEnd: (end) => told.ends.push(end),
    clock: { now: Date.now, random: () => 0 },
    ...options,
  });
  return { socket, told };
}

/** The event loop's own, which the test's clock does not take over. */
const turn = globalThis.setImmediate;

/** A ticket is waited for by turns of the event loop, of which the test's clock knows nothing: waits until so many sockets were made. */
async function made(sockets: number): Promise<void> {
  for (let turns = 0; BrowserSocket.made.length < sockets && turns < 10_000; turns += 1) await new Promise((resolve) => turn(resolve));
  expect(BrowserSocket.made).toHaveLength(sockets);
}

async function opened(options: Partial<SocketOptions> = {}) {
  const both = given(options);
  const before = BrowserSocket.made.length;
  both.socket.connect();
  await made(before + 1);
  last().onopen?.();
  last().pong();
  return both;
}

beforeEach(() => {
  vi.useFakeTimers();
  BrowserSocket.made = [];
  vi.stubGlobal('WebSocket', BrowserSocket);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('what is heard', () => {
  it('are frames that this version shows nowhere yet, too: none of them breaks anything', async () => {
    const { told } = await opened();
    const tagged = { roomId: room, contextType: 'CONVERSATION', contextId: room, isTagged: true, isUpdated: false };
    last().say('MetaEventAssociation', tagged);
    last().say('TicketSeen', { ticketId: room });
    expect(told).toMatchObject({ frames: ['MetaEventAssociation', 'TicketSeen'], bad: [], trouble: 0, states: ['connecting', 'open'] });
  });
});

describe('connecting', () => {
  it('asks for a ticket each time and says how it stands', async () => {
    const { told } = await opened();
    expect(last().url).toContain('token=t0');
    expect(told.states).toEqual(['connecting', 'open']);
    last().onclose?.({ code: 1006 });
    await vi.advanceTimersByTimeAsync(500);
    expect(last().url).toContain('token=t1');
    expect(told.states).toEqual(['connecting', 'open', 'lost', 'connecting']);
  });

  it('waits 500 ms, 1 s, 3 s, 5 s … up to 30 s, with jitter that never passes it', async () => {
    expect([0, 1, 2, 3, 4, 15, 16, 100].map((attempt) => retryDelay(attempt, 0))).toEqual([
      500, 1000, 3000, 5000, 7000, 29_000, 30_000, 30_000,
    ]);
    expect([retryDelay(0, 0.999), retryDelay(1, 0.999)]).toEqual([1000, 1999]);
    expect(retryDelay(100, 0.999)).toBe(30_000);
    const { socket } = given({ getTicketUrl: () => Promise.reject(new Error('no network')) });
    const asked = vi.fn(() => Promise.reject(new Error('no network')));
    socket.disconnect();
    const other = given({ getTicketUrl: asked });
    other.socket.connect();
    await vi.advanceTimersByTimeAsync(0);
    for (const [after, times] of [
      [499, 1],
      [1, 2],
      [999, 2],
      [1, 3],
      [2999, 3],
      [1, 4],
    ] as const) {
      await vi.advanceTimersByTimeAsync(after);
      expect(asked).toHaveBeenCalledTimes(times);
    }
  });

  it('gives up an opening that hangs for 5 s', async () => {
    const { told, socket } = given();
    socket.connect();
    await made(1);
    await vi.advanceTimersByTimeAsync(4999);
    expect(last().closed).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(last().closed).toBe(true);
    expect(told.states).toEqual(['connecting', 'lost']);
    await vi.advanceTimersByTimeAsync(500);
    await made(2);
  });

  it('gives ticket and socket 5 s each', async () => {
    const { socket } = given({ getTicketUrl: () => new Promise((resolve) => setTimeout(() => resolve('ws://parley.example/'), 4900)) });
    socket.connect();
    await vi.advanceTimersByTimeAsync(4900);
    await made(1);
    await vi.advanceTimersByTimeAsync(4900);
    last().onopen?.();
    expect(socket.state()).toBe('open');
  });

  it('waits 5, 10, 20 and then 30 s for an opening, and 5 s again once one stood', async () => {
    const { socket } = given();
    socket.connect();
    await made(1);
    const hangs = async (opening: number, pause: number) => {
      const before = BrowserSocket.made.length;
      await vi.advanceTimersByTimeAsync(opening - 1);
      expect(last().closed).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      expect(last().closed).toBe(true);
      await vi.advanceTimersByTimeAsync(pause);
      await made(before + 1);
    };
    await hangs(5000, 500);
    await hangs(10_000, 1000);
    await hangs(20_000, 3000);
    await hangs(30_000, 5000);
    await hangs(30_000, 7000);
    last().onopen?.();
    last().pong();
    last().onclose?.({ code: 1006 });
    const before = BrowserSocket.made.length;
    await vi.advanceTimersByTimeAsync(500);
    await made(before + 1);
    await hangs(5000, 1000);
  });

  it('grows patient with what hangs alone, not with what is refused at once', async () => {
    const { socket } = given();
    socket.connect();
    for (const [times, wait] of [500, 1000, 3000].entries()) {
      await made(times + 1);
      last().onerror?.();
      await vi.advanceTimersByTimeAsync(wait);
    }
    await made(4);
    await vi.advanceTimersByTimeAsync(4999);
    expect(last().closed).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(last().closed).toBe(true);
  });

  it('keeps waiting longer while the server opens and closes at once', async () => {
    const { socket } = given();
    socket.connect();
    for (const wait of [500, 1000, 3000]) {
      await vi.advanceTimersByTimeAsync(0);
      const made = BrowserSocket.made.length;
      last().onopen?.();
      last().onclose?.({ code: 1011 });
      await vi.advanceTimersByTimeAsync(wait - 1);
      expect(BrowserSocket.made).toHaveLength(made);
      await vi.advanceTimersByTimeAsync(1);
      expect(BrowserSocket.made).toHaveLength(made + 1);
    }
  });

  it('does not come back after a manual disconnect', async () => {
    const { socket, told } = await opened();
    socket.disconnect();
    expect(last().closed).toBe(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(BrowserSocket.made).toHaveLength(1);
    expect(told.trouble).toBe(0);
  });

  it('ignores what an old socket still says', async () => {
    const { told } = await opened();
    const old = last();
    const { onmessage, onclose } = old;
    old.onclose?.({ code: 1006 });
    await vi.advanceTimersByTimeAsync(500);
    onmessage?.({
      data: JSON.stringify({
        type: 'ChatStatus',
        id: '',
        payload: { status: 'busy', since: '2026-11-03T10:00:00.000Z', wrapUpUntil: null },
      }),
    });
    onclose?.({ code: 1006 });
    expect(told.frames).toEqual([]);
    expect(told.states.at(-1)).toBe('connecting');
  });
});

describe('coming back', () => {
  const openings: boolean[] = [];
  const options: Partial<SocketOptions> = { onState: (state, { afterError }) => void (state === 'open' && openings.push(afterError)) };

  it.each([
    ['before the person was told of the loss', 1500, false],
    ['after the person was told of the loss', 2500, true],
  ])('%s says so', async (_when, away, afterError) => {
    openings.length = 0;
    await opened(options);
    last().onclose?.({ code: 1006 });
    await vi.advanceTimersByTimeAsync(500);
    await made(2);
    await vi.advanceTimersByTimeAsync(away - 500);
    last().onopen?.();
    last().pong();
    expect(openings).toEqual([false, afterError]);
    last().onclose?.({ code: 1006 });
    await vi.advanceTimersByTimeAsync(500);
    await made(3);
    last().onopen?.();
    expect(openings).toEqual([false, afterError, false]);
  });
});

describe('close codes', () => {
  it('renews the token before coming back from 4401', async () => {
    let renewed: () => void = () => {};
    const renewToken = vi.fn(() => new Promise<void>((resolve) => (renewed = resolve)));
    await opened({ renewToken });
    last().onclose?.({ code: CloseCode.TICKET_EXPIRED });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(renewToken).toHaveBeenCalledOnce();
    expect(BrowserSocket.made).toHaveLength(1);
    renewed();
    await vi.advanceTimersByTimeAsync(1000);
    expect(BrowserSocket.made).toHaveLength(2);
  });

  it.each([
    [CloseCode.ROLE_CHANGED, 'role-changed'],
    [CloseCode.CLIENT_TOO_OLD, 'too-old'],
  ])('stays closed after %i', async (code, end) => {
    const { told } = await opened();
    last().onclose?.({ code });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(told.ends).toEqual([end]);
    expect(BrowserSocket.made).toHaveLength(1);
  });
});

describe('proof of life', () => {
  it('pings at once and every 5 s, and takes any frame for an answer', async () => {
    await opened();
    expect(last().of('Ping')).toHaveLength(1);
    for (let times = 2; times < 5; times++) {
      await vi.advanceTimersByTimeAsync(5000);
      expect(last().of('Ping')).toHaveLength(times);
      last().say('ChatStatus', { status: 'busy', since: '2026-11-03T10:00:00.000Z', wrapUpUntil: null });
    }
    expect(BrowserSocket.made).toHaveLength(1);
  });

  it('answers the server that asks for it, by the same id, and tells nobody of it', async () => {
    const { told } = await opened();
    last().say('Ping', {}, 'p1');
    expect(last().sent.at(-1)).toEqual({ type: 'Pong', id: 'p1', payload: {} });
    expect(told.frames).toEqual([]);
  });

  it('takes the connection for dead 5 s after a ping without an answer', async () => {
    const { told } = await opened();
    await vi.advanceTimersByTimeAsync(5000);
    await vi.advanceTimersByTimeAsync(4999);
    expect(told.states.at(-1)).toBe('open');
    await vi.advanceTimersByTimeAsync(1);
    expect(told.states.at(-1)).toBe('lost');
  });

  it('asks anew instead of giving up when the machine slept in between', async () => {
    let now = 0;
    const { told } = await opened({ clock: { now: () => now, random: () => 0 } });
    await vi.advanceTimersByTimeAsync(5000);
    now += 3_600_000;
    await vi.advanceTimersByTimeAsync(5000);
    expect(told.states.at(-1)).toBe('open');
    expect(last().of('Ping').length).toBeGreaterThanOrEqual(3);
    await vi.advanceTimersByTimeAsync(5000);
    expect(told.states.at(-1)).toBe('lost');
  });

  it('pings at once on waking, and tries at once when it was waiting to', async () => {
    const { socket } = await opened();
    await vi.advanceTimersByTimeAsync(2000);
    socket.wake();
    expect(last().of('Ping')).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(5000);
    await vi.advanceTimersByTimeAsync(0);
    expect(socket.state()).toBe('lost');
    socket.wake();
    await vi.advanceTimersByTimeAsync(0);
    expect(BrowserSocket.made).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(500);
    expect(BrowserSocket.made).toHaveLength(2);
  });
});

describe('telling the person', () => {
  it('says so once, 2 s after the loss, and says when it is back', async () => {
    const { told, socket } = await opened();
    last().onclose?.({ code: 1006 });
    await vi.advanceTimersByTimeAsync(1999);
    expect(told.trouble).toBe(0);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(told.trouble).toBe(1);
    socket.wake();
    await vi.advanceTimersByTimeAsync(0);
    last().onopen?.();
    expect(told.recovered).toBe(1);
  });

  it('says nothing of a blink, nor while the token is expired', async () => {
    const { told } = await opened();
    last().onclose?.({ code: 1006 });
    await vi.advanceTimersByTimeAsync(500);
    last().onopen?.();
    await vi.advanceTimersByTimeAsync(3000);
    expect([told.trouble, told.recovered]).toEqual([0, 0]);
    const other = await opened({ tokenExpired: () => true });
    last().onclose?.({ code: 1006 });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(other.told.trouble).toBe(0);
  });

  it('tells listeners of the opening whether the person had been told', async () => {
    const details: boolean[] = [];
    await opened({ onState: (state, { afterError }) => state === 'open' && details.push(afterError) });
    last().onclose?.({ code: 1006 });
    await vi.advanceTimersByTimeAsync(500);
    await made(2);
    last().onopen?.();
    last().pong();
    last().onclose?.({ code: 1006 });
    await vi.advanceTimersByTimeAsync(500);
    await made(3);
    await vi.advanceTimersByTimeAsync(2000);
    last().onopen?.();
    expect(details).toEqual([false, false, true]);
  });
});

describe('sending', () => {
  it('resolves with what the Ack says', async () => {
    const { socket } = await opened();
    const sent = socket.send(note);
    const frame = last().of('Note')[0];
    expect(frame?.payload).toEqual(note.payload);
    last().say('Ack', { answer }, frame?.id);
    expect(await sent).toEqual(answer);
  });

  it('rejects with the refusal', async () => {
    const { socket } = await opened();
    const sent = socket.send(seen);
    last().say(
      'INVALID_REQUEST',
      { message: 'ROOM_NOT_FOUND', errors: [{ message: 'ROOM_NOT_FOUND', params: {} }], status: 404 },
      last().of('Seen')[0]?.id,
    );
    await expect(sent).rejects.toMatchObject({ name: 'ApiProblem', key: 'ROOM_NOT_FOUND', status: 404 });
    await expect(sent).rejects.toBeInstanceOf(ApiProblem);
  });

  it.each([
    ['ConversationState', 'START_FAILED'],
    ['AddChannel', 'CHANNEL_ADDED_FAILED'],
  ] as const)('rejects with what %s says of a %s, which nobody else hears of', async (type, state) => {
    const { socket, told } = await opened();
    const at = { roomId: room, channelId: room };
    const sent = socket.send(
      type === 'AddChannel'
        ? { type, payload: { ...at, conversationId: room } }
        : { type, payload: { ...at, state: 'STARTING', expectedRoomState: 'RESOLVED' } },
    );
    const key = 'COMMUNICATION_CHANNEL_CANNOT_MESSAGE_ERROR_START_CONVERSATION';
    const errors = [{ message: 'CONVERSATION_BEGUN_MEANWHILE', params: {} }];
    last().say(type, { ...at, state, errorType: errors[0]?.message, message: key, errors, status: 409 }, last().of(type)[0]?.id);
    await expect(sent).rejects.toMatchObject({ name: 'ApiProblem', key, errors, status: 409 });
    expect(told.frames).not.toContain(type);
    expect(told.bad).toEqual([]);
  });

  it('rejects after 5 s without an answer, and a late one does no harm', async () => {
    const { socket } = await opened();
    const sent = socket.send(note).catch((problem: unknown) => problem);
    const id = last().of('Note')[0]?.id;
    await vi.advanceTimersByTimeAsync(2500);
    last().pong();
    await vi.advanceTimersByTimeAsync(2500);
    expect(await sent).toMatchObject({ name: 'NotAcknowledged', reason: 'timeout' });
    last().say('Ack', { answer }, id);
  });

  it('tells by the way that what was told is answered, not when the connection is lost before', async () => {
    const { socket } = await opened();
    const answers: string[] = [];
    for (const name of ['taken', 'refused', 'lost']) expect(socket.tell(seen, () => answers.push(name))).toBe(true);
    const [taken, refused] = last().of('Seen');
    last().say('Ack', { answer: null }, taken?.id);
    last().say('INVALID_REQUEST', { message: 'EVENT_NOT_FOUND', errors: [], status: 404 }, refused?.id);
    last().onclose?.({ code: 1006 });
    expect(answers).toEqual(['taken', 'refused']);
    expect(socket.tell(seen, () => answers.push('never sent'))).toBe(false);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(answers).toEqual(['taken', 'refused']);
  });

  it('rejects at once without a connection, and when it is lost meanwhile', async () => {
    const { socket } = given();
    await expect(socket.send(note)).rejects.toBeInstanceOf(NotAcknowledged);
    expect(socket.tell(seen)).toBe(false);
    const other = await opened();
    const sent = other.socket.send(note);
    last().onclose?.({ code: 1006 });
    await expect(sent).rejects.toMatchObject({ reason: 'not-open' });
  });
});

describe('receiving', () => {
  it('passes on what fits the contract; what does not is told by its kind alone and stops nothing', async () => {
    const { told } = await opened();
    last().say('ChatStatus', { status: 'asleep', since: 'yesterday' });
    last().say('Nonsense', { secret: 'text' });
    last().onmessage?.({ data: 'no json' });
    last().say('toString', {});
    last().say('ChatStatus', { status: 'busy', since: '2026-11-03T10:00:00.000Z', wrapUpUntil: null });
    expect(told.bad).toEqual(['ChatStatus', 'Nonsense', 'unreadable', 'toString']);
    expect(told.frames).toEqual(['ChatStatus']);
  });
});
