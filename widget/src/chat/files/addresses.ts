import type { FileUrls } from '@parley/contract/entities/file';
import { FILE_URL_LIFETIME } from '@parley/contract/file-limits';
import type { Answer } from '../api.ts';
import { retryDelay } from '../connection/socket-machine.ts';

/** What is asked for within so many milliseconds is asked for at once. */
const GATHER = 20;
/** As many as one question may have. */
const AT_ONCE = 100;
/** Before the end of their life, so that a click finds them alive. */
const STALE_AFTER = FILE_URL_LIFETIME - 60_000;
/** Fresher than that and still not to be had: another address would not help. */
const JUST_ASKED = 10_000;

/** The addresses of one file as far as they are known: null when it may not be fetched, undefined while that is not known. */
export type KnownUrls = FileUrls | null | undefined;

/** Keeps the addresses of files, asks for many at once, and again when they have grown old. */
export function fileAddresses(ask: (fileIds: string[]) => Promise<Answer<{ content: FileUrls[] }>>) {
  const known = new Map<string, { urls: FileUrls | null; at: number }>();
  const listeners = new Set<() => void>();
  const wanted = new Set<string>();
  let round: Promise<void> | null = null;
  let tries = 0;
  /** What was asked before the session changed says nothing of the present one. */
  let session = 0;

  // Both clocks: one stands still while a device sleeps, the other may be set.
  const moment = () => Math.max(performance.now(), Date.now() - performance.timeOrigin);
  const age = (fileId: string) => moment() - (known.get(fileId)?.at ?? Number.NEGATIVE_INFINITY);

  async function gather(wait: number): Promise<void> {
    await new Promise((done) => setTimeout(done, wait));
    const fileIds = [...wanted].slice(0, AT_ONCE);
    const asked = session;
    const answer = fileIds.length > 0 ? await ask(fileIds) : null;
    round = null;
    if (asked === session && answer) learn(fileIds, answer);
    if (wanted.size > 0) begin(tries === 0 ? 0 : retryDelay(tries, Math.random()));
  }

  function learn(fileIds: readonly string[], answer: Answer<{ content: FileUrls[] }>): void {
    if (answer.is === 'broken') {
      tries += 1;
      return;
    }
    tries = 0;
    for (const fileId of fileIds) wanted.delete(fileId);
    if (answer.is !== 'ok') return;
    const byId = new Map(answer.value.content.map((urls) => [urls.fileId, urls]));
    for (const fileId of fileIds) known.set(fileId, { urls: byId.get(fileId) ?? null, at: moment() });
    for (const listener of listeners) listener();
  }

  function begin(wait: number): Promise<void> {
    round ??= gather(wait);
    return round;
  }

  return {
    of: (fileId: string): KnownUrls => known.get(fileId)?.urls,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Something shows this file: its addresses are asked for unless fresh ones are here. */
    want(fileId: string): void {
      if (age(fileId) < STALE_AFTER) return;
      wanted.add(fileId);
      void begin(GATHER);
    },
    /** An address did not work. @returns whether another one is on its way */
    failed(fileId: string): boolean {
      if (age(fileId) < JUST_ASKED) return false;
      wanted.add(fileId);
      void begin(GATHER);
      return true;
    },
    isFresh: (fileId: string): boolean => age(fileId) < STALE_AFTER,
    /** Fresh addresses, as soon as they can be had; null when that is not now. */
    async renew(fileId: string): Promise<FileUrls | null> {
      // The first round may have been asked before this one was wanted.
      for (let rounds = 0; rounds < 2 && age(fileId) >= STALE_AFTER; rounds++) {
        wanted.add(fileId);
        await begin(0);
      }
      return age(fileId) < STALE_AFTER ? (known.get(fileId)?.urls ?? null) : null;
    },
    /** Another session: other addresses. */
    forget(): void {
      session += 1;
      known.clear();
      wanted.clear();
      for (const listener of listeners) listener();
    },
  };
}
