import { HttpCarrierSettings } from '@parley/contract';
import type { Outcome, Outgoing } from '../../rooms/index.ts';
import type { CarriedService, Connection, ConnectionTest, MakeAdapter } from '../providers/index.ts';
import { readSms } from './deliveries.ts';
import { isHttpCarrier, sendByHttp, takeFromHttp, testHttp } from './http-carrier.ts';
import { sendByInfobip, takeFromInfobip, testInfobip } from './infobip.ts';
import { canBeWrittenTo } from './senders.ts';
import { keepTroubleIn } from './service-troubles.ts';
import { sendBySmpp, unbound } from './smpp-carrier.ts';
import { type Lines, standLines } from './smpp-lines.ts';

/** After this the outcome of a send is unknown. */
const TIMEOUT = 20_000;
/** A line that was lost a moment ago is worth a moment. */
const LINE_WITHIN = 500;
const NEW_LINE_WITHIN = 5000;
const TEST_WITHIN = 10_000;

/** Somebody else holds the message: what is said of it here counts nothing. */
const NOBODYS: Outcome = { outcome: 'NOT_ASKED', afterMs: 0 };

const refused = (answer: string): Outcome => ({ outcome: 'REFUSED', reason: 'BAD_SERVICE_ID', final: true, answer });

/**
 * SMS (administration, section 3; protocols: SMS): by whichever kind of carrier the end's service belongs to. A carrier over HTTP takes keys; one over
 * SMPP does not, unless super admins say that it knows repetitions.
 */
export const smsAdapter: MakeAdapter = ({ connections, rooms, bring, log }) => {
  let lines: Lines | null = null;

  async function deliver(
    connection: Connection,
    service: CarriedService,
    outgoing: Outgoing,
    signal: AbortSignal,
    asking: () => Promise<boolean>,
  ): Promise<Outcome> {
    if (service.carrier.kind !== 'SMPP') {
      if (!(await asking())) return NOBODYS;
      const send = service.carrier.kind === 'HTTP' ? sendByHttp : sendByInfobip;
      return send(connection, service, outgoing, signal);
    }
    const line = await lines?.of(service.id);
    const isBound = (await line?.bound(line.state().isNew ? NEW_LINE_WITHIN : LINE_WITHIN)) ?? false;
    return line && isBound ? sendBySmpp(line, connection, outgoing, asking) : unbound(line);
  }

  return {
    type: 'SMS',
    takesKey: true,
    timeoutMs: TIMEOUT,
    perSecond: null,
    takesFiles: false,
    waitsForPlace: true,
    async traitsOf(accountId, channelApplicationId) {
      const service = (await connections.of(accountId, channelApplicationId))?.service;
      if (!service) return { takesKey: true, perSecond: null };
      const { kind, settings } = service.carrier;
      if (kind !== 'SMPP') return { takesKey: true, perSecond: HttpCarrierSettings.parse(settings).perSecond };
      return { takesKey: 'resendsUnknown' in settings && settings.resendsUnknown, perSecond: lines?.now(service.id)?.perSecond() ?? null };
    },
    async deliver(outgoing, signal, asking) {
      const connection = await connections.of(outgoing.accountId, outgoing.channelApplicationId);
      if (!connection?.service) return refused('this end has no service of a carrier');
      if (connection.sender === '') return refused('this end has no sender');
      if (!connection.active) return { outcome: 'REFUSED', reason: 'NOT_PERMITTED', final: true, answer: 'this end is switched off' };
      // Nobody reads what is sent to a name.
      if (!canBeWrittenTo(outgoing.address))
        return { outcome: 'REFUSED', reason: 'NO_ROUTE', final: true, answer: 'the customer is known by a name' };
      return deliver(connection, connection.service, outgoing, signal, asking);
    },
    read: readSms,
    hook: {
      isGenuine(call, { service }) {
        if (!service) return false;
        if (service.carrier.kind === 'HTTP') return isHttpCarrier(call, service);
        // Infobip signs nothing: whoever knows the address is it. A carrier over SMPP calls nobody.
        return service.carrier.kind === 'INFOBIP' && call.method === 'POST';
      },
      take(call, { service, country }) {
        return { deliveries: service?.carrier.kind === 'INFOBIP' ? takeFromInfobip(call, country) : [takeFromHttp(call, country)] };
      },
    },
    test: async ({ service }, signal): Promise<ConnectionTest> => {
      if (!service) return { ok: false, problem: 'MISCONFIGURED', answer: 'this end has no service of a carrier' };
      const { kind } = service.carrier;
      try {
        if (kind === 'HTTP') return await testHttp(service, signal);
        if (kind === 'INFOBIP') return await testInfobip(service, signal);
      } catch (error) {
        return { ok: false, problem: 'UNREACHABLE', answer: error instanceof Error ? error.message : String(error) };
      }
      const line = await lines?.of(service.id);
      if (line && (await line.bound(TEST_WITHIN))) return { ok: true, answer: 'bound' };
      const problem = line?.state().problem;
      return { ok: false, problem: problem?.kind ?? 'UNREACHABLE', ...(problem && { answer: problem.answer }) };
    },
    stand(ends) {
      lines = standLines({ connections: ends, bring, keepTrouble: keepTroubleIn(rooms.db), log });
      return lines;
    },
  };
};
