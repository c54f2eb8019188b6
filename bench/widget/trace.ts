/** One line of Chromium's own record of what its threads did (the "Trace Event Format"). */
interface Entry {
  name: string;
  pid: number;
  tid: number;
  /** In µs. */
  dur?: number;
  args?: { name?: string; data?: { url?: string; processId?: number } };
}

/** What Chromium has to note for `hostTasks`. */
export const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'toplevel'];

/** Every task of the main thread in which the page with this address ran, in ms. Throws when the record does not tell. */
export function hostTasks(record: string, address: string): number[] {
  const { traceEvents } = JSON.parse(record) as { traceEvents: Entry[] };
  const committed = traceEvents.filter(({ name, args }) => name === 'FrameCommittedInBrowser' && args?.data?.url?.startsWith(address));
  const pids = new Set(committed.map(({ args }) => args?.data?.processId));
  const isMain = ({ name, args }: Entry) => name === 'thread_name' && args?.name === 'CrRendererMain';
  const threads = new Set(traceEvents.filter((entry) => isMain(entry) && pids.has(entry.pid)).map(({ pid, tid }) => `${pid}.${tid}`));
  const tasks = traceEvents.filter(({ name, pid, tid, dur }) => name === 'RunTask' && dur !== undefined && threads.has(`${pid}.${tid}`));
  if (tasks.length === 0) throw new Error(`the browser noted no task of ${address}`);
  return tasks.map(({ dur = 0 }) => dur / 1000);
}
