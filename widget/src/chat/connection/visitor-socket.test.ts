import { SocketTimings } from '@parley/contract/frames/timings';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { visitorSocket } from './visitor-socket.ts';

/** A browser's socket by a line whose answers come after `lag`, or, while `silent`, never; nobody closes it. */
class Line {
  static readonly OPEN = 1;
  static silent = false;
  static lag = 20;
  static all: Line[] = [];
  readyState = 0;
  onopen: () => void = () => {};
  onmessage: (message: { data: string }) => void = () => {};
  onclose: (event: { code: number }) => void = () => {};

  constructor() {
    Line.all.push(this);
    // To the server and back for the connection, and once more for the socket on it.
    this.#later(() =>
      this.#later(() => {
        this.readyState = Line.OPEN;
        this.onopen();
      }),
    );
  }

  send(text: string): void {
    this.#later(() => this.onmessage({ data: JSON.stringify({ ...JSON.parse(text), type: 'Pong' }) }));
  }

  close(): void {
    this.readyState = 3;
  }

  #later(go: () => void): void {
    if (!Line.silent) setTimeout(() => this.readyState < 3 && go(), Line.lag);
  }
}

function connect() {
  const told: string[] = [];
  const ticket = async () => {
    await new Promise((done) => setTimeout(done, Line.lag));
    return Line.silent ? ({ is: 'broken', retryAfter: null } as const) : ({ is: 'ok', value: { ticket: 't' } } as const);
  };
  const socket = visitorSocket('http://parley.example', 'secret', { ticket }, { received: () => {}, tell: (what) => told.push(what) });
  return { socket, told };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Line);
  Object.assign(Line, { silent: false, lag: 20, all: [] });
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

describe('the visitor’s socket in time', () => {
  it('stands for as long as its pings are answered', async () => {
    const { socket, told } = connect();
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect([socket.online, told, Line.all.length]).toEqual([true, ['online'], 1]);
  });

  it('answers the server that asks for it, by the same id', async () => {
    connect();
    await vi.advanceTimersByTimeAsync(1000);
    const [line] = Line.all;
    const sent = vi.spyOn(Line.prototype, 'send');
    line?.onmessage({ data: '{"type":"Ping","id":"p1","payload":{}}' });
    expect(sent.mock.calls).toEqual([[JSON.stringify({ type: 'Pong', id: 'p1', payload: {} })]]);
  });

  it('is found dead by its own pings where nothing comes through any more and nobody closes it', async () => {
    const { socket, told } = connect();
    await vi.advanceTimersByTimeAsync(1000);
    Line.silent = true;
    await vi.advanceTimersByTimeAsync(SocketTimings.ping + SocketTimings.pongTimeout);
    expect(socket.online).toBe(false);
    await vi.advanceTimersByTimeAsync(SocketTimings.reconnectErrorDelay);
    expect(told).toEqual(['online', 'lost']);
    Line.silent = false;
    await vi.advanceTimersByTimeAsync(10_000);
    expect([socket.online, told]).toEqual([true, ['online', 'lost', 'online']]);
  });

  it('is found dead on waking, however often the visitor comes and goes meanwhile', async () => {
    const { socket } = connect();
    await vi.advanceTimersByTimeAsync(1000);
    Line.silent = true;
    for (let at = 0; at < SocketTimings.pongTimeout; at += 1000) {
      socket.woke();
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(socket.online).toBe(false);
    Line.silent = false;
    await vi.advanceTimersByTimeAsync(5000);
    expect(socket.online).toBe(true);
    // One that is alive is not cut off by being asked often.
    for (let at = 0; at < 20; at++) {
      socket.woke();
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect([socket.online, Line.all.length]).toEqual([true, 2]);
  });

  it('stands, and stays, on a line that needs 3 s there and back: its second try is given the time', async () => {
    Line.lag = 3000;
    const { socket, told } = connect();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([socket.online, Line.all.length, told]).toEqual([true, 2, ['lost', 'online']]);
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    expect([socket.online, Line.all.length]).toEqual([true, 2]);
  });
});
