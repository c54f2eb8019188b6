import type { FailureReason, VendorReason } from '@parley/contract';

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
  0: row('ESME_ROK', 'ACCEPTED', 'DEFAULT'),
  1: row('ESME_RINVMSGLEN', 'FINAL', 'REJECTED'),
  4: row('ESME_RINVBNDSTS', 'REBIND', 'DEFAULT'),
  5: row('ESME_RALYBND', 'REBIND', 'DEFAULT'),
  8: row('ESME_RSYSERR', 'AGAIN', 'DEFAULT'),
  10: row('ESME_RINVSRCADR', 'FINAL', 'BAD_SERVICE_ID'),
  11: row('ESME_RINVDSTADR', 'FINAL', 'NO_ROUTE'),
  13: row('ESME_RBINDFAIL', 'REBIND', 'DEFAULT'),
  14: row('ESME_RINVPASWD', 'REBIND', 'DEFAULT'),
  15: row('ESME_RINVSYSID', 'REBIND', 'DEFAULT'),
  20: row('ESME_RMSGQFUL', 'SLOW_DOWN', 'THROTTLING'),
  67: row('ESME_RINVESMCLASS', 'FINAL', 'REJECTED'),
  69: row('ESME_RSUBMITFAIL', 'ONCE', 'REJECTED'),
  72: row('ESME_RINVSRCTON', 'FINAL', 'BAD_SERVICE_ID'),
  73: row('ESME_RINVSRCNPI', 'FINAL', 'BAD_SERVICE_ID'),
  80: row('ESME_RINVDSTTON', 'FINAL', 'NO_ROUTE'),
  81: row('ESME_RINVDSTNPI', 'FINAL', 'NO_ROUTE'),
  88: row('ESME_RTHROTTLED', 'SLOW_DOWN', 'THROTTLING'),
  97: row('ESME_RINVSCHED', 'FINAL', 'REJECTED'),
  98: row('ESME_RINVEXPIRY', 'FINAL', 'REJECTED'),
  256: row('service type unauthorised', 'FINAL', 'NOT_PERMITTED'),
  257: row('service type prohibited', 'FINAL', 'NOT_PERMITTED'),
  258: row('service type unavailable', 'FINAL', 'NOT_PERMITTED'),
  259: row('service type denied', 'FINAL', 'NOT_PERMITTED'),
};

/**
 * Of a number that nobody documents nothing is known but that it was refused.
 * @param vendorReasons what the carrier's own numbers mean, from 0x400 on
 */
export function meaningOfSubmit(status: number, vendorReasons: readonly VendorReason[] = []): SubmitMeaning {
  const hex = `0x${status.toString(16).padStart(8, '0')}`;
  const known = STATUSES[status];
  if (known) return { ...known, name: `${known.name} (${hex})` };
  const reason = vendorReasons.find(({ code }) => code === status)?.reason ?? 'DEFAULT';
  return reason === 'THROTTLING' ? row(hex, 'SLOW_DOWN', reason) : row(hex, 'FINAL', reason);
}

/** These say that our credentials are wrong: asking again changes nothing until somebody sets others. */
export const BIND_REFUSED: ReadonlySet<number> = new Set([0x0d, 0x0e, 0x0f]);
