import { createHash, timingSafeEqual } from 'node:crypto';
import type { FailureReason } from '@parley/contract';
import { z } from 'zod';
import { senderAddress } from '../../contacts/index.ts';
import type { Outcome, Reading } from '../../rooms/index.ts';
import { type Answered, outcomeOfStatus } from '../providers/index.ts';
import { type Carried, inboundContent, isFallbackReason, kept, statusAfterFailover, statusBy } from './carried.ts';
import type { Laid } from './layout.ts';
import { meaningOf, reasonOf } from './srvc-reasons.ts';

const Taken = z.object({ id: z.string().min(1), status: z.literal('ACCEPTED') });
const Refused = z.object({ error: z.object({ code: z.string(), message: z.string().optional() }) });

const Receipt = z.object({
  id: z.string().min(1),
  channel: z.enum(['VIBER', 'SMS']).default('VIBER'),
  status: z.enum(['SENT', 'DELIVERED', 'SEEN', 'EXPIRED', 'REJECTED', 'UNDELIVERABLE', 'DELETED']),
  reason: z.union([z.string(), z.number()]).optional(),
});
const Inbound = z.object({
  id: z.string().min(1),
  from: z.string(),
  type: z.string(),
  text: z.string().optional(),
  mediaUrl: z.string().optional(),
  fileName: z.string().optional(),
});
const Call = z.union([Inbound, Receipt]);

/** Our own plain contract for carriers of Viber's business messages over HTTP (docs/viber-carrier.md). */
export const aggregator: Carried = {
  request(laid, { carrier, username, password }) {
    return { address: `${base(carrier.address)}/messages`, headers: basic(username, password), body: bodyOf(laid) };
  },
  testing: (sender, { carrier, username, password }) => ({
    address: `${base(carrier.address)}/services/${encodeURIComponent(sender)}`,
    headers: basic(username, password),
  }),
  outcomeOf,
  isGenuine({ headers }, { username, password }) {
    const hash = (text: string) => createHash('sha256').update(text).digest();
    return timingSafeEqual(hash(headers.authorization ?? ''), hash(basic(username, password).authorization));
  },
  cut(text, country) {
    const said: unknown = JSON.parse(text);
    return (Array.isArray(said) ? said : [said]).map((result) => {
      const one = Call.parse(result);
      return 'from' in one
        ? kept('HTTP', senderAddress(one.from, country).address, `in:${one.id}`, result)
        : kept('HTTP', '', `receipt:${one.id}:${one.channel}:${one.status}`, result);
    });
  },
  read: (result, address) => readingsOf(Call.parse(result), address),
};

const base = (address: string) => `${address.replace(/\/$/, '')}/viber`;
const basic = (username: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
});

function bodyOf({ id, to, sender, ttlSeconds, text, pictureUrl, file, button, tracking, fallback, hookAddress }: Laid): object {
  return {
    id,
    serviceId: sender,
    to,
    ttl: ttlSeconds,
    type: file ? 'FILE' : pictureUrl ? (button ? 'TEXT_IMAGE_BUTTON' : 'IMAGE') : button ? 'TEXT_BUTTON' : 'TEXT',
    ...(text && { text }),
    ...(pictureUrl && { imageUrl: pictureUrl }),
    ...(button && { buttonText: button.text, buttonUrl: button.url }),
    ...(file && { fileUrl: file.url, fileName: file.name }),
    tracking,
    callbackUrl: hookAddress,
    ...(fallback && { fallback }),
  };
}

function outcomeOf(answered: Answered, { id }: Laid): Outcome {
  const { status, text: answer } = answered;
  // With a code it is the message, or its sender, that it does not want; without one it is us.
  const early = status === 403 && codeIn(answer) !== null ? null : outcomeOfStatus(answered);
  if (early) return early;
  if (status < 300) return { outcome: 'ACCEPTED', providerMessageId: Taken.parse(JSON.parse(answer)).id, answer };
  const { code } = Refused.parse(JSON.parse(answer)).error;
  const meaning = meaningOf(code);
  // It knows the id: it has the first one.
  if (meaning === 'SENT') return { outcome: 'ACCEPTED', providerMessageId: id, answer };
  return { outcome: 'REFUSED', reason: meaning?.reason ?? 'REJECTED', final: meaning?.again !== true, answer };
}

/** Of what it refuses, where it says one that is known. */
function codeIn(answer: string): string | null {
  try {
    const { code } = Refused.parse(JSON.parse(answer)).error;
    return meaningOf(code) === null ? null : code;
  } catch {
    return null;
  }
}

function readingsOf(said: z.infer<typeof Call>, address: string): Reading[] {
  if ('from' in said) return [{ kind: 'MESSAGE', providerMessageId: said.id, address, name: null, ...inboundContent(said) }];
  const { id: providerMessageId, status, channel } = said;
  const told = { kind: 'STATUS', providerMessageId, reason: null, answer: JSON.stringify(said) } as const;
  if (status === 'SENT' || status === 'DELIVERED' || status === 'SEEN') return statusBy(channel, { ...told, status });
  const reason: FailureReason = status === 'EXPIRED' ? 'EXPIRED' : (reasonOf(said.reason) ?? status);
  if (channel === 'VIBER' && isFallbackReason(reason)) return [statusAfterFailover(told, reason)];
  return statusBy(channel, { ...told, status: status === 'REJECTED' ? 'REJECTED' : 'DELIVERY_FAILED', reason });
}
