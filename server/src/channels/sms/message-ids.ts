import type { SmppCarrierSettings } from '@parley/contract';

type ReceiptIds = SmppCarrierSettings['receiptIds'];

const isHex = (id: string): boolean => /^[0-9a-f]+$/i.test(id);
const isDecimal = (id: string): boolean => /^\d+$/.test(id);
const bare = (id: string): string => id.replace(/^0+(?=.)/, '').toUpperCase();
const fromHex = (id: string): string => BigInt(`0x${id}`).toString();
const toHex = (id: string): string => BigInt(id).toString(16).toUpperCase();

/** The id of an answer as it is kept: spaces and leading zeros mean nothing, and letters of hexadecimal numbers are of either size. */
export const keptId = (id: string): string => (isHex(id.trim()) ? bare(id.trim()) : id.trim());

/**
 * Under which ids a receipt's message may have been answered. Some carriers write a number hexadecimally in their answers and in decimal in their
 * receipts, or the other way round.
 * @returns the likeliest first
 */
export function idsOfReceipt(id: string, how: ReceiptIds): [string, ...string[]] {
  const same = keptId(id);
  if (how === 'SAME' || !isHex(same)) return [same];
  if (how === 'HEX_IN_RECEIPT') return [fromHex(same)];
  if (how === 'DECIMAL_IN_RECEIPT') return isDecimal(same) ? [toHex(same)] : [same];
  const others = isDecimal(same) ? [toHex(same), fromHex(same)] : [fromHex(same)];
  return [same, ...new Set(others.filter((other) => other !== same))];
}
