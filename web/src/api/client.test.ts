import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiProblem, UNREACHABLE, wasCancelled } from './api-problem.ts';
import { api } from './client.ts';
import { cancelPendingReads } from './navigation.ts';

const room = '01a21fdc-44c9-7784-9c26-9caae5245c1f';
const asked: Request[] = [];

/** Plays the server: answers each request with this, or never. */
function answerWith(make: ((request: Request) => Response | Promise<Response>) | 'never') {
  vi.stubGlobal('fetch', (request: Request) => {
    asked.push(request);
    if (make !== 'never') return Promise.resolve(make(request));
    return new Promise((_, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason));
    });
  });
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'answered',
    (problem: unknown) => problem,
  );
const settled = async (work: Promise<unknown>) => Promise.race([work, new Promise((resolve) => setTimeout(() => resolve('waits'), 20))]);

beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:8080' });
});
afterEach(() => vi.unstubAllGlobals());

describe('what a call throws', () => {
  it('is the server’s refusal, with the request’s id', async () => {
    answerWith(() =>
      json(404, { message: 'ROOM_NOT_FOUND', errors: [{ message: 'ROOM_NOT_FOUND', params: {} }] }, { 'x-request-id': 'r1' }),
    );
    const problem = await outcome(api.rooms.one({ params: { roomId: room }, query: {} }));
    expect(problem).toBeInstanceOf(ApiProblem);
    expect(problem).toMatchObject({ status: 404, key: 'ROOM_NOT_FOUND', requestId: 'r1', errors: [{ message: 'ROOM_NOT_FOUND' }] });
    expect(asked[0]?.url).toBe(`http://127.0.0.1:8080/api/rooms/${room}`);
  });

  it('is the default error for an answer that is not ours', async () => {
    answerWith(() => new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } }));
    const problem = await outcome(api.users.counters());
    expect(problem).toMatchObject({ name: 'ApiProblem', status: 502, key: 'ERROR_DEFAULT_MESSAGE' });
    expect((problem as Error).cause).toEqual(new Error('Failed to parse HTTP Error'));
  });

  it('is unreachable for the page of a network’s own that stands where the answer should be', async () => {
    answerWith(
      () => new Response('<!doctype html><title>Welcome to the hotel</title>', { status: 200, headers: { 'content-type': 'text/html' } }),
    );
    for (const call of [api.users.counters(), api.realtime.ticket()])
      expect(await outcome(call)).toMatchObject({ name: 'ApiProblem', status: UNREACHABLE, key: 'ERROR_INCOMPLETE_UPSTREAM' });
  });

  it('says of an answer that was cut off on its way that it is not whole, and of one that was cancelled nothing', async () => {
    const cut = { name: 'ApiProblem', status: UNREACHABLE, key: 'ERROR_INCOMPLETE_UPSTREAM' };
    answerWith(() => new Response('{"missed": 4, "wai', { status: 200, headers: { 'content-type': 'application/json' } }));
    expect(await outcome(api.users.counters())).toMatchObject(cut);
    const broken = (cause: unknown) => () => new Response(new ReadableStream({ start: (body) => body.error(cause) }), { status: 200 });
    answerWith(broken(new TypeError('network error')));
    expect(await outcome(api.users.counters())).toMatchObject(cut);
    answerWith(broken(new DOMException('left', 'AbortError')));
    expect(wasCancelled(await outcome(api.users.counters()))).toBe(true);
  });

  it('is unreachable when no answer comes', async () => {
    answerWith(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(await outcome(api.users.counters())).toMatchObject({ name: 'ApiProblem', status: UNREACHABLE, key: 'FRAME_UNREACHABLE' });
  });
});

describe('leaving the page', () => {
  it('cancels its reads, which nobody is told of, and no read of the next page', async () => {
    answerWith('never');
    const left = outcome(api.users.counters());
    await settled(left);
    cancelPendingReads();
    expect(wasCancelled(await settled(left))).toBe(true);
    expect(await settled(outcome(api.users.counters()))).toBe('waits');
  });

  it('cancels no write, and no read that says so or brings its own signal', async () => {
    answerWith('never');
    const own = new AbortController();
    const going = [
      outcome(api.users.setChatStatus({ body: { status: 'busy' } })),
      outcome(api.users.counters(undefined, { context: { outlivesNavigation: true } })),
      outcome(api.users.counters(undefined, { signal: own.signal })),
    ];
    await settled(Promise.all(going));
    cancelPendingReads();
    for (const one of going) expect(await settled(one)).toBe('waits');
    own.abort(new DOMException('gone', 'AbortError'));
    expect(wasCancelled(await settled(going[2] ?? Promise.resolve()))).toBe(true);
  });
});
