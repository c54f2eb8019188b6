import { describe, expect, it } from 'vitest';
import { hostTasks } from './trace.ts';

const committed = (url: string, processId: number) => ({
  name: 'FrameCommittedInBrowser',
  pid: 1,
  tid: 1,
  args: { data: { url, processId } },
});
const thread = (pid: number, tid: number, name: string) => ({ name: 'thread_name', pid, tid, args: { name } });
const task = (pid: number, tid: number, ms: number) => ({ name: 'RunTask', pid, tid, dur: ms * 1000 });

describe('tasks of a page', () => {
  const record = JSON.stringify({
    traceEvents: [
      committed('http://shop/', 7),
      committed('http://chat/', 8),
      thread(7, 1, 'CrRendererMain'),
      thread(7, 2, 'Compositor'),
      thread(8, 1, 'CrRendererMain'),
      task(7, 1, 12),
      task(7, 2, 90),
      task(8, 1, 70),
      task(7, 1, 3),
    ],
  });

  it('are those of the main thread of its process, not of the frame’s or of another thread', () => {
    expect(hostTasks(record, 'http://shop/')).toEqual([12, 3]);
    expect(hostTasks(record, 'http://chat/')).toEqual([70]);
  });

  it('are missed when the record has none', () => {
    expect(() => hostTasks(record, 'http://other/')).toThrow('no task');
  });
});
