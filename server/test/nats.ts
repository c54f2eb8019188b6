import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { missingDebianProgram } from './debian-program.ts';
import { freePort } from './free-port.ts';

const PROGRAM = '/usr/sbin/nats-server';

/** Debian's nats-server, installed when it is missing and we are root. @returns why there is none, or undefined */
export const missingNats = (): string | undefined => missingDebianProgram(PROGRAM, ['nats-server']);

/** A NATS of the test's own, on a port that stays when it ends and starts again. */
export interface TestNats {
  readonly url: string;
  start(): Promise<void>;
  /** Ends at once, as a machine that loses its power. */
  kill(): Promise<void>;
  killAndStartAgain(): Promise<void>;
  /** Stands still without ending: connections stay, and nothing is answered. */
  pause(): void;
  resume(): void;
}

/** @param port a free one when it is not given */
export async function testNats({ port = 0 }: { port?: number } = {}): Promise<TestNats> {
  const at = port === 0 ? await freePort() : port;
  let child: ChildProcess | undefined;
  const kill = async () => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  // A run that ends early leaves nothing behind.
  process.once('exit', () => void child?.kill('SIGKILL'));
  const start = async () => {
    child = spawn(PROGRAM, ['--addr', '127.0.0.1', '--port', String(at)], { stdio: 'ignore' });
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`nats-server ended with ${code}`);
    });
    ended.catch(() => {});
    await Promise.race([answers(at), ended]);
  };
  return {
    url: `nats://127.0.0.1:${at}`,
    start,
    kill,
    async killAndStartAgain() {
      await kill();
      await start();
    },
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
  };
}

async function answers(port: number): Promise<void> {
  for (;;) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const probe = connect(port, '127.0.0.1', () => resolve(true));
      probe.once('error', () => resolve(false));
      probe.once('connect', () => probe.destroy());
    });
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
