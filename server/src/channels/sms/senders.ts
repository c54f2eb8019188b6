/** Of what kind a sender or a recipient is (administration, section 3: sender): what the provider is told of it depends on it. */
export type NumberKind = 'NAME' | 'SHORT_CODE' | 'NUMBER';

/** Who sent something without saying who they are. */
export const UNKNOWN_SENDER = 'unknown';

export function kindOf(sender: string): NumberKind {
  if (/^\d{3,8}$/.test(sender)) return 'SHORT_CODE';
  return /^\+?\d{9,15}$/.test(sender) ? 'NUMBER' : 'NAME';
}

/** Without what stands between digits for people, and without a plus: as most providers write numbers. Names stay as they are. */
export function digitsOf(number: string): string {
  const bare = number.replaceAll(/[\s().-]/g, '');
  return /^\+?\d+$/.test(bare) ? bare.replace(/^\+/, '') : number.trim();
}

/**
 * A customer's address as it is kept: an international number with its plus, however the provider writes it. Names, short codes and what is no whole
 * number are kept as they came: nobody gets the number of somebody else.
 * @param isInternational the provider says that it is one
 */
export function addressOf(from: string, isInternational = false): string {
  const trimmed = from.replaceAll('\u0000', '').trim();
  if (trimmed === '') return UNKNOWN_SENDER;
  const digits = digitsOf(trimmed).replace(/^00(?=\d{9,})/, '');
  const isWhole = /^[1-9]\d{8,14}$/.test(digits) || (isInternational && /^[1-9]\d{6,14}$/.test(digits));
  return isWhole ? `+${digits}` : trimmed;
}

/** Can anything be sent there? Nobody answers to a name. */
export const canBeWrittenTo = (address: string): boolean => /^\+?\d{3,15}$/.test(address);

/** Do both mean the same end? Providers write it with or without its plus. */
export const isSameSender = (a: string, b: string): boolean => digitsOf(a).toLowerCase() === digitsOf(b).toLowerCase();
