import type { SmtpLine } from './smtp-line.ts';

/** So many connections of one mailbox at most, and in one process. */
const MOST_LINES = 3;
/** A connection with nothing to send is closed. */
const IDLE_FOR = 20_000;

/** The connections of one mailbox, as it is set now. */
export interface SmtpLines {
  /**
   * Sends by a connection that is free, or by a new one. Null where none has become free in time. What `work` rejects with is passed on; so is what opening one
   * rejects with. `isNew`: nothing was sent by this connection before.
   */
  with<T>(work: (line: SmtpLine, isNew: boolean) => Promise<T>, waitMs: number): Promise<T | null>;
  /** The server wants fewer connections of us. */
  narrow(): void;
  /** Resolves when what is under way has ended and all are closed; nothing is sent by them afterwards. */
  close(): Promise<void>;
}

/** @param open makes one more */
export function createLines(open: () => Promise<SmtpLine>, { idleMs = IDLE_FOR } = {}): SmtpLines {
  const idle: { line: SmtpLine; timer: NodeJS.Timeout }[] = [];
  const waiting: (() => void)[] = [];
  const underWay = new Set<Promise<unknown>>();
  let most = MOST_LINES;
  let busy = 0;
  let isClosed = false;

  function takeIdle(): SmtpLine | null {
    for (let one = idle.pop(); one; one = idle.pop()) {
      clearTimeout(one.timer);
      if (one.line.isOpen()) return one.line;
    }
    return null;
  }
  function lay(line: SmtpLine): void {
    if (!line.isOpen()) return;
    if (isClosed) {
      line.close();
      return;
    }
    const timer = setTimeout(() => {
      idle.splice(
        idle.findIndex((one) => one.line === line),
        1,
      );
      line.close();
    }, idleMs);
    idle.push({ line, timer });
  }
  async function hasPlace(waitMs: number): Promise<boolean> {
    if (busy < most) return true;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(come, waitMs);
      function come() {
        clearTimeout(timer);
        const at = waiting.indexOf(come);
        if (at >= 0) waiting.splice(at, 1);
        resolve();
      }
      waiting.push(come);
    });
    return busy < most;
  }
  async function run<T>(work: (line: SmtpLine, isNew: boolean) => Promise<T>): Promise<T> {
    const there = takeIdle();
    const line = there ?? (await open());
    try {
      return await work(line, there === null);
    } finally {
      lay(line);
    }
  }

  return {
    async with(work, waitMs) {
      if (!(await hasPlace(waitMs)) || isClosed) return null;
      busy++;
      const running = run(work).finally(() => {
        busy--;
        underWay.delete(running);
        waiting.shift()?.();
      });
      underWay.add(running);
      return running;
    },
    narrow() {
      most = Math.max(1, most - 1);
    },
    async close() {
      isClosed = true;
      for (const { line, timer } of idle.splice(0)) {
        clearTimeout(timer);
        line.close();
      }
      await Promise.allSettled(underWay);
    },
  };
}
