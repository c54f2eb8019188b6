/** The Date header has whole seconds: what differs by less is no news, and would make running clocks stutter. */
const SAME_WITHIN_MS = 1500;

let ahead = 0;

/** Learns from an answer of the server what time it is there; `date` is its Date header. */
export function heardServerTime(date: string | null): void {
  const told = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(told)) return;
  const heard = told - Date.now();
  if (Math.abs(heard - ahead) > SAME_WITHIN_MS) ahead = heard;
}

/**
 * The server's time now, in milliseconds; this computer's until the server was heard. How long something lasts is counted
 * from here: the clock of this computer may be hours off, and the moments come from the server.
 */
export const serverNow = (): number => Date.now() + ahead;
