import { type FailureReason, failureReasons } from '@parley/contract';

/** What is to be done about one of Viber's own errors: AGAIN passes by itself, SENT says that it was taken before. */
export type Meaning = { reason: FailureReason; again?: true } | 'SENT';

const [REJECTED, AGAIN] = [{ reason: 'REJECTED' }, { reason: 'DEFAULT', again: true }] as const;

/** Viber's errors of business messages by number and name, which carriers hand on (Business Messages, error list of specification 11). */
const ERRORS: readonly (readonly [number: number, name: string, meaning: Meaning])[] = [
  [1, 'SRVC_INTERNAL_FAILURE', AGAIN],
  [2, 'SRVC_BAD_SERVICE_ID', { reason: 'BAD_SERVICE_ID' }],
  [3, 'SRVC_BAD_DATA', REJECTED],
  [4, 'SRVC_BLOCKED_MESSAGE_TYPE', { reason: 'NOT_PERMITTED' }],
  [5, 'SRVC_BAD_MESSAGE_TYPE', REJECTED],
  [6, 'SRVC_BAD_PARAMETERS', REJECTED],
  [7, 'SRVC_TIMEOUT', AGAIN],
  [8, 'SRVC_USER_BLOCKED', { reason: 'USER_BLOCKED' }],
  [9, 'SRVC_NOT_VIBER_USER', { reason: 'NOT_VIBER_USER' }],
  [10, 'SRVC_NO_SUITABLE_DEVICE', { reason: 'NO_SUITABLE_DEVICE' }],
  [11, 'SRVC_UNAUTHORIZED_IP', { reason: 'BAD_SERVICE_ID' }],
  [12, 'SRVC_ALREADY_SENT', 'SENT'],
  [13, 'SRVC_NOT_PERMITTED', { reason: 'NOT_PERMITTED' }],
  [14, 'SRVC_BILLING_FAILURE', { reason: 'NOT_PERMITTED' }],
  [17, 'SRVC_NO_MORE_MESSAGES', { reason: 'INSUFFICIENT_FUNDS' }],
  [18, 'SRVC_BAD_LABEL', REJECTED],
  [20, 'SRVC_BAD_TTL', REJECTED],
  [21, 'SRVC_WAIT_FOR_USER_RESPONSE', { reason: 'THROTTLING', again: true }],
  [27, 'SRVC_INVALID_PHONE_NUMBER', { reason: 'UNDELIVERABLE' }],
  [28, 'SRVC_FILE_NOT_PERMITTED', REJECTED],
  [29, 'SRVC_FILE_NAME_LENGTH', REJECTED],
  [30, 'SRVC_THUMBNAIL', REJECTED],
  [31, 'SRVC_FILE_SIZE', REJECTED],
  [32, 'SRVC_DURATION', REJECTED],
  [38, 'SRVC_TEMPLATE', REJECTED],
  [39, 'SRVC_TEMPLATE_PARAMETERS', REJECTED],
  [40, 'SRVC_LIST_VALIDATION', REJECTED],
  [41, 'SRVC_CAROUSEL_VALIDATION', REJECTED],
  [43, 'SRVC_SERVICE_BLOCKED', { reason: 'BLACKLISTED' }],
];
const byName = new Map(ERRORS.map(([, name, meaning]) => [name, meaning]));
const byNumber = new Map(ERRORS.map(([number, , meaning]) => [number, meaning]));
/** By what carriers call the same. */
const LIKE: readonly (readonly [RegExp, FailureReason])[] = [
  [/NOT[_ ](A )?VIBER[_ ]USER/i, 'NOT_VIBER_USER'],
  [/SUITABLE[_ ]DEVICE|NO DEVICE/i, 'NO_SUITABLE_DEVICE'],
  [/(USER|SUBSCRIBER)[_ ](HAS )?BLOCKED|BLOCKED[_ ]BY[_ ](THE )?USER/i, 'USER_BLOCKED'],
  [/NOT[_ ]SUBSCRIBED/i, 'NOT_SUBSCRIBED'],
];
/** Of number 11 in version 11 of the list. */
const UNAUTHORIZED_IP = 401;

/** What one of Viber's errors means by its name (with or without SRVC_), its number, or a reason of ours that a carrier gives; null for none of these. */
export function meaningOf(said: string | number): Meaning | null {
  // Some carriers write numbers as text.
  if (typeof said === 'string' && /^\s*\d{1,4}\s*$/.test(said)) return meaningOf(Number(said));
  if (typeof said === 'number') return byNumber.get(said === UNAUTHORIZED_IP ? 11 : said) ?? null;
  // Some carriers put words of their own before it.
  const name = said
    .trim()
    .toUpperCase()
    .replace(/^(?:EC_)?(?:VIBER_)?/, '');
  const known = byName.get(name) ?? byName.get(`SRVC_${name}`);
  if (known) return known;
  const own = failureReasons.find((reason) => reason === name);
  if (own) return { reason: own };
  const like = LIKE.find(([words]) => words.test(said));
  return like ? { reason: like[1] } : null;
}

/** The reason alone, of what was not delivered; null for what says none. */
export function reasonOf(said: string | number | undefined): FailureReason | null {
  const meaning = said === undefined ? null : meaningOf(said);
  return meaning === null || meaning === 'SENT' ? null : meaning.reason;
}

/** Where a short message goes out instead (administration, section 3: fallback SMS sender): Viber does not reach them. */
export const FALLS_BACK: ReadonlySet<string> = new Set(['NOT_VIBER_USER', 'NO_SUITABLE_DEVICE', 'USER_BLOCKED', 'EXPIRED']);
