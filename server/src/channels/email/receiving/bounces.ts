import type { FailureReason } from '@parley/contract';
import type { EmailReport } from '../../../rooms/index.ts';
import type { DeliveryReport, ReportedRecipient } from '../reading/parsed-mail.ts';

/** What a report says of each recipient, as rooms take it. */
export const recipientsOfReport = ({ recipients }: DeliveryReport): EmailReport['recipients'] => recipients.map(asReport);

function asReport(recipient: ReportedRecipient): EmailReport['recipients'][number] {
  const { address, originalAddress, action, status, diagnostic } = recipient;
  const addresses = [originalAddress, address].filter((one) => one !== null);
  const answer = [status, diagnostic].filter((one) => one !== null && one !== '').join(' ') || undefined;
  // Of what is delayed, or handed on to servers that report no more, it stands as before; that it was said is a step in its way.
  if (action === 'failed') return { addresses, status: 'DELIVERY_FAILED', reason: reasonOf(recipient), answer };
  return { addresses, status: action === 'delivered' ? 'DELIVERED' : 'SENT', reason: null, answer: answer ?? action };
}

const BLOCKED = /spam|block|blacklist|deny ?list|listed|reputation|dnsbl|rbl|spamhaus|abuse/i;

/** Why, by the class of the status (RFC 3463; protocols: e-mail, section 4). */
export function reasonOf({ status, diagnostic }: Pick<ReportedRecipient, 'status' | 'diagnostic'>): FailureReason {
  const [kind = '', subject = '', detail = ''] = (status ?? '').split('.');
  if (kind === '4' || (subject === '4' && detail === '7')) return 'EXPIRED';
  if (subject === '7') return BLOCKED.test(diagnostic) ? 'BLACKLISTED' : 'NOT_PERMITTED';
  if (subject === '5' || subject === '6' || (subject === '2' && detail === '3') || (subject === '3' && detail === '4')) return 'REJECTED';
  return 'UNDELIVERABLE';
}
