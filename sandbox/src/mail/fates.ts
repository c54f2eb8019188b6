/** What becomes of a mail to an address, by what stands before its `@` (a `+tag` aside). */
export type Fate =
  | { kind: 'REFUSED'; code: number; words: string }
  /** Refused at first, and taken when it comes again. */
  | { kind: 'LATER'; code: number; words: string }
  /** Delivered, and the server that took it says nothing. */
  | { kind: 'SILENT' }
  /** Taken, and a report of it comes afterwards (RFC 3464). */
  | { kind: 'REPORTED'; action: 'failed' | 'delayed'; status: string; words: string }
  /** Delivered, and answered by a machine. */
  | { kind: 'AWAY'; isMarked: boolean };

export const FATES: Readonly<Record<string, Fate>> = {
  nobody: { kind: 'REFUSED', code: 550, words: '5.1.1 No such user here' },
  full: { kind: 'REFUSED', code: 552, words: '5.2.2 The mailbox is full' },
  blocked: { kind: 'REFUSED', code: 554, words: '5.7.1 Refused by policy as unsolicited' },
  denied: { kind: 'REFUSED', code: 535, words: '5.7.3 Authentication unsuccessful' },
  later: { kind: 'LATER', code: 451, words: '4.7.1 Greylisted, try again later' },
  silent: { kind: 'SILENT' },
  bounce: { kind: 'REPORTED', action: 'failed', status: '5.1.1', words: '550 5.1.1 No such user here' },
  delayed: { kind: 'REPORTED', action: 'delayed', status: '4.4.1', words: '451 4.4.1 The next server does not answer' },
  away: { kind: 'AWAY', isMarked: true },
  holiday: { kind: 'AWAY', isMarked: false },
};

export const fateOf = (address: string): Fate | null => FATES[localPartOf(address)] ?? null;

const localPartOf = (address: string): string => address.slice(0, address.lastIndexOf('@')).replace(/\+.*$/, '').toLowerCase();
