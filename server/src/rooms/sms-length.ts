import { SMS_PARTS_LIMIT, smsSegments } from '@parley/contract';
import { problem } from '../platform/problem.ts';

/**
 * What goes by SMS takes so many parts at most, each of which is charged (administration, section 5; domain: limits). Judged before it is
 * stored, as the composer shows it. Throws SMS_TOO_LONG with how many parts it would take.
 */
export function requireSmsFits(channelType: string | null, text: string | null | undefined): void {
  if (channelType !== 'SMS' || !text) return;
  const { partCount } = smsSegments(text);
  if (partCount > SMS_PARTS_LIMIT) throw problem('SMS_TOO_LONG', { count: partCount, limit: SMS_PARTS_LIMIT });
}
