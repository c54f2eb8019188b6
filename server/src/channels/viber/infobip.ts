import type { FailureReason } from '@parley/contract';
import { z } from 'zod';
import { senderAddress } from '../../contacts/index.ts';
import type { Outcome, Reading } from '../../rooms/index.ts';
import {
  type Answered,
  INFOBIP_DUPLICATE_ID,
  INFOBIP_FLOODING,
  INFOBIP_GROUP,
  INFOBIP_SYSTEM_ERROR,
  outcomeOfStatus,
  rejectedByInfobip,
} from '../providers/index.ts';
import { type Carried, inboundContent, isFallbackReason, kept, statusAfterFailover, statusBy } from './carried.ts';
import type { Laid } from './layout.ts';
import { reasonOf } from './srvc-reasons.ts';

const Status = z.object({ groupId: z.number(), id: z.number(), name: z.string().optional(), description: z.string().optional() });
type Status = z.infer<typeof Status>;
const Failure = z.object({ id: z.number().optional(), name: z.string().optional(), description: z.string().optional() });
const Answer = z.object({ messages: z.array(z.object({ messageId: z.string(), status: Status })).min(1) });

const Report = z.object({ messageId: z.string(), status: Status, error: Failure.optional(), platform: z.string().optional() });
const Seen = z.object({ messageId: z.string(), seenAt: z.string() });
const Inbound = z.object({
  messageId: z.string(),
  sender: z.string(),
  message: z.object({ type: z.string(), text: z.string().optional(), url: z.string().optional(), fileName: z.string().optional() }),
});
/** One of what Infobip calls with; which it is, is told by what it has. */
const Result = z.union([Inbound, Seen, Report]);
const Call = z.object({ results: z.array(z.unknown()).min(1) });

const [DELIVERED_TO_OPERATOR, PENDING_ENROUTE] = [2, 7];

/** Infobip's interface of Viber's business messages (Infobip, Viber, version 2). */
export const infobip: Carried = {
  request(laid, service) {
    return {
      address: `${service.carrier.address.replace(/\/$/, '')}/viber/2/messages`,
      headers: authorization(service.password),
      body: { messages: [messageOf(laid)] },
    };
  },
  testing: (_sender, service) => ({
    address: `${service.carrier.address.replace(/\/$/, '')}/viber/2/reports?limit=1`,
    headers: authorization(service.password),
  }),
  outcomeOf,
  // Its calls have no signature: the address is what only it knows.
  isGenuine: () => true,
  cut: (text, country) =>
    Call.parse(JSON.parse(text)).results.map((result) => {
      const one = Result.parse(result);
      if ('message' in one) return kept('INFOBIP', senderAddress(one.sender, country).address, `in:${one.messageId}`, result);
      const what = 'seenAt' in one ? 'seen' : `${one.status.groupId}.${one.status.id}:${one.platform ?? ''}`;
      return kept('INFOBIP', '', `report:${one.messageId}:${what}`, result);
    }),
  read: (result, address) => readingsOf(Result.parse(result), address),
};

const authorization = (key: string) => ({ authorization: `App ${key}` });

function messageOf(laid: Laid): object {
  const { id, to, sender, ttlSeconds, tracking, fallback, hookAddress } = laid;
  const validityPeriod = periodOf(ttlSeconds);
  return {
    sender,
    destinations: [{ to: to.replace(/^\+/, ''), messageId: id }],
    content: contentOf(laid),
    options: {
      validityPeriod,
      label: 'TRANSACTIONAL',
      trackingData: tracking,
      ...(fallback && { smsFailover: { ...fallback, validityPeriod } }),
    },
    webhooks: {
      delivery: { url: hookAddress, intermediateReport: true, notify: true, receiveTriggeredFailoverReports: true },
      seen: { url: hookAddress },
      callbackData: id,
      contentType: 'application/json',
    },
  };
}

function contentOf({ text, pictureUrl, file, button: under }: Laid): object {
  const button = under && { button: { title: under.text, action: under.url } };
  if (file) return { type: 'FILE', fileName: file.name, mediaUrl: file.url };
  if (pictureUrl) return { type: 'IMAGE', mediaUrl: pictureUrl, ...(text && { text }), ...button };
  return { type: 'TEXT', text, ...button };
}

/** In the largest unit that says it. */
function periodOf(seconds: number): { amount: number; timeUnit: string } {
  if (seconds % 3600 === 0) return { amount: seconds / 3600, timeUnit: 'HOURS' };
  return seconds % 60 === 0 ? { amount: seconds / 60, timeUnit: 'MINUTES' } : { amount: seconds, timeUnit: 'SECONDS' };
}

function outcomeOf(answered: Answered): Outcome {
  const early = outcomeOfStatus(answered);
  if (early) return early;
  const { status, text: answer } = answered;
  if (status !== 200) return { outcome: 'REFUSED', reason: 'REJECTED', final: true, answer };
  const [first] = Answer.parse(JSON.parse(answer)).messages;
  if (!first) throw new Error('Infobip names no message');
  const said = first.status;
  const taken: Outcome = { outcome: 'ACCEPTED', providerMessageId: first.messageId, answer };
  // The same id again: it has the first one.
  if (said.groupId === INFOBIP_GROUP.REJECTED && said.id === INFOBIP_DUPLICATE_ID) return taken;
  if (said.groupId === INFOBIP_GROUP.PENDING || said.groupId === INFOBIP_GROUP.DELIVERED) return taken;
  const reason = failureOf(said, undefined);
  return { outcome: 'REFUSED', reason, final: said.id !== INFOBIP_SYSTEM_ERROR && said.id !== INFOBIP_FLOODING, answer };
}

function failureOf(status: Status, error: z.infer<typeof Failure> | undefined): FailureReason {
  const said = [error?.name, error?.description, status.description].map((words) => reasonOf(words)).find((reason) => reason !== null);
  switch (status.groupId) {
    case INFOBIP_GROUP.EXPIRED:
      return 'EXPIRED';
    case INFOBIP_GROUP.REJECTED:
      return rejectedByInfobip(status.id) ?? said ?? 'REJECTED';
    default:
      return said ?? 'UNDELIVERABLE';
  }
}

function readingsOf(result: z.infer<typeof Result>, address: string): Reading[] {
  const { messageId: providerMessageId } = result;
  if ('message' in result) {
    const { type, text, url, fileName } = result.message;
    const content = inboundContent({ type, text, mediaUrl: url, fileName });
    return [{ kind: 'MESSAGE', providerMessageId, address, name: null, ...content }];
  }
  const answer = JSON.stringify(result);
  const told = { kind: 'STATUS', providerMessageId, reason: null, answer } as const;
  if ('seenAt' in result) return [{ ...told, status: 'SEEN' }];
  const { status, error, platform } = result;
  const way = platform === 'SMS' ? 'SMS' : 'VIBER';
  switch (status.groupId) {
    case INFOBIP_GROUP.PENDING:
      return status.id === PENDING_ENROUTE ? [{ ...told, status: 'SENT' }] : [];
    case INFOBIP_GROUP.DELIVERED:
      return statusBy(way, { ...told, status: status.id === DELIVERED_TO_OPERATOR ? 'SENT' : 'DELIVERED' });
    case INFOBIP_GROUP.UNDELIVERABLE:
    case INFOBIP_GROUP.EXPIRED:
    case INFOBIP_GROUP.REJECTED: {
      const reason = failureOf(status, error);
      if (way === 'VIBER' && isFallbackReason(reason)) return [statusAfterFailover(told, reason)];
      return statusBy(way, { ...told, status: status.groupId === INFOBIP_GROUP.REJECTED ? 'REJECTED' : 'DELIVERY_FAILED', reason });
    }
    default:
      throw new Error(`a report of the unknown group ${status.groupId}`);
  }
}
