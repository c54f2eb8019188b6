import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bring, bringLater } from './callbacks.ts';
import { bare, type Fate, fateOf, type Network } from './network.ts';
import { cut } from './text-parts.ts';

const state = (groupId: number, groupName: string, id: number, name: string) => ({ groupId, groupName, id, name, description: name });
const PENDING = state(1, 'PENDING', 26, 'PENDING_ACCEPTED');
const STATES: Readonly<Record<Fate, ReturnType<typeof state>>> = {
  DELIVRD: state(3, 'DELIVERED', 5, 'DELIVERED_TO_HANDSET'),
  EXPIRED: state(4, 'EXPIRED', 15, 'EXPIRED_EXPIRED'),
  UNDELIV: state(2, 'UNDELIVERABLE', 9, 'UNDELIVERABLE_NOT_DELIVERED'),
  REJECTD: state(5, 'REJECTED', 52, 'REJECTED_DESTINATION'),
  DELETED: state(4, 'EXPIRED', 29, 'EXPIRED_UNKNOWN'),
  ACCEPTD: PENDING,
  'NO REPORT': PENDING,
  FUNDS: state(5, 'REJECTED', 12, 'REJECTED_NOT_ENOUGH_CREDITS'),
  BLACKLISTED: state(5, 'REJECTED', 14, 'REJECTED_DESTINATION_BLACKLISTED'),
  'NO ROUTE': state(5, 'REJECTED', 19, 'REJECTED_ROUTE_NOT_AVAILABLE'),
};
const DUPLICATE = state(5, 'REJECTED', 23, 'REJECTED_DUPLICATE_MESSAGE_ID');
const REFUSED: ReadonlySet<Fate> = new Set(['FUNDS', 'BLACKLISTED', 'NO ROUTE']);

interface Message {
  sender: string;
  destinations: { to: string; messageId: string }[];
  content: { text: string };
  webhooks: { delivery: { url: string }; callbackData?: string };
}

const fault = (reply: FastifyReply, status: number, text: string) =>
  reply.status(status).send({ requestError: { serviceException: { messageId: status === 401 ? 'UNAUTHORIZED' : 'BAD_REQUEST', text } } });

/** Infobip's interface for SMS, at `/providers/sms/infobip`. The service's password is the key; it signs nothing, and reports once for a message. */
export function serveInfobip(http: FastifyInstance, network: Network): void {
  const known = new Set<string>();
  const isKnown = ({ headers }: FastifyRequest) =>
    !network.controls.tokenExpired && [...network.services.values()].some(({ password }) => headers.authorization === `App ${password}`);

  http.get('/providers/sms/infobip/account/1/balance', async (request, reply) => {
    if (network.controls.down) return reply.status(503).send();
    return isKnown(request) ? { balance: 100, currency: 'EUR' } : fault(reply, 401, 'Invalid login details');
  });

  http.post('/providers/sms/infobip/sms/3/messages', async (request, reply) => {
    network.asked++;
    const { controls } = network;
    if (controls.down) return reply.status(503).send();
    if (!isKnown(request)) return fault(reply, 401, 'Invalid login details');
    const [message] = ((request.body ?? {}) as { messages?: Message[] }).messages ?? [];
    const [destination] = message?.destinations ?? [];
    if (!message || !destination || typeof message.sender !== 'string' || typeof message.content?.text !== 'string')
      return fault(reply, 400, 'Bad Request');
    if (!/^\d{8,15}$/.test(destination.to)) return fault(reply, 400, 'Invalid destination address');
    if (controls.slowMs > 0) await pause(controls.slowMs);
    if (controls.failHttp > 0) return fault(reply, controls.failHttp, 'as the controls say');
    const { to, messageId } = destination;
    const answer = (status: ReturnType<typeof state>) => ({ bulkId: 'bulk', messages: [{ messageId, status, destination: to }] });
    if (known.has(messageId)) return answer(DUPLICATE);
    if (network.isTooMuch('infobip')) return reply.status(429).header('retry-after', '1').send();
    const fate = fateOf(to);
    if (REFUSED.has(fate)) return answer(STATES[fate]);
    known.add(messageId);
    const { text } = message.content;
    const parts = cut(text).length;
    const url = message.webhooks?.delivery?.url ?? null;
    network.routes.set(bare(message.sender), { carrier: 'INFOBIP', username: '', url });
    network.note({ id: messageId, carrier: 'INFOBIP', from: message.sender, to, text });
    if (fate === 'DELIVRD' || fate === 'NO REPORT') network.receive({ from: message.sender, to, text, parts, carrier: 'INFOBIP' });
    if (fate !== 'NO REPORT' && url !== null) {
      const at = new Date().toISOString();
      const error = { groupId: 0, groupName: 'OK', id: 0, name: 'NO_ERROR', description: 'No Error', permanent: false };
      const result = {
        bulkId: 'bulk',
        messageId,
        to,
        sender: message.sender,
        sentAt: at,
        doneAt: at,
        messageCount: parts,
        status: STATES[fate],
        error,
      };
      const callback = { url, body: JSON.stringify({ results: [result] }) };
      if (controls.early && !network.isOff(to)) await bring(network, callback);
      else network.report(to, () => bringLater(network, callback));
    }
    if (controls.answerAfter > 0) await pause(controls.answerAfter);
    if (controls.silent) return reply.hijack();
    return answer(PENDING);
  });
}
