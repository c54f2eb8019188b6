import type { ChannelType } from '@parley/contract';
import { newId } from '../../src/platform/clock.ts';
import { openDatabase } from '../../src/platform/database.ts';
import { startJobs } from '../../src/platform/jobs.ts';
import { openLog } from '../../src/platform/log.ts';
import { claimAttempts } from '../../src/rooms/deliver.ts';
import { claimInbound } from '../../src/rooms/inbound.ts';
import { startDelivering, startReceiving } from '../../src/rooms/index.ts';
import { givenRooms } from '../people.ts';
import { loopBack } from './channel.ts';

/** What the parent asks of a worker in a process of its own, which it will kill. */
export type Order =
  | { do: 'open'; appUrl: string; ownerUrl: string; channels: Array<{ type: ChannelType; origin: string; takesKey: boolean }> }
  /** Claims and does nothing more: as killed right after the claim. */
  | { do: 'claim'; what: 'attempts' | 'inbound' }
  | { do: 'work' }
  /** Runs jobs named `hang`, which never end by themselves, and says when one has begun. */
  | { do: 'jobs' };

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
      const claim = order.what === 'attempts' ? claimAttempts : claimInbound;
      return { done: 'claim', claimed: (await claim(deps, 100)).length };
    }
    case 'work':
      startDelivering(deps, log);
      startReceiving(deps, log);
      return { done: 'work' };
    case 'jobs':
      startJobs({
        ownerUrl,
        log,
        crontab: '',
        tasks: {
          async hang(_payload, { signal }) {
            say({ begun: newId() });
            await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('told to stop'))));
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
