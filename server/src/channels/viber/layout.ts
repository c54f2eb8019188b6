import { carrierSettings, channelSettings } from '@parley/contract';
import { parse } from 'zod/mini';
import type { Outgoing } from '../../rooms/index.ts';
import type { CarriedService, Connection } from '../providers/index.ts';

/** A message as Viber's business messages lay it out: words, a picture, a file; a button under words, or under a picture with words. */
export interface Laid {
  id: string;
  /** E.164 with its plus. */
  to: string;
  sender: string;
  ttlSeconds: number;
  text: string;
  pictureUrl: string | null;
  file: { url: string; name: string } | null;
  button: { text: string; url: string } | null;
  tracking: string;
  /** The short message that the carrier is to send where Viber does not reach them. */
  fallback: { sender: string; text: string } | null;
  /** Where the carrier calls us. */
  hookAddress: string;
}

/** Ends the ids of messages whose carrier sends a short message where Viber does not reach them: their reports need nothing else to be understood. */
const FAILS_OVER = '-sms';
export const failsOver = (id: string): boolean => id.endsWith(FAILS_OVER);

/** What goes out, by what its end has set. @param fileUrl where the carrier fetches its file, where there is one */
export function laidOut(outgoing: Outgoing, connection: Connection, service: CarriedService, fileUrl: string | null): Laid {
  const { message, file, address, idempotencyKey, eventId } = outgoing;
  const { buttonText, buttonUrl } = message;
  const { ttlSeconds } = parse(channelSettings.VIBER, connection.settings);
  const { fallbackBy } = parse(carrierSettings.HTTP, service.carrier.settings);
  const fallback = fallbackBy === 'CARRIER' ? fallbackOf(message, connection) : null;
  const isPicture = message.type === 'IMAGE';
  return {
    id: fallback === null ? idempotencyKey : `${idempotencyKey}${FAILS_OVER}`,
    to: address,
    sender: connection.sender,
    ttlSeconds,
    text: wordsOf(message),
    pictureUrl: isPicture ? fileUrl : null,
    file: !isPicture && file !== null && fileUrl !== null ? { url: fileUrl, name: shortened(file.facts.fileName) } : null,
    button: buttonText === undefined || buttonUrl === undefined ? null : { text: buttonText, url: buttonUrl },
    tracking: eventId,
    fallback,
    hookAddress: connection.hookAddress,
  };
}

/**
 * Words beside a picture need a button, and beside a file there is no place for any: they go before it, as a message of their own. The message has
 * arrived when both have.
 */
export function partsOf(laid: Laid): readonly [words: Laid | null, rest: Laid] {
  const hasOwnPlace = laid.text === '' || (laid.file === null && (laid.pictureUrl === null || laid.button !== null));
  if (hasOwnPlace) return [null, laid];
  // The short message has the words too.
  const id = laid.fallback === null ? laid.id : `${laid.id.slice(0, -FAILS_OVER.length)}${BOTH_FAIL_OVER}`;
  return [
    { ...laid, id: `${id}${BEFORE}`, pictureUrl: null, file: null, fallback: null },
    { ...laid, id, text: '' },
  ];
}
const BEFORE = '-words';
const BOTH_FAIL_OVER = `-two${FAILS_OVER}`;
/** Of words that the short message of their picture or file says too. */
export const areSaidBySms = (id: string): boolean => id.endsWith(`${BOTH_FAIL_OVER}${BEFORE}`);
/** The words that this short message stands for beside its picture or file. Null: there are none. */
export const wordsBeside = (id: string): string | null => (id.endsWith(BOTH_FAIL_OVER) ? `${id}${BEFORE}` : null);

/** Answers to choose from have no layout of their own there: they stand beneath the words. */
function wordsOf({ text, options = [] }: Outgoing['message']): string {
  return [text ?? '', ...options.map((option, place) => `${place + 1}. ${option.text}`)].filter(Boolean).join('\n');
}

/** The short message that stands for it, and from whom; null where the end sends none, or there is nothing to say. */
export function fallbackOf(message: Outgoing['message'], { settings }: Pick<Connection, 'settings'>): Laid['fallback'] {
  const { fallbackSender } = parse(channelSettings.VIBER, settings);
  const text = message.fallbackText ?? [wordsOf(message), message.buttonUrl ?? ''].filter(Boolean).join(' ');
  return fallbackSender === '' || text === '' ? null : { sender: fallbackSender, text };
}

/** Signs of a file's name that business messages take. */
const NAME_LIMIT = 25;

/** Its end says what it is, and stays. */
function shortened(name: string): string {
  const signs = [...name];
  if (signs.length <= NAME_LIMIT) return name;
  const [ending] = /\.[^.]{1,8}$/.exec(name) ?? [''];
  return signs.slice(0, NAME_LIMIT - ending.length).join('') + ending;
}
