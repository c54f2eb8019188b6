import { BY_SMS, type FailureReason } from '@parley/contract';
import type { Outcome, RawDelivery, Reading } from '../../rooms/index.ts';
import type { Answered, CarriedService, ProviderCall } from '../providers/index.ts';
import { areSaidBySms, failsOver, type Laid, wordsBeside } from './layout.ts';
import { FALLS_BACK } from './srvc-reasons.ts';

/** How one kind of carrier speaks of Viber's business messages. */
export interface Carried {
  request(laid: Laid, service: CarriedService): { address: string; headers: Record<string, string>; body: object };
  /** What is asked to learn whether it knows us, by GET. */
  testing(sender: string, service: CarriedService): { address: string; headers: Record<string, string> };
  /** Throws where its answer is none: what became of the message is not known then. */
  outcomeOf(answered: Answered, laid: Laid): Outcome;
  isGenuine(call: ProviderCall, service: CarriedService): boolean;
  /** Throws what it does not document. `country` is the account's, of numbers that name none. */
  cut(text: string, country: string): RawDelivery[];
  /** Reads one result that `cut` kept. */
  read(result: unknown, address: string): Reading[];
}

type Told = Omit<Extract<Reading, { kind: 'STATUS' }>, 'status'>;

/** Failed by Viber for a reason for which a short message goes out. */
export const isFallbackReason = (reason: FailureReason): boolean => FALLS_BACK.has(reason);

/**
 * What Viber did not bring for such a reason: it has failed, unless its carrier brings it as a short message, whose own reports say what becomes of
 * it. Both stay on the way of the message.
 */
export function statusAfterFailover(told: Told, reason: FailureReason): Reading {
  const { providerMessageId: id } = told;
  const bySms = failsOver(id) || areSaidBySms(id);
  return bySms ? { ...told, status: 'SENT', reason: BY_SMS } : { ...told, status: 'DELIVERY_FAILED', reason };
}

type Status = Extract<Reading, { kind: 'STATUS' }>;

/** A status of what went over Viber, or as a short message: what becomes of that is also what becomes of the words beside the picture or file that it stands for. */
export function statusBy(way: 'VIBER' | 'SMS', status: Status): Reading[] {
  if (way === 'VIBER') return [status];
  const told = { ...status, reason: status.reason ?? BY_SMS };
  const words = wordsBeside(status.providerMessageId);
  return words === null ? [told] : [told, { ...told, providerMessageId: words }];
}

/** One of several results of a call, as it is kept. */
export const kept = (by: 'INFOBIP' | 'HTTP', address: string, deliveryKey: string, result: unknown): RawDelivery => ({
  address,
  deliveryKey,
  body: JSON.stringify({ by, address, result }),
});

const PICTURE = /\.(jpe?g|png|gif|webp|heic)$/i;
const VIDEO = /\.(mp4|mov|m4v|3gp|avi|webm)$/i;
const AUDIO = /\.(mp3|m4a|ogg|opus|aac|wav|amr)$/i;

/** What a customer's reply says by our kinds: there are words and files, and what a file is, its name tells. */
export function inboundContent(said: {
  type: string;
  text?: string | undefined;
  mediaUrl?: string | undefined;
  fileName?: string | undefined;
}): Pick<Extract<Reading, { kind: 'MESSAGE' }>, 'text' | 'files' | 'content'> {
  const { type, text = '', mediaUrl = '', fileName } = said;
  const unsupported = (kind: 'INCOMPLETE' | 'VIDEO' | 'AUDIO' | 'UNKNOWN') => ({
    text,
    content: { type: 'UNSUPPORTED_MEDIA' as const, unsupported: kind },
  });
  if (type === 'TEXT') return text === '' ? unsupported('INCOMPLETE') : { text };
  if (type === 'VIDEO') return unsupported('VIDEO');
  if (type !== 'FILE' && type !== 'IMAGE') return unsupported('UNKNOWN');
  if (mediaUrl === '') return unsupported('INCOMPLETE');
  const name = fileName || (URL.canParse(mediaUrl) ? new URL(mediaUrl).pathname : '');
  if (VIDEO.test(name)) return unsupported('VIDEO');
  if (AUDIO.test(name)) return unsupported('AUDIO');
  const kind = type === 'IMAGE' || PICTURE.test(name) ? 'IMAGE' : 'FILE';
  return { text, files: [{ reference: mediaUrl, name: fileName || null, kind }] };
}
