import type { Bus } from './bus.ts';
import type { Database } from './database.ts';
import type { Http } from './http.ts';
import type { Log } from './log.ts';
import { missingMigrations } from './migrate.ts';

/** Something the process works with. `run` rejects, or takes too long, when it is not there. */
export interface Dependency {
  name: string;
  /** Without it the process is worth something all the same: it stays ready, and its state is told. */
  canBeWithout?: boolean;
  run(): Promise<void>;
}

export type Phase = 'starting' | 'running' | 'stopping';

export interface HealthReport {
  status: 'ready' | 'starting' | 'stopping' | 'down';
  dependencies: Record<string, { state: 'up' | 'down'; ms: number }>;
}

export interface Health {
  phase: Phase;
  /** Asks every dependency; at most once a second, whoever calls. */
  report(): Promise<HealthReport>;
}

const TIME_LIMIT_MS = 2000;
const FRESH_MS = 1000;

/** The phase begins with `starting`; the reason why something is down goes to the log, never into an answer. */
export function createHealth(
  dependencies: readonly Dependency[],
  log: Log,
  { timeLimitMs = TIME_LIMIT_MS, freshMs = FRESH_MS }: { timeLimitMs?: number; freshMs?: number } = {},
): Health {
  let asked: { at: number; answers: Promise<HealthReport['dependencies']> } | undefined;

  async function ask({ name, run }: Dependency) {
    const began = performance.now();
    let state: 'up' | 'down' = 'up';
    try {
      await within(timeLimitMs, run());
    } catch (error) {
      state = 'down';
      log.warn({ err: error, dependency: name }, 'a dependency is down');
    }
    return [name, { state, ms: Math.round((performance.now() - began) * 10) / 10 }] as const;
  }

  function answers() {
    const now = performance.now();
    if (asked === undefined || now - asked.at > freshMs) {
      asked = { at: now, answers: Promise.all(dependencies.map(ask)).then((entries) => Object.fromEntries(entries)) };
    }
    return asked.answers;
  }

  const health: Health = {
    phase: 'starting',
    async report() {
      const found = await answers();
      const down = dependencies.some(({ name, canBeWithout }) => canBeWithout !== true && found[name]?.state === 'down');
      const status = health.phase === 'running' ? (down ? 'down' : 'ready') : health.phase;
      return { status, dependencies: found };
    },
  };
  return health;
}

/**
 * The database answers, its schema is at least this version's, and the other processes can be spoken to. Without these each goes on for those who
 * are connected to it: were it not ready, all would be taken away at once.
 */
export function dependenciesOf({ db, bus }: { db: Database; bus: Bus }): Dependency[] {
  return [
    {
      name: 'database',
      async run() {
        await db.ping();
      },
    },
    {
      name: 'migrations',
      async run() {
        const missing = await missingMigrations(db.outsideReader());
        if (missing.length > 0) throw new Error(`not carried out: ${missing.join(', ')}`);
      },
    },
    { name: 'bus', canBeWithout: true, run: () => bus.check() },
  ];
}

/**
 * `/health/live`: the process answers. `/health/ready`: it may be sent work; else 503. `/health`: both in one, with ready's status.
 * Nobody signs in for these, so they tell states and times and nothing else.
 */
export function mountHealth(http: Http, health: Health): void {
  http.get('/health/live', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'live' }));
  for (const path of ['/health/ready', '/health']) {
    http.get(path, async (_request, reply) => {
      const report = await health.report();
      const body = path === '/health' ? { live: { status: 'live' }, ready: report } : report;
      return reply
        .status(report.status === 'ready' ? 200 : 503)
        .header('cache-control', 'no-store')
        .send(body);
    });
  }
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
