import { type CarrierKind, HttpCarrierSettings } from '@parley/contract';
import { z } from 'zod';
import { addressForProvider } from '../../files/index.ts';
import type { Outcome, Outgoing } from '../../rooms/index.ts';
import {
  type Adapter,
  type AdapterParts,
  askProvider,
  type CarriedService,
  type Connection,
  type ConnectionTest,
  fetchMedia,
  inTwo,
  NO_SENDER,
  NotReached,
  outcomeOfUnreached,
} from '../providers/index.ts';
import { aggregator } from './aggregator.ts';
import type { Carried } from './carried.ts';
import { infobip } from './infobip.ts';
import { type Laid, laidOut, partsOf } from './layout.ts';

const SEND_WITHIN = 15_000;
/** The carrier may fetch a file for as long as it tries to bring the message, at most so long. */
const FILE_LIFETIME = 15 * 24 * 3600_000;

const CARRIERS: Readonly<Partial<Record<CarrierKind, Carried>>> = { INFOBIP: infobip, HTTP: aggregator };

const Kept = z.object({ by: z.enum(['INFOBIP', 'HTTP']), address: z.string(), result: z.unknown() });

/** Viber's business messages, to telephone numbers, through a carrier (communications, section 4; administration, section 3: Viber channel). */
export function viber(parts: AdapterParts): Adapter {
  return {
    type: 'VIBER',
    // By the id that we give a message its carrier knows it again.
    takesKey: true,
    timeoutMs: SEND_WITHIN,
    perSecond: null,
    async traitsOf(accountId, channelApplicationId) {
      const service = (await parts.connections.of(accountId, channelApplicationId))?.service;
      const perSecond = service && carrierOf(service) ? HttpCarrierSettings.parse(service.carrier.settings).perSecond : null;
      return { takesKey: true, perSecond };
    },
    takesFiles: true,
    takes: new Set(['RICH_MEDIA']),
    hook: {
      isGenuine(call, { service }) {
        const carrier = carrierOf(service);
        return service !== null && carrier?.isGenuine(call, service) === true;
      },
      take({ raw }, { service, country }) {
        const carrier = carrierOf(service);
        if (!carrier) throw new Error('no carrier brings Viber messages to this end');
        return { deliveries: carrier.cut(raw.toString('utf8'), country) };
      },
    },
    read(body) {
      const { by, address, result } = Kept.parse(JSON.parse(body));
      const readings = CARRIERS[by]?.read(result, address) ?? [];
      if (address === '' && readings.some(({ kind }) => kind === 'MESSAGE')) throw new Error(`${NO_SENDER}: its sender is longer than any`);
      return readings;
    },
    deliver: (outgoing, signal) => deliver(parts, outgoing, signal),
    async fetchFile({ accountId, channelApplicationId, reference }, signal) {
      const connection = await parts.connections.of(accountId, channelApplicationId);
      return fetchMedia(reference, { ownOrigins: connection?.service ? [connection.service.carrier.address] : [], signal });
    },
    test,
  };
}

const carrierOf = (service: CarriedService | null): Carried | undefined => (service ? CARRIERS[service.carrier.kind] : undefined);

async function deliver({ connections, rooms, publicUrl }: AdapterParts, outgoing: Outgoing, signal: AbortSignal): Promise<Outcome> {
  const { accountId, channelApplicationId, file } = outgoing;
  const connection = await connections.of(accountId, channelApplicationId);
  const service = connection?.service ?? null;
  const carrier = carrierOf(service);
  if (!connection?.active || service === null || !carrier) return { outcome: 'REFUSED', reason: 'BAD_SERVICE_ID', final: true };
  const viewer = { accountId, id: channelApplicationId };
  const path = file && (await addressForProvider(rooms.files, viewer, file.facts.fileId, FILE_LIFETIME));
  const laid = laidOut(outgoing, connection, service, path && `${publicUrl}${path}`);
  const send = async (one: Laid): Promise<Outcome> => {
    const { address, headers, body } = carrier.request(one, service);
    try {
      const asked = { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body), signal };
      return carrier.outcomeOf(await askProvider(address, asked), one);
    } catch (error) {
      return outcomeOfUnreached(error);
    }
  };
  const [words, rest] = partsOf(laid);
  if (words === null) return send(rest);
  return inTwo(
    outgoing,
    () => send(words),
    () => send(rest),
  );
}

async function test({ sender, service }: Connection, signal: AbortSignal): Promise<ConnectionTest> {
  const carrier = carrierOf(service);
  if (service === null || !carrier) return { ok: false, problem: 'MISCONFIGURED' };
  const { address, headers } = carrier.testing(sender, service);
  try {
    const { status, text } = await askProvider(address, { method: 'GET', headers, signal });
    if (status === 200) return { ok: true };
    if (status === 401 || status === 403) return { ok: false, problem: 'REFUSED', answer: text };
    return { ok: false, problem: status >= 500 ? 'UNREACHABLE' : 'MISCONFIGURED', answer: text };
  } catch (error) {
    return { ok: false, problem: 'UNREACHABLE', ...(error instanceof NotReached && { answer: error.code }) };
  }
}
