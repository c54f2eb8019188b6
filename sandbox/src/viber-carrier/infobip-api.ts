import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../providers/caller.ts';
import { comesThrough, isRecord } from '../providers/controls.ts';
import type { Carrier, CarrierControls, Receipt, Telling } from './carrier.ts';
import { CODES } from './codes.ts';
import type { Sent } from './layouts.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

interface Status {
  groupId: number;
  groupName: string;
  id: number;
  name: string;
  description: string;
}
const status = (groupId: number, groupName: string, id: number, name: string, description = name): Status => ({
  groupId,
  groupName,
  id,
  name,
  description,
});
const ACCEPTED = status(1, 'PENDING', 26, 'PENDING_ACCEPTED', 'Message sent to next instance');
const DUPLICATE = status(5, 'REJECTED', 23, 'REJECTED_DUPLICATE_MESSAGE_ID');

/** What is wrong, as this carrier calls it. */
const REJECTED: Readonly<Record<number, Status>> = {
  2: status(5, 'REJECTED', 13, 'REJECTED_SENDER'),
  13: status(5, 'REJECTED', 19, 'REJECTED_ROUTE_NOT_AVAILABLE'),
  17: status(5, 'REJECTED', 12, 'REJECTED_NOT_ENOUGH_CREDITS'),
  21: status(5, 'REJECTED', 20, 'REJECTED_FLOODING_FILTER'),
  27: status(5, 'REJECTED', 14, 'REJECTED_DESTINATION'),
  1: status(5, 'REJECTED', 21, 'REJECTED_SYSTEM_ERROR'),
  43: status(5, 'REJECTED', 10, 'REJECTED_DND'),
};
const rejection = (code: number): Status => REJECTED[code] ?? status(5, 'REJECTED', 6, 'REJECTED_NETWORK', CODES[code] ?? '');

/** The webhooks that a message names, by its id: where its reports go. */
type Hooks = Map<string, { delivery: string; seen: string; callbackData: string }>;

/** The Infobip-like interface: `POST <base>/viber/2/messages`, `GET <base>/viber/2/reports`. */
export function serveInfobip(http: FastifyInstance, base: string, carrier: Carrier, controls: CarrierControls, hooks: Hooks): void {
  const error = (messageId: string, text: string) => ({ requestError: { serviceException: { messageId, text } } });
  const isKnown = (authorization: string | undefined) => !controls.tokenExpired && authorization === `App ${carrier.service.password}`;
  http.post(`${base}/viber/2/messages`, async (request, reply) => {
    if (!(await comesThrough(controls, request, reply))) return reply;
    if (controls.failWith !== null) return reply.code(controls.failWith).send(error('GENERAL_ERROR', 'as the controls say'));
    if (!isKnown(request.headers.authorization)) return reply.code(401).send(error('UNAUTHORIZED', 'Invalid login details'));
    const { messages } = recordOf(request.body);
    if (!Array.isArray(messages) || messages.length === 0) return reply.code(400).send(error('BAD_REQUEST', 'messages'));
    const sends = messages.flatMap((message) => sentIn(recordOf(message)));
    const wrong = sends.find((one) => typeof one === 'string');
    if (wrong !== undefined) return reply.code(400).send(error('BAD_REQUEST', String(wrong)));
    const answers = sends.map((one) => answerTo(carrier, hooks, one as Named));
    return { bulkId: randomUUID(), messages: answers };
  });
  http.get(`${base}/viber/2/reports`, async (request, reply) => {
    if (!(await comesThrough(controls, request, reply))) return reply;
    if (!isKnown(request.headers.authorization)) return reply.code(401).send(error('UNAUTHORIZED', 'Invalid login details'));
    return { results: [] };
  });
}

type Named = { sent: Sent; webhooks: Record<string, unknown> };

function answerTo(carrier: Carrier, hooks: Hooks, { sent, webhooks }: Named): object {
  const taken = carrier.take(sent);
  const said = taken.kind === 'ACCEPTED' ? ACCEPTED : taken.kind === 'DUPLICATE' ? DUPLICATE : rejection(taken.code);
  if (taken.kind === 'ACCEPTED')
    hooks.set(sent.id, {
      delivery: textOf(recordOf(webhooks.delivery).url),
      seen: textOf(recordOf(webhooks.seen).url),
      callbackData: textOf(webhooks.callbackData),
    });
  return { messageId: sent.id, destination: sent.to, status: said };
}

const SECONDS: Readonly<Record<string, number>> = { SECONDS: 1, MINUTES: 60, HOURS: 3600, DAYS: 86_400 };

/** Each destination of a message; a name of what is wrong instead. */
function sentIn(message: Record<string, unknown>): (Named | string)[] {
  const { sender, destinations } = message;
  const content = recordOf(message.content);
  const options = recordOf(message.options);
  const { amount, timeUnit } = recordOf(options.validityPeriod);
  const failover = options.smsFailover === undefined ? null : recordOf(options.smsFailover);
  const unit = SECONDS[textOf(timeUnit)];
  if (textOf(sender) === '') return ['sender'];
  if (!Array.isArray(destinations) || destinations.length === 0) return ['destinations'];
  if (typeof amount !== 'number' || unit === undefined) return ['options.validityPeriod'];
  if (!['TRANSACTIONAL', 'PROMOTIONAL'].includes(textOf(options.label))) return ['options.label'];
  if (failover && !(textOf(failover.sender) && textOf(failover.text))) return ['options.smsFailover'];
  if (!['TEXT', 'IMAGE', 'FILE'].includes(textOf(content.type))) return ['content.type'];
  const button = content.button === undefined ? null : recordOf(content.button);
  return destinations.map((one): Named | string => {
    const { to, messageId } = recordOf(one);
    if (!/^\d+$/.test(textOf(to))) return 'destinations.to';
    const isFile = content.type === 'FILE';
    const sent: Sent = {
      id: textOf(messageId) || randomUUID(),
      sender: textOf(sender),
      to: textOf(to),
      ttlSeconds: amount * unit,
      text: textOf(content.text),
      imageUrl: content.type === 'IMAGE' ? textOf(content.mediaUrl) : '',
      button: button && { text: textOf(button.title), url: textOf(button.action) },
      file: isFile ? { url: textOf(content.mediaUrl), name: textOf(content.fileName) } : null,
      tracking: textOf(options.trackingData),
      callbackUrl: textOf(recordOf(recordOf(message.webhooks).delivery).url),
      fallback: failover && { sender: textOf(failover.sender), text: textOf(failover.text) },
    };
    return { sent, webhooks: recordOf(message.webhooks) };
  });
}

/** Its calls: reports where the message said, replies where the service says; nothing of them is signed. */
export function tellAsInfobip(caller: Caller, hooks: Hooks): Telling {
  const call = (url: string, body: object) => {
    if (url !== '') void caller.call({ url, body: JSON.stringify(body), headers: {} }, {});
  };
  return {
    receipt(_service, receipt) {
      const { sent, channel } = receipt;
      const { delivery = '', seen = '', callbackData = '' } = hooks.get(sent.id) ?? {};
      const common = { messageId: sent.id, to: sent.to, callbackData, sentAt: new Date().toISOString() };
      if (receipt.status === 'SEEN') return call(seen, { results: [{ ...common, from: sent.sender, seenAt: new Date().toISOString() }] });
      const { status: said, error } = reportOf(receipt);
      return call(delivery, {
        results: [
          { ...common, sender: sent.sender, doneAt: new Date().toISOString(), messageCount: 1, platform: channel, status: said, error },
        ],
      });
    },
    reply(service, { id, from, sender, type, text, url, fileName, pairedId }) {
      const message = type === 'TEXT' ? { type, text } : { type, url, fileName };
      const result = { messageId: id, sender: from, to: sender, receivedAt: new Date().toISOString(), pairedMessageId: pairedId, message };
      call(service.callbackUrl, { results: [result], messageCount: 1, pendingMessageCount: 0 });
    },
  };
}

const NO_ERROR = { groupId: 0, groupName: 'OK', id: 0, name: 'NO_ERROR', description: 'No Error', permanent: false };

function reportOf({ status: what, code }: Receipt): { status: Status; error: object } {
  switch (what) {
    case 'SENT':
      return { status: status(1, 'PENDING', 7, 'PENDING_ENROUTE'), error: NO_ERROR };
    case 'EXPIRED':
      return { status: status(4, 'EXPIRED', 15, 'EXPIRED_EXPIRED'), error: NO_ERROR };
    case 'UNDELIVERABLE':
    case 'REJECTED':
    case 'DELETED': {
      const name = code === null ? 'EC_MESSAGE_CANCELED' : (CODES[code] ?? '').replace('SRVC_', 'EC_VIBER_');
      const error = {
        groupId: 1,
        groupName: 'HANDSET_ERRORS',
        id: 7000 + (code ?? 0),
        name,
        description: name.replaceAll('_', ' '),
        permanent: true,
      };
      return { status: status(2, 'UNDELIVERABLE', 4, 'UNDELIVERABLE_REJECTED_OPERATOR'), error };
    }
    default:
      return { status: status(3, 'DELIVERED', 5, 'DELIVERED_TO_HANDSET'), error: NO_ERROR };
  }
}
