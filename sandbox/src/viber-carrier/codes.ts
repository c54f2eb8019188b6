/** Viber's own errors, by the two last digits of a number that shows them (`…09` is not on Viber). */
export const CODES: Readonly<Record<number, string>> = {
  1: 'SRVC_INTERNAL_FAILURE',
  2: 'SRVC_BAD_SERVICE_ID',
  3: 'SRVC_BAD_DATA',
  4: 'SRVC_BLOCKED_MESSAGE_TYPE',
  5: 'SRVC_BAD_MESSAGE_TYPE',
  6: 'SRVC_BAD_PARAMETERS',
  7: 'SRVC_TIMEOUT',
  8: 'SRVC_USER_BLOCKED',
  9: 'SRVC_NOT_VIBER_USER',
  10: 'SRVC_NO_SUITABLE_DEVICE',
  11: 'SRVC_UNAUTHORIZED_IP',
  13: 'SRVC_NOT_PERMITTED',
  14: 'SRVC_BILLING_FAILURE',
  17: 'SRVC_NO_MORE_MESSAGES',
  21: 'SRVC_WAIT_FOR_USER_RESPONSE',
  27: 'SRVC_INVALID_PHONE_NUMBER',
  43: 'SRVC_SERVICE_BLOCKED',
};

/** A number that never has its phone on: what is sent to it expires. */
export const NEVER_ON = 99;
/** One whose message is deleted before it comes. */
export const DELETED = 98;
/** Found out only once Viber is asked for the number itself: told by a receipt, after the message was taken. */
const LATER: ReadonlySet<number> = new Set([8, 9, 10, 13, 14, 27]);
/** Where a short message goes out instead, besides what expires. */
const FALLS_BACK: ReadonlySet<number> = new Set([8, 9, 10]);

export type Fate =
  | { kind: 'ARRIVES' }
  | { kind: 'REFUSED'; code: number }
  | { kind: 'FAILS'; code: number; fallsBack: boolean }
  | { kind: 'EXPIRES' }
  | { kind: 'DELETED' };

/** What becomes of a message to a number. */
export function fateOf(number: string): Fate {
  const code = Number(number.slice(-2));
  if (code === NEVER_ON) return { kind: 'EXPIRES' };
  if (code === DELETED) return { kind: 'DELETED' };
  if (CODES[code] === undefined) return { kind: 'ARRIVES' };
  return LATER.has(code) ? { kind: 'FAILS', code, fallsBack: FALLS_BACK.has(code) } : { kind: 'REFUSED', code };
}
