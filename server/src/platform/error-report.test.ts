import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Receiver, startReceiver } from '../../test/receiver.ts';
import { type ErrorReports, startErrorReports } from './error-report.ts';
import { openLog } from './log.ts';

let receiver: Receiver;
let reports: ErrorReports;
beforeAll(async () => {
  receiver = await startReceiver();
  reports = await startErrorReports(receiver.origin.replace('http://', 'http://publickey@').concat('/7'), '1.2.3');
});
afterAll(() => receiver.close());

interface Sent {
  release: string;
  tags: Record<string, string>;
  exception: { values: Array<{ type: string; value: string; stacktrace: { frames: Array<{ filename: string }> } }> };
}

it('reports what is logged as an error, where it happened, and nothing of what it was about', async () => {
  const log = openLog('silent', { onError: reports.onError });
  const loud = openLog('error', { write: () => {}, onError: reports.onError });
  log.error({ err: new Error('never seen: the log is silent') }, 'silent');
  const cause = Object.assign(new Error('invalid input syntax for type uuid: "purple elephant"'), {
    code: '22P02',
    detail: 'purple elephant',
  });
  for (let n = 0; n < 20; n++) {
    loud.error(
      { err: new TypeError('for maria@shop.example at +359888123456', { cause }), requestId: 'request-1', text: 'purple elephant' },
      'call failed',
    );
  }
  loud.warn({ err: new Error('only a warning') }, 'warned');
  // The folder in which a Parley lies may bear any name, also that of a part of it.
  const elsewhere = new Error('elsewhere');
  elsewhere.stack = `Error: elsewhere
    at inside (${new URL('../rooms/work.ts', import.meta.url).href}:1:2)
    at outside (file:///srv/acme-server/secret-place/server/src/main.ts:3:4)
    at async Promise.all (index 0)
    at node:internal/process/task_queues:5:6`;
  loud.error({ err: elsewhere }, 'call failed');
  await reports.stop();

  const events = receiver.got.flatMap(({ path, body }) => {
    expect(path).toMatch(/^\/api\/7\/envelope\//);
    const [, header, item] = body.split('\n');
    return JSON.parse(header ?? '{}').type === 'event' ? [JSON.parse(item ?? '') as Sent] : [];
  });
  // Twenty of one place are one trouble.
  expect(events).toHaveLength(6);
  expect(events[5]?.exception.values[0]?.stacktrace.frames.map(({ filename }) => filename)).toEqual([
    'node:internal/process/task_queues',
    'server/src/rooms/work.ts',
  ]);
  expect(events[0]).toMatchObject({ release: '1.2.3', tags: { requestId: 'request-1' } });
  expect(events[0]?.exception.values.map(({ type }) => type)).toEqual(['Error', 'TypeError']);
  expect(events[0]?.exception.values[1]?.stacktrace.frames.at(-1)?.filename).toBe('server/src/platform/error-report.test.ts');
  const whole = receiver.got.map(({ body }) => body).join('\n');
  expect(whole).not.toMatch(/elephant|maria|888123|never seen|only a warning|acme|secret-place|"server_name":"(?!parley")/);
});
