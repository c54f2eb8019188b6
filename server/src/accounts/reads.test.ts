import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHttp, type Http } from '../platform/http.ts';
import { openLog } from '../platform/log.ts';
import { problem } from '../platform/problem.ts';
import { written } from '../platform/written-json.ts';
import { type Caller, calls, mountCalls, reads } from './calls.ts';

const ROOM = '0197f0a0-0000-7000-8000-000000000001';
const elena = { userId: ROOM, accountId: ROOM, role: 'agent', name: 'Elena', features: {} } as const;
let http: Http;
let caller: Caller;
/** What the handler answers, and what it was asked. */
let answer: () => unknown;
let asked: unknown;

beforeEach(() => {
  http = createHttp(openLog('silent'));
  caller = { actor: async () => elena, visitor: () => Promise.reject(new Error('no visitor calls')), allowed: () => true };
});
afterEach(() => http.close());

function mount(proved: boolean) {
  const recentEvents = reads.rooms.recentEvents.handler(({ input }) => {
    asked = input;
    return answer() as never;
  });
  const retry = calls.rooms.retry.handler(({ input }) => ({ roomId: input.params.roomId, eventId: input.params.eventId }));
  mountCalls(http, { rooms: { recentEvents, retry } }, caller, { proved });
}
const get = async (path = `/${ROOM}/recent-events?private_messages=true`) => {
  const { statusCode, headers, body } = await http.inject({ method: 'GET', url: `/api/rooms${path}` });
  return { status: statusCode, type: headers['content-type'], body };
};

describe('a read that goes out as it is', () => {
  const good = `{"roomId":"${ROOM}", "epoch":1,"change":2,"recentEvents":[],"notes":[]}`;

  it('is sent as it was written, or as an object', async () => {
    mount(false);
    answer = () => written(good);
    expect(await get()).toEqual({ status: 200, type: 'application/json; charset=utf-8', body: good });
    expect(asked).toMatchObject({ params: { roomId: ROOM }, query: { private_messages: true } });
    answer = () => JSON.parse(good);
    expect((await get()).body).toBe(JSON.stringify(JSON.parse(good)));
  });

  it('is refused like any other call: who may not, what does not fit, what is not there', async () => {
    mount(false);
    answer = () => written(good);
    expect(JSON.parse((await get('/seven/recent-events')).body)).toMatchObject({ errors: [{ params: { field: 'params.roomId' } }] });
    answer = () => {
      throw problem('ROOM_NOT_FOUND');
    };
    expect(await get()).toMatchObject({ status: 404, body: expect.stringContaining('ROOM_NOT_FOUND') });
    caller.allowed = () => false;
    expect((await get()).status).toBe(403);
    caller.actor = () => Promise.reject(problem('ERROR_UNAUTHENTICATED'));
    expect((await get()).status).toBe(401);
  });

  it('leaves the same address by other methods to the other calls', async () => {
    mount(false);
    const { statusCode } = await http.inject({ method: 'POST', url: `/api/rooms/${ROOM}/messages/${ROOM}/retry` });
    expect(statusCode).toBe(200);
    expect((await http.inject({ method: 'HEAD', url: `/api/rooms/${ROOM}/recent-events` })).statusCode).toBe(405);
  });

  it.each([
    ['has a field too many', { roomId: ROOM, epoch: 1, change: 2, recentEvents: [], notes: [], password: 'x' }],
    ['has a field too few', { roomId: ROOM, epoch: 1, recentEvents: [], notes: [] }],
    ['has one of another kind', { roomId: ROOM, epoch: '1', change: 2, recentEvents: [], notes: [] }],
  ])('fails where answers are proved when it %s', async (_what, wrong) => {
    mount(true);
    answer = () => written(good);
    expect((await get()).status).toBe(200);
    answer = () => written(JSON.stringify(wrong));
    expect((await get()).status).toBe(500);
  });
});
