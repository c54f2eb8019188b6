import { Worker } from 'node:worker_threads';
import { atMost } from '../../../platform/gather.ts';
import type { Answered, Asked } from './mail-worker.ts';
import type { ParsedMail } from './parsed-mail.ts';
import { readHeadersAlone } from './read-mail.ts';

/** What one mail may take: milliseconds, and megabytes of heap (its bytes lie outside of that). */
export interface ReadingBounds {
  within: number;
  mostHeap: number;
}

export const READING_BOUNDS: ReadingBounds = { within: 30_000, mostHeap: 384 };

/** A thread without work ends after so long, and with it what it holds. */
const IDLE_FOR = 60_000;

/** Why no more than its headers could be read of a mail. */
export interface ReadingTrouble {
  why: 'TIME' | 'MEMORY' | 'ERROR';
  error: Error | null;
}

export interface MailReader {
  /**
   * What a mail says. One that takes too long or too much, or that the reader stumbles over, is told by its headers with the notice HEADERS_ONLY, and
   * `onTrouble` hears why. Rejects only where no thread can be had: then nothing is said of the mail, and it can be read later.
   */
  read(source: Uint8Array, options?: { now?: Date; within?: number; onTrouble?: (trouble: ReadingTrouble) => void }): Promise<ParsedMail>;
  /** Ends its thread; a mail that is being read is rejected. */
  close(): Promise<void>;
}

/** Reads mails one after the other in a thread of its own, so that nothing else waits for them. */
export function mailReader(bounds: ReadingBounds = READING_BOUNDS): MailReader {
  const inTurn = atMost(1);
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | null = null;

  const end = async (): Promise<void> => {
    const ended = worker;
    worker = null;
    await ended?.terminate();
  };

  const thread = async (): Promise<Worker> => {
    if (worker !== null) return worker;
    const fresh = await started(bounds.mostHeap);
    fresh.once('exit', () => {
      if (worker === fresh) worker = null;
    });
    worker = fresh;
    return fresh;
  };

  const readNext = async (source: Uint8Array, now: Date, within: number): Promise<ParsedMail | ReadingTrouble> => {
    if (idle !== null) clearTimeout(idle);
    const running = await thread();
    running.ref();
    const outcome = await asked(running, { source, now }, within);
    running.unref();
    if ('why' in outcome && outcome.why !== 'ERROR') await end();
    idle = setTimeout(() => void end(), IDLE_FOR).unref();
    return outcome;
  };

  return {
    read: (source, { now = new Date(), within = bounds.within, onTrouble } = {}) =>
      inTurn(async () => {
        const outcome = await readNext(source, now, within);
        if (!('why' in outcome)) return outcome;
        onTrouble?.(outcome);
        return readHeadersAlone(source, now);
      }),
    close: end,
  };
}

/** A thread that is ready to read; rejects where it cannot be started. */
function started(mostHeap: number): Promise<Worker> {
  const worker = new Worker(new URL('./mail-worker.ts', import.meta.url), {
    name: 'mails',
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: mostHeap },
  });
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error('The thread that reads mails ended at its beginning.'));
    worker.once('exit', onExit).once('error', reject);
    worker.once('message', () => {
      worker.off('exit', onExit).off('error', reject);
      // Nobody listens between two mails; what ends the thread then is met by the next one.
      worker.on('error', () => undefined);
      resolve(worker);
    });
  });
}

function asked(worker: Worker, mail: Asked, within: number): Promise<ParsedMail | ReadingTrouble> {
  return new Promise((resolve, reject) => {
    const settle = (outcome: ParsedMail | ReadingTrouble): void => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      resolve(outcome);
    };
    const timer = setTimeout(() => settle({ why: 'TIME', error: null }), within);
    const onMessage = (answered: Answered): void => {
      if (answered.is === 'READ') settle(answered.mail);
      else if (answered.is === 'FAILED') settle({ why: 'ERROR', error: new Error(answered.why) });
    };
    const onError = (error: Error): void => {
      const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      settle({ why: isMemory ? 'MEMORY' : 'ERROR', error });
    };
    const onExit = (): void => {
      clearTimeout(timer);
      reject(new Error('The thread that reads mails ended.'));
    };
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(mail);
  });
}

const ofThisProcess = mailReader();

/** `MailReader.read` of the one reader that this process has. */
export const readInWorker: MailReader['read'] = (source, options) => ofThisProcess.read(source, options);
