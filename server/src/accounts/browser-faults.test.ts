import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Receiver, startReceiver } from '../../test/receiver.ts';
import { newId } from '../platform/clock.ts';
import { type ErrorReports, startErrorReports } from '../platform/error-report.ts';
import { createHttp, type Http } from '../platform/http.ts';
import { openLog } from '../platform/log.ts';
import { problem } from '../platform/problem.ts';
import type { Actor } from './actor.ts';
import { browserFaultCalls } from './browser-faults.ts';
import { mountCalls } from './calls.ts';

const actor: Actor = { userId: newId(), accountId: newId(), role: 'agent', name: 'Elena Marinova', features: {} };
const lines: string[] = [];
let receiver: Receiver;
let reports: ErrorReports;
let http: Http;
let origin: string;

beforeAll(async () => {
  receiver = await startReceiver();
  reports = await startErrorReports(receiver.origin.replace('http://', 'http://publickey@').concat('/7'), '1.2.3');
  const log = openLog('error', { write: (line) => void lines.push(line), onError: reports.onError });
  http = createHttp(log);
  const nobody = async () => {
    throw problem('VISITOR_SESSION_ENDED');
  };
  mountCalls(
    http,
    { faults: browserFaultCalls(log) },
    { actor: async () => actor, allowed: () => true, visitor: nobody },
    { proved: true },
  );
  origin = await http.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await http.close();
  await receiver.close();
});

const tell = (fault: object) =>
  fetch(`${origin}/api/users/me/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  });
const fault = {
  type: 'TypeError',
  frames: [
    { function: 'Timeline.draw', file: '/assets/page-4f2.js', line: 12, column: 345 },
    { function: '', file: '/assets/main.js', line: 1, column: 2 },
  ],
  page: '/admin/users/$id',
};

it('of somebody who is signed in reach the log and the service: kind, place, page and ids, and no words', async () => {
  expect((await tell({ ...fault, message: 'purple elephant' })).status).toBe(200);
  const logged = JSON.parse(lines.at(-1) ?? '{}');
  expect(logged).toMatchObject({ app: 'web', route: '/admin/users/$id', userId: actor.userId, err: { type: 'TypeError' } });
  expect(logged.err.stack).toBe('at Timeline.draw (web/assets/page-4f2.js:12:345)\nat ? (web/assets/main.js:1:2)');
  for (let n = 0; n < 20; n += 1) await tell(fault);
  // Ten of one person in a row, of which the service hears five of one place.
  expect(lines).toHaveLength(10);
  await reports.stop();
  const events = receiver.got.flatMap(({ body }) => {
    const [, header, item] = body.split('\n');
    return JSON.parse(header ?? '{}').type === 'event' ? [JSON.parse(item ?? '')] : [];
  });
  expect(events).toHaveLength(5);
  expect(events[0]).toMatchObject({ tags: { app: 'web', route: '/admin/users/$id', userId: actor.userId, accountId: actor.accountId } });
  expect(events[0].exception.values[0].stacktrace.frames.at(-1)).toMatchObject({
    filename: 'web/assets/page-4f2.js',
    lineno: 12,
    colno: 345,
  });
  expect([...lines, ...receiver.got.map(({ body }) => body)].join('\n')).not.toMatch(/elephant/);
});

it.each([
  ['a name that could be a sentence', { ...fault, type: 'my secret is 7' }],
  ['a file elsewhere', { ...fault, frames: [{ ...fault.frames[0], file: 'https://elsewhere.example/a.js' }] }],
  ['a page with a question', { ...fault, page: '/admin?search=maria' }],
  ['a hundred places', { ...fault, frames: Array.from({ length: 100 }, () => fault.frames[0]) }],
])('%s is refused and not logged', async (_what, told) => {
  const before = lines.length;
  expect((await tell(told)).status).toBe(400);
  expect(lines).toHaveLength(before);
});
