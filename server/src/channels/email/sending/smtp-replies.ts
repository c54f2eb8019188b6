import type { FailureReason } from '@parley/contract';

/** What a reply of a server means for what it was said to (RFC 5321, 4.2; RFC 3463). */
export interface Meaning {
  /** Again by itself. */
  isForNow: boolean;
  /** It wants mail more slowly, or over fewer connections. */
  isOfPace: boolean;
  /** It does not take our credentials, or none at all. */
  isOfSignIn: boolean;
  reason: FailureReason;
}

const OF_PACE = /too many|rate limit|throttl|concurrent|slow down|limit exceeded/i;
const OF_LISTS = /spam|black ?list|block ?list|blocked|listed|reputation|dnsbl|\bspf\b|dkim|dmarc/i;

/** @param reply with its code and, where the server writes one, its enhanced code; null where it said nothing */
export function meaningOf(reply: string | null): Meaning {
  const [, code = '', status = ''] = /^(\d{3})[ -]?(?:(\d\.\d{1,3}\.\d{1,3})\b)?/.exec(reply ?? '') ?? [];
  const isForNow = !code.startsWith('5');
  const isOfSignIn = ['530', '534', '535'].includes(code) || (code === '454' && status.startsWith('4.7.'));
  const words = reply ?? '';
  // 421 and 432 speak of the connection; a mail that is greylisted (451 4.7.1) says nothing of the pace.
  const isOfPace = code === '421' || code === '432' || status === '4.3.2' || (isForNow && OF_PACE.test(words));
  return {
    isForNow,
    isOfPace: isOfPace && !isOfSignIn,
    isOfSignIn,
    reason: isForNow ? reasonForNow(isOfPace) : reasonOf(code, status, words),
  };
}

const reasonForNow = (isOfPace: boolean): FailureReason => (isOfPace ? 'THROTTLING' : 'DEFAULT');

function reasonOf(code: string, status: string, words: string): FailureReason {
  if (status.startsWith('5.7.')) return OF_LISTS.test(words) ? 'BLACKLISTED' : 'NOT_PERMITTED';
  if (status.startsWith('5.1.') || status.startsWith('5.4.')) return 'UNDELIVERABLE';
  if (status.startsWith('5.2.') && status !== '5.2.3') return 'UNDELIVERABLE';
  if (status !== '') return code === '550' && !/^5\.[356]/.test(status) ? 'UNDELIVERABLE' : 'REJECTED';
  if (['550', '551', '553', '511'].includes(code)) return OF_LISTS.test(words) ? 'BLACKLISTED' : 'UNDELIVERABLE';
  if (code === '554') return OF_LISTS.test(words) ? 'BLACKLISTED' : 'REJECTED';
  if ((code === '552' || code === '523') && /full|quota|storage/i.test(words)) return 'UNDELIVERABLE';
  return 'REJECTED';
}
