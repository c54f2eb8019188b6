import { parentPort } from 'node:worker_threads';
import type { ParsedMail } from './parsed-mail.ts';
import { readMail } from './read-mail.ts';

/** What the worker is asked, and what it answers. */
export interface Asked {
  source: Uint8Array;
  now: Date;
}
export type Answered = { is: 'READY' } | { is: 'READ'; mail: ParsedMail } | { is: 'FAILED'; why: string };

// The file that a worker thread runs: it reads one mail after the other.
parentPort?.on('message', ({ source, now }: Asked) => {
  readMail(source, now).then(
    (mail) => answer({ is: 'READ', mail }, [...new Set(mail.parts.map(({ content }) => content.buffer))] as ArrayBuffer[]),
    (error: unknown) => answer({ is: 'FAILED', why: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
answer({ is: 'READY' });

function answer(answered: Answered, moved: ArrayBuffer[] = []): void {
  parentPort?.postMessage(answered, moved);
}
