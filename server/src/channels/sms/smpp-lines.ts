import type { Log } from '../../platform/log.ts';
import type { AdapterParts, CarriedService, Connection, Connections, Standing } from '../providers/index.ts';
import { isSameSender } from './senders.ts';
import type { KeepTrouble } from './service-troubles.ts';
import { createArrivals, isReceipt, takeFromSmpp } from './smpp-carrier.ts';
import type { Pdu } from './smpp-library.ts';
import { type Line, openLine } from './smpp-line.ts';

/** What is set is also looked after so often: word of a change may be lost between processes. */
const LOOK_EVERY = 60_000;

/** The lines to SMPP carriers of one process: one for each service through which an end of SMS speaks. */
export interface Lines extends Standing {
  /** Once what is set now was read. Undefined where nobody speaks through the service. */
  of(serviceId: string): Promise<Line | undefined>;
  /** As it is at this moment. */
  now(serviceId: string): Line | undefined;
}

interface LinesParts {
  connections: Connections;
  bring: AdapterParts['bring'];
  keepTrouble: KeepTrouble;
  log: Log;
}

/** Opens, changes and closes lines as super admins set services and carriers. */
export function standLines({ connections, bring, keepTrouble, log }: LinesParts): Lines {
  const lines = new Map<string, Line>();
  let stopped = false;
  let following: Promise<void> = Promise.resolve();

  function open(service: CarriedService): Line {
    const arrivals = createArrivals();
    const line: Line = openLine(
      service,
      async (pdu) => {
        const end = endOf(await connections.ofService(service.id), pdu);
        const how = { name: arrivals.nameOf(pdu), receiptIds: line.settings.receiptIds, country: end?.country ?? '' };
        const delivery = takeFromSmpp(pdu, how);
        // Never somebody's by guess.
        if (end === null) await keepTrouble(service.id, pdu.destination_addr ?? '', delivery);
        else await bring(end, [delivery]);
        arrivals.answered(pdu);
      },
      log,
    );
    return line;
  }

  async function follow(): Promise<void> {
    if (stopped) return;
    const services = (await connections.services('SMPP')).filter(({ channelType }) => channelType === 'SMS');
    const wanted = new Map(services.map((service) => [service.id, service]));
    for (const [id, line] of lines) {
      const now = wanted.get(id);
      if (now && isAsBound(line.service, now)) continue;
      lines.delete(id);
      await line.close();
    }
    for (const [id, service] of wanted) if (!lines.has(id) && !stopped) lines.set(id, open(service));
  }
  const followSoon = () => {
    following = following
      .then(follow)
      .catch((error: unknown) => log.error({ err: error }, 'the lines to carriers could not be brought up to date'));
  };

  const endListening = connections.onChange(followSoon);
  const timer = setInterval(followSoon, LOOK_EVERY);
  timer.unref();
  followSoon();
  return {
    async of(serviceId) {
      if (!lines.has(serviceId)) await following;
      return lines.get(serviceId);
    },
    now: (serviceId) => lines.get(serviceId),
    async stop() {
      stopped = true;
      endListening();
      clearInterval(timer);
      await following;
      await Promise.all([...lines.values()].map((line) => line.close()));
    },
  };
}

const isAsBound = (bound: CarriedService, now: CarriedService): boolean =>
  bound.username === now.username &&
  bound.password === now.password &&
  bound.carrier.address === now.carrier.address &&
  JSON.stringify(bound.carrier.settings) === JSON.stringify(now.carrier.settings);

/** Whose it is: the end whose sender it names. A receipt that names nobody known belongs to the only end that there is; its id says whose it is. */
function endOf(ends: readonly Connection[], pdu: Pdu): Connection | null {
  const named = ends.find(({ sender }) => isSameSender(sender, pdu.destination_addr ?? ''));
  if (named) return named;
  return isReceipt(pdu) && ends.length === 1 ? (ends[0] ?? null) : null;
}
