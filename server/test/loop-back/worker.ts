import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Order, Report } from './worker-process.ts';

const PROCESS = fileURLToPath(new URL('./worker-process.ts', import.meta.url));

/** A worker in a process of its own. */
export interface Worker {
  order(order: Order): Promise<Report>;
  /** Resolves when a job of this name has come to where it stops. */
  begun(name: string): Promise<void>;
  /** SIGKILL: no word to anybody. */
  kill(): Promise<void>;
}

export function startWorker(): Worker {
  const child: ChildProcess = fork(PROCESS, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const waiting: Array<{ fits: (report: Report) => boolean; resolve: (report: Report) => void; reject: (error: Error) => void }> = [];
  child.on('message', (report: Report) => {
    const index = waiting.findIndex((one) => one.fits(report));
    if (index >= 0) waiting.splice(index, 1)[0]?.resolve(report);
  });
  child.on('exit', () => {
    for (const one of waiting.splice(0)) one.reject(new Error('the worker is gone'));
  });
  const next = (fits: (report: Report) => boolean) =>
    new Promise<Report>((resolve, reject) => {
      waiting.push({ fits, resolve, reject });
    });
  return {
    order(order) {
      const answer = next((report) => 'done' in report && report.done === order.do);
      child.send(order);
      return answer;
    },
    async begun(name) {
      await next((report) => 'begun' in report && report.begun === name);
    },
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}
