import type { Outcome } from '../../rooms/index.ts';

/** A carrier may say a lot where something is wrong; so much of it is looked at. */
const ANSWER_LIMIT = 2000;
/** Before anything was sent: nobody took the connection, or the name leads nowhere. */
const NOT_CONNECTED: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

export interface CarrierAnswer {
  status: number;
  headers: Headers;
  /** As far as it is looked at. */
  said: string;
  /** Status and words, as they are kept with the way of the message. */
  answer: string;
}

/**
 * Asks a carrier over HTTP to take a message. Where nobody was there, the message surely did not go: that is the outcome. Rejects where nobody knows.
 */
export async function askCarrier(
  url: string,
  { headers, body, signal }: { headers: Record<string, string>; body: string; signal: AbortSignal },
): Promise<CarrierAnswer | Outcome> {
  try {
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal });
    const said = (await response.text()).slice(0, ANSWER_LIMIT);
    return { status: response.status, headers: response.headers, said, answer: `${response.status} ${said}` };
  } catch (error) {
    const code = (error as { cause?: { code?: unknown } }).cause?.code;
    if (!NOT_CONNECTED.has(code)) throw error;
    return { outcome: 'REFUSED', reason: 'DEFAULT', final: false, answer: String(code) };
  }
}
