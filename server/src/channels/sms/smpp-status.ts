import type { FailureReason } from '@parley/contract';

/**
 * What an answer to a submit means. ACCEPTED; FINAL: not again; ONCE: one more time at once; AGAIN: later; SLOW_DOWN: later, and slower from now
 * on; REBIND: the line must be bound anew, and then again.
 */
export interface SubmitMeaning {
  name: string;
  next: 'ACCEPTED' | 'FINAL' | 'ONCE' | 'AGAIN' | 'SLOW_DOWN' | 'REBIND';
  reason: FailureReason;
}

const row = (name: string, next: SubmitMeaning['next'], reason: FailureReason): SubmitMeaning => ({ name, next, reason });

/** `command_status` of SMPP 3.4, section 5.1.3. */
const STATUSES: Readonly<Record<number, SubmitMeaning>> = {
  0x00: row('ESME_ROK', 'ACCEPTED', 'DEFAULT'),
  0x01: row('ESME_RINVMSGLEN', 'FINAL', 'REJECTED'),
  0x04: row('ESME_RINVBNDSTS', 'REBIND', 'DEFAULT'),
  0x05: row('ESME_RALYBND', 'REBIND', 'DEFAULT'),
  0x08: row('ESME_RSYSERR', 'AGAIN', 'DEFAULT'),
  0x0a: row('ESME_RINVSRCADR', 'FINAL', 'BAD_SERVICE_ID'),
  0x0b: row('ESME_RINVDSTADR', 'FINAL', 'NO_ROUTE'),
  0x0d: row('ESME_RBINDFAIL', 'REBIND', 'DEFAULT'),
  0x0e: row('ESME_RINVPASWD', 'REBIND', 'DEFAULT'),
  0x0f: row('ESME_RINVSYSID', 'REBIND', 'DEFAULT'),
  0x14: row('ESME_RMSGQFUL', 'SLOW_DOWN', 'THROTTLING'),
  0x43: row('ESME_RINVESMCLASS', 'FINAL', 'REJECTED'),
  0x45: row('ESME_RSUBMITFAIL', 'ONCE', 'REJECTED'),
  0x48: row('ESME_RINVSRCTON', 'FINAL', 'BAD_SERVICE_ID'),
  0x49: row('ESME_RINVSRCNPI', 'FINAL', 'BAD_SERVICE_ID'),
  0x50: row('ESME_RINVDSTTON', 'FINAL', 'NO_ROUTE'),
  0x51: row('ESME_RINVDSTNPI', 'FINAL', 'NO_ROUTE'),
  0x58: row('ESME_RTHROTTLED', 'SLOW_DOWN', 'THROTTLING'),
  0x61: row('ESME_RINVSCHED', 'FINAL', 'REJECTED'),
  0x62: row('ESME_RINVEXPIRY', 'FINAL', 'REJECTED'),
  0x100: row('service type unauthorised', 'FINAL', 'NOT_PERMITTED'),
  0x101: row('service type prohibited', 'FINAL', 'NOT_PERMITTED'),
  0x102: row('service type unavailable', 'FINAL', 'NOT_PERMITTED'),
  0x103: row('service type denied', 'FINAL', 'NOT_PERMITTED'),
};

/** Of a number that nobody documents, carriers' own from 0x400 on included, nothing is known but that it was refused. */
export function meaningOfSubmit(status: number): SubmitMeaning {
  const hex = `0x${status.toString(16).padStart(8, '0')}`;
  const known = STATUSES[status];
  return known ? { ...known, name: `${known.name} (${hex})` } : row(hex, 'FINAL', 'DEFAULT');
}

/** These say that our credentials are wrong: asking again changes nothing until somebody sets others. */
export const BIND_REFUSED: ReadonlySet<number> = new Set([0x0d, 0x0e, 0x0f]);
