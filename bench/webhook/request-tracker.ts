import type { Bench } from '../bench.ts';
import { cpuMicros } from '../machine/cpu.ts';
import { connectTo } from '../machine/owner.ts';
import type { Side } from '../rounds.ts';
import { customersMail, SUBJECT_TAG, startRequestTracker } from '../yardsticks/request-tracker.ts';

const CONNECTIONS = 4;
const CUSTOMERS = 20;
const REPLIES = 100;

/** Request Tracker's mail gateway: each mail is a further message of one of twenty tickets. */
export async function requestTracker({ cluster, scaled }: Bench, measures: { rate: string; cpu: string }): Promise<Side> {
  const tracker = await startRequestTracker(cluster);
  const owner = await connectTo(tracker.ownerUrl);
  const tickets = await tracker.makeTickets(CUSTOMERS);
  const count = scaled(REPLIES);
  let brought = 0;
  return {
    contender: {
      name: 'Request Tracker',
      async round() {
        const before = cpuMicros([tracker.pid, cluster.pid]);
        const began = performance.now();
        let next = 0;
        const bring = async () => {
          while (next < count) {
            const number = brought + next++;
            const ticket = tickets[number % tickets.length] as number;
            await tracker.bringMail({
              ...customersMail(number % CUSTOMERS),
              subject: `Re: [${SUBJECT_TAG} #${ticket}] Blue`,
              id: `reply-${number}`,
            });
          }
        };
        await Promise.all(Array.from({ length: CONNECTIONS }, bring));
        const seconds = (performance.now() - began) / 1000;
        const cpu = (cpuMicros([tracker.pid, cluster.pid]) - before) / count;
        brought += count;
        const { rows } = await owner.query<{ count: number }>(
          `select count(*)::int as count from transactions where type = 'Correspond' and objecttype = 'RT::Ticket'`,
        );
        if (rows[0]?.count !== brought) throw new Error(`Request Tracker stored ${rows[0]?.count} of ${brought}`);
        return { [measures.rate]: count / seconds, [measures.cpu]: cpu };
      },
    },
    async close() {
      await owner.end();
      await tracker.stop();
    },
  };
}
