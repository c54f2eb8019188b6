import { EventEmitter } from 'node:events';
import { Logger, parseCrontab, type Runner, run, type WorkerEvents } from 'graphile-worker';
import { sql } from 'kysely';
import pg from 'pg';
import type { Log } from './log.ts';
import type { Tx } from './transaction.ts';

/** A long job or a timer. It may run again after a crash, so it must be able to; it stops when `signal` says so. */
export type Task = (payload: unknown, job: JobContext) => Promise<void>;

export interface JobContext {
  /** Aborted when the process stops or can no longer prove that it lives: another may take the job over soon. */
  signal: AbortSignal;
  /** One statement as the owner of the database, beyond the account wall: for sweeps over all accounts. */
  query(text: string, values?: unknown[]): Promise<{ rowCount: number | null; rows: unknown[] }>;
}

/** Jobs older than this whose pool shows no sign of life are freed; a look is taken every SWEEP_EVERY ms. */
const SIGN_OF_LIFE_SECONDS = 15;
const SWEEP_EVERY = 10_000;
const CONCURRENCY = 2;
const RESTART_AFTER = 1000;
const DEFAULT_TRIES = 10;

/**
 * Enqueues a job in the caller's transaction: it exists when that commits, and only then.
 * @param options runAt: not before; key: a job with the same key that has not begun is replaced; tries: at least 2
 */
export async function enqueue(
  tx: Tx,
  task: string,
  payload: Readonly<Record<string, unknown>>,
  { runAt, key, tries = DEFAULT_TRIES }: { runAt?: Date; key?: string; tries?: number } = {},
): Promise<void> {
  await sql`select enqueue(${task}, ${JSON.stringify(payload)}::json, ${runAt?.toISOString() ?? null}::timestamptz, ${key ?? null}, ${tries})`.execute(
    tx,
  );
}

export interface Jobs {
  /** No new jobs; what runs is told to stop and waited for. */
  stop(): Promise<void>;
}

/**
 * Runs the jobs of one process. Each pool proves that it lives by an advisory lock on its random name, held on a connection
 * of its own; the jobs of a pool whose lock is free belong to nobody and are freed. A process that loses that connection
 * stops its jobs, waits until they have settled and begins anew under another name, since otherwise a job could run
 * twice at once (database: jobs).
 * @param crontab lines of `minute hour day month weekday task`, in UTC; each runs once, however many processes there are;
 *   a task's name there has letters, digits, `:`, `/`, `_` and `-`. Throws for a line that cannot be read or names no task.
 */
export function startJobs({
  crontab,
  ...given
}: {
  ownerUrl: string;
  log: Log;
  tasks: Readonly<Record<string, Task>>;
  crontab: string;
}): Jobs {
  const { log, tasks } = given;
  // Read here and not in the pool: a fault in it must stop the start, not end one pool after the other.
  const regular = parseCrontab(crontab);
  for (const { task } of regular) if (!Object.hasOwn(tasks, task)) throw new Error(`Nobody does the regular job ${task}.`);
  const parts = { ...given, regular };
  const stopping = new AbortController();
  const loop = (async () => {
    while (!stopping.signal.aborted) {
      try {
        await runPool(parts, stopping.signal);
      } catch (error) {
        log.error({ err: error }, 'the pool of jobs stopped; another is started');
      }
      await pause(RESTART_AFTER, stopping.signal);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await loop;
    },
  };
}

interface PoolParts {
  ownerUrl: string;
  log: Log;
  tasks: Readonly<Record<string, Task>>;
  regular: ReturnType<typeof parseCrontab>;
}

/** One pool from its start until it must end; its jobs have settled when this returns. */
async function runPool({ ownerUrl, log, tasks, regular }: PoolParts, stopping: AbortSignal): Promise<void> {
  const ending = new AbortController();
  const end = () => ending.abort();
  stopping.addEventListener('abort', end);
  const pool = new pg.Pool({ connectionString: ownerUrl, max: CONCURRENCY + 3, application_name: 'parley jobs' });
  const lost = (error: Error) => log.warn({ err: error }, 'a connection of the jobs was lost');
  pool.on('error', lost);
  pool.on('connect', (client) => void client.on('error', lost));
  const guard = new pg.Client({ connectionString: ownerUrl, application_name: 'parley jobs: sign of life' });
  const running = new Set<Promise<void>>();
  let runner: Runner | undefined;
  let sweeping: NodeJS.Timeout | undefined;
  try {
    guard.on('error', (error) => log.error({ err: error }, 'the sign of life of the jobs was lost'));
    guard.on('end', end);
    await guard.connect();
    const events: WorkerEvents = new EventEmitter();
    events.on('pool:create', ({ workerPool }) => {
      guard.query('select pg_advisory_lock(hashtextextended($1, 0))', [workerPool.id]).catch((error: unknown) => {
        log.error({ err: error }, 'the jobs could not give a sign of life');
        end();
      });
    });
    const taskList = Object.fromEntries(
      Object.entries(tasks).map(([name, task]) => [
        name,
        async (payload: unknown) => {
          ending.signal.throwIfAborted();
          const work = task(payload, { signal: ending.signal, query: (text, values) => pool.query(text, values) });
          const settled = work.then(
            () => {},
            () => {},
          );
          running.add(settled);
          await work.finally(() => running.delete(settled));
        },
      ]),
    );
    runner = await run({
      pgPool: pool,
      concurrency: CONCURRENCY,
      // Without a batch the library does not wait for its own last word about a job: a stop would leave it locked, and a database
      // that is away for a moment would become a rejection that nobody handles.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      noHandleSignals: true,
      events,
      logger: workerLog(log),
      taskList,
      parsedCronItems: regular,
    });
    const gone = runner.promise.catch((error: unknown) => log.error({ err: error }, 'the runner of the jobs failed')).finally(end);
    sweeping = setInterval(() => {
      freeJobsOfTheDead(pool).catch((error: unknown) => log.error({ err: error }, 'jobs of dead processes could not be freed'));
    }, SWEEP_EVERY);
    if (!ending.signal.aborted) await new Promise<void>((resolve) => ending.signal.addEventListener('abort', () => resolve()));
    await runner.stop().catch((error: unknown) => log.debug({ err: error }, 'the runner of the jobs had stopped already'));
    await gone;
  } finally {
    end();
    clearInterval(sweeping);
    stopping.removeEventListener('abort', end);
    await Promise.all(running);
    await guard.end().catch((error: unknown) => log.debug({ err: error }, 'the sign of life was gone already'));
    await pool.end();
  }
}

/** On another connection than the sign of life's own: there the lock could be had a second time. */
async function freeJobsOfTheDead(pool: pg.Pool): Promise<void> {
  await pool.query(
    `with suspects as materialized (
       select distinct locked_by from graphile_worker.jobs
       where locked_by is not null and locked_at < now() - make_interval(secs => $1)),
     dead as materialized (select locked_by from suspects where pg_try_advisory_xact_lock(hashtextextended(locked_by, 0)))
     select graphile_worker.force_unlock_workers(array_agg(locked_by)) from dead having count(*) > 0`,
    [SIGN_OF_LIFE_SECONDS],
  );
}

/** The library's words in our log; what it says while all is well is of no interest there. */
function workerLog(log: Log): Logger {
  return new Logger(() => (level, message, meta) => {
    const err = meta?.error;
    if (level === 'error') log.error({ err }, `jobs: ${message}`);
    else if (level === 'warning') log.warn({ err }, `jobs: ${message}`);
    else log.debug(`jobs: ${message}`);
  });
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
  });
}
