import { type SenderKind, senderKindOf, settledSender } from '@parley/contract';
import { senderAddress } from '../../contacts/index.ts';
import type { Writer } from './deliveries.ts';

/** Who sent something without saying who they are. */
const UNKNOWN_SENDER = 'UNKNOWN';

/** Of what kind a sender or a recipient is, however it is written: what the provider is told of it depends on it. */
export const kindOf = (sender: string): SenderKind => senderKindOf(settledSender(sender)) ?? 'NAME';

/** Without what stands between digits for people, and without a plus: as most providers write numbers. Names stay as they are. */
export function digitsOf(number: string): string {
  const bare = number.replaceAll(/[\s().-]/g, '');
  return /^\+?\d+$/.test(bare) ? bare.replace(/^\+/, '') : number.trim();
}

/**
 * Who has written, as they are kept (channels: identity).
 * @param isInternational the provider says that it is a whole number, and writes it without its plus
 */
export function writerOf(from: string, country: string, { isInternational = false, at = new Date() } = {}): Writer {
  const written = from.replaceAll('\u0000', '').trim();
  const isWhole = isInternational && /^[1-9]\d{6,14}$/.test(written);
  const { address, name } = senderAddress(written === '' ? UNKNOWN_SENDER : isWhole ? `+${written}` : written, country);
  return { address, name, at: at.toISOString() };
}

/** Can anything be sent there? Nobody answers to a name. */
export const canBeWrittenTo = (address: string): boolean => /^\+?\d{3,15}$/.test(address);

/** Do both mean the same end? Providers write it with or without its plus. */
export const isSameSender = (a: string, b: string): boolean => digitsOf(a).toLowerCase() === digitsOf(b).toLowerCase();
