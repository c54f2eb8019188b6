import { setTimeout as sleep } from 'node:timers/promises';
import { type ServerTrouble, troubleOf } from '../server-trouble.ts';
import type { SignIn } from '../sign-in.ts';
import { noteFetched, noteTrouble } from './health.ts';
import { fetchByImap } from './imap-session.ts';
import type { FetchingParts, Mailbox } from './mailbox.ts';
import { OwnFailure, ours } from './own-failure.ts';
import { fetchByPop3 } from './pop3-session.ts';
import type { Session } from './session.ts';

/** How a mailbox proves itself at its server. */
export interface Proving {
  /** By what it does now. Rejects with ServerTrouble. */
  signIn(): Promise<SignIn>;
  /** What was given last was refused. @returns whether another may be had */
  refused(): Promise<boolean>;
}

/** One mailbox being fetched by this process. */
export interface Running {
  /** Resolves when nothing of it is under way any more. */
  stop(): Promise<void>;
}

/** Fetches a mailbox until it is stopped, whatever goes wrong: each failure is told to its admins, and it is tried again. */
export function runMailbox(parts: FetchingParts, mailbox: Mailbox, proving: Proving): Running {
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = run(parts, mailbox, proving, signal).catch((error: unknown) =>
    parts.log.error({ err: error, channelApplicationId: mailbox.channelApplicationId }, 'a mailbox is fetched no more'),
  );
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function run(parts: FetchingParts, mailbox: Mailbox, proving: Proving, signal: AbortSignal): Promise<void> {
  const { db, log, times } = parts;
  const facts = { accountId: mailbox.accountId, channelApplicationId: mailbox.channelApplicationId };
  const stumbles = new Map<string, number>();
  let failures = 0;
  let notedAt = Number.NEGATIVE_INFINITY;
  let wasRefused = false;
  /** This connection has brought something, or what broke it was one mail, which is tried so often alone: it is opened again soon. */
  let worked = false;

  async function well(left: ServerTrouble | null): Promise<void> {
    [failures, wasRefused, worked] = [0, false, true];
    if (left !== null) {
      // Told once as long as it stays.
      if (notedAt !== Number.POSITIVE_INFINITY)
        log.warn({ ...facts, answer: left.message }, 'fetched mails are left as they are at their server');
      notedAt = Number.POSITIVE_INFINITY;
      return noteTrouble(db, mailbox, left, { pauseMs: times.poll, isFetched: true });
    }
    // Mail that comes all the time need not write here each time.
    const now = performance.now();
    if (notedAt !== Number.POSITIVE_INFINITY && now - notedAt < times.poll / 2) return;
    await noteFetched(db, mailbox);
    notedAt = now;
  }

  while (!signal.aborted) {
    worked = false;
    try {
      const signIn = await ours(() => proving.signIn());
      const session: Session = {
        ...{ parts, mailbox, signIn, signal, stumbles },
        begun() {
          worked = true;
        },
        well: (left) => ours(() => well(left)),
      };
      if (mailbox.server.type === 'IMAP') await fetchByImap(session);
      else await fetchByPop3(session);
      await pause(times.poll, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof OwnFailure) {
        log.error({ err: error, ...facts }, 'what a mailbox brought could not be stored; it is fetched again');
        await pause(times.reopen, signal);
        continue;
      }
      const trouble = troubleOf(error);
      // A token may have ended before its time.
      if (trouble.problem === 'REFUSED' && !wasRefused && (await proving.refused().catch(() => false))) {
        wasRefused = true;
        continue;
      }
      failures += 1;
      const pauseMs = worked ? times.reopen : (times.pauses[Math.min(failures, times.pauses.length) - 1] ?? times.poll);
      log.warn({ ...facts, problem: trouble.problem, answer: trouble.message, pauseMs }, 'a mailbox could not be fetched');
      if (!worked || trouble.problem !== 'UNREACHABLE') await tell(trouble, pauseMs);
      await pause(pauseMs, signal);
    }
  }

  async function tell(trouble: ServerTrouble, pauseMs: number): Promise<void> {
    notedAt = Number.NEGATIVE_INFINITY;
    await noteTrouble(db, mailbox, trouble, { pauseMs, isFetched: false }).catch((error: unknown) =>
      log.warn({ err: error, ...facts }, 'how it stands with a mailbox could not be written down'),
    );
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> => sleep(ms, undefined, { signal }).catch(() => undefined);
