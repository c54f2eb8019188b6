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
        const ends = await connections.ofService(service.id);
        const end = namedOf(ends, pdu) ?? (await namedBeside(service, pdu)) ?? onlyOne(ends, pdu);
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

  /** A carrier gives what comes in to any line of one user name: the end that is named may speak through another service of it. */
  async function namedBeside(service: CarriedService, pdu: Pdu): Promise<Connection | null> {
    const beside = (await connections.services('SMPP')).filter(
      ({ id, username, carrier }) => id !== service.id && username === service.username && carrier.id === service.carrier.id,
    );
    for (const { id } of beside) {
      const named = namedOf(await connections.ofService(id), pdu);
      if (named) return named;
    }
    return null;
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

/** Whose it is: the end whose sender it names. */
const namedOf = (ends: readonly Connection[], pdu: Pdu): Connection | null =>
  ends.find(({ sender }) => isSameSender(sender, pdu.destination_addr ?? '')) ?? null;

/** A receipt that names nobody known belongs to the only end that there is; its id says whose it is. */
const onlyOne = (ends: readonly Connection[], pdu: Pdu): Connection | null =>
  isReceipt(pdu) && ends.length === 1 ? (ends[0] ?? null) : null;
