import { median } from '../arithmetic.ts';
import type { Bench } from '../bench.ts';
import type { Side } from '../rounds.ts';
import { startRequestTracker } from '../yardsticks/request-tracker.ts';

/** As many as it gives at once. */
const TICKETS = 100;
const LISTS = 12;

/** Request Tracker's list of a hundred tickets by REST, one after the other. */
export async function requestTrackersList({ cluster, scaled }: Bench, measure: string): Promise<Side> {
  const tracker = await startRequestTracker(cluster);
  await tracker.makeTickets(TICKETS);
  return {
    contender: {
      name: 'Request Tracker, 100 tickets',
      async round() {
        const times: number[] = [];
        for (let n = 0; n < scaled(LISTS); n++) {
          const began = performance.now();
          const came = await tracker.listTickets();
          times.push(performance.now() - began);
          if (came !== TICKETS) throw new Error(`a list of ${came} tickets`);
        }
        return { [measure]: median(times) };
      },
    },
    close: () => tracker.stop(),
  };
}
