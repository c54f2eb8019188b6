import type { ChannelType } from '@parley/contract';
import { sql } from 'kysely';
import { openDatabase } from '../../src/platform/database.ts';
import { startJobs } from '../../src/platform/jobs.ts';
import { openLog } from '../../src/platform/log.ts';
import { claimAttempts } from '../../src/rooms/delivery/deliver.ts';
import { claimComingFiles } from '../../src/rooms/inbound/fetch-files.ts';
import { createFilePlaces } from '../../src/rooms/inbound/file-places.ts';
import { claimInbound } from '../../src/rooms/inbound/inbound.ts';
import { type Incoming, receiveText, startDelivering, startFetching, startReceiving, startSending } from '../../src/rooms/index.ts';
import { claimScheduled } from '../../src/rooms/scheduled/scheduled-clock.ts';
import { givenRooms } from '../people.ts';
import { loopBack } from './channel.ts';

/** What the parent asks of a worker in a process of its own, which it will kill. */
export type Order =
  | { do: 'open'; appUrl: string; ownerUrl: string; channels: Array<{ type: ChannelType; origin: string; takesKey: boolean }> }
  /** Claims and does nothing more: as killed right after the claim. */
  | { do: 'claim'; what: 'attempts' | 'inbound' | 'files' | 'scheduled' }
  | { do: 'work' }
  /** Stores what a customer writes, and does nothing that follows. */
  | { do: 'hear'; incoming: Incoming }
  /** Runs jobs named `mark`, and says how far one has come that stops there for ever. */
  | { do: 'jobs' };

/** What a job named `mark` is told: it leaves its name in `job_marks`, by one transaction. */
export interface Mark {
  accountId: string;
  name: string;
  /** Where it stops for ever: around or inside its transaction; or that it fails. */
  stops: 'before' | 'inside' | 'after' | 'failing' | null;
}

export type Report = { done: Order['do']; claimed?: number } | { begun: string };

let deps: ReturnType<typeof givenRooms>['deps'];
let ownerUrl: string;
const log = openLog('warn');

async function obey(order: Order): Promise<Report> {
  switch (order.do) {
    case 'open':
      ownerUrl = order.ownerUrl;
      deps = givenRooms(openDatabase(order.appUrl)).deps;
      for (const channel of order.channels) deps.channels.register(loopBack({ ...channel, timeoutMs: 60_000 }));
      return { done: 'open' };
    case 'claim': {
      const claim = {
        attempts: () => claimAttempts(deps, 100),
        inbound: () => claimInbound(deps, 100),
        files: () => claimComingFiles(deps, createFilePlaces().turn(100)),
        scheduled: () => claimScheduled(deps, 100),
      }[order.what];
      return { done: 'claim', claimed: (await claim()).length };
    }
    case 'work':
      startDelivering(deps, log);
      startReceiving(deps, log);
      startFetching(deps, log);
      startSending(deps, log);
      return { done: 'work' };
    case 'hear':
      await receiveText(deps, order.incoming);
      return { done: 'hear' };
    case 'jobs':
      startJobs({
        ownerUrl,
        log,
        crontab: '',
        tasks: {
          async mark(payload, { signal }) {
            const { accountId, name, stops } = payload as Mark;
            const stopAt = async (here: Mark['stops']) => {
              if (stops !== here) return;
              say({ begun: name });
              await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('told to stop'))));
            };
            if (stops === 'failing') throw new Error('this time it failed');
            await stopAt('before');
            await deps.db.inAccount(accountId, async (tx) => {
              await sql`insert into job_marks values (${name})`.execute(tx);
              await stopAt('inside');
            });
            await stopAt('after');
          },
        },
      });
      return { done: 'jobs' };
  }
}

function say(report: Report): void {
  process.send?.(report);
}

process.on('message', (order: Order) => {
  obey(order).then(say, (error: unknown) => {
    log.error({ err: error }, 'an order could not be carried out');
    process.exit(1);
  });
});
process.on('disconnect', () => process.exit(0));
