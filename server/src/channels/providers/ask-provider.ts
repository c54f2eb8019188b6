import type { Outcome } from '../../rooms/index.ts';

/** More than this no provider answers to a send; the rest is not read. */
const LONGEST_ANSWER = 256 * 1024;
const DEFAULT_WAIT = 5000;

export interface Asking {
  method?: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  body?: string;
  signal: AbortSignal;
}

export interface Answered {
  status: number;
  text: string;
  /** What its header Retry-After says, where it says something. */
  retryAfterMs: number | null;
}

/** The provider was not reached: it surely has nothing of what was to be asked. */
export class NotReached extends Error {
  readonly code: string;
  constructor(code: string) {
    super(`the provider was not reached: ${code}`);
    this.code = code;
  }
}

/** What goes wrong before a byte of the request is out. */
const BEFORE_ASKING: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/**
 * Asks a provider over HTTP. It leads us nowhere else: credentials go to the address that was set alone.
 * Rejects with NotReached where it surely was not asked, else with what broke: whether it was is not known then.
 */
export async function askProvider(address: string, { method = 'POST', headers, body, signal }: Asking): Promise<Answered> {
  let response: Response;
  try {
    response = await fetch(address, { method, headers, signal, redirect: 'manual', ...(body !== undefined && { body }) });
  } catch (error) {
    const code = codeOf(error);
    throw BEFORE_ASKING.has(code) ? new NotReached(code) : error;
  }
  return { status: response.status, text: await firstOf(response), retryAfterMs: retryAfter(response.headers.get('retry-after')) };
}

function codeOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: unknown; errors?: { code?: unknown }[] } };
  return String(cause?.code ?? cause?.errors?.[0]?.code ?? '');
}

async function firstOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    parts.push(part as Uint8Array);
    size += part.length;
    // Leaving the loop ends the connection.
    if (size > LONGEST_ANSWER) break;
  }
  return Buffer.concat(parts).subarray(0, LONGEST_ANSWER).toString('utf8');
}

/** In seconds, or as a date (RFC 9110, 10.2.3). */
function retryAfter(header: string | null): number | null {
  if (header === null) return null;
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

/**
 * What an answer's HTTP status alone says of a send; null where what it says stands in its body. Only what is said of the line to the provider, or of
 * the pace: of one message a status alone says nothing.
 */
export function outcomeOfStatus({ status, text, retryAfterMs }: Answered): Outcome | null {
  const answer = `${status} ${text}`.trim();
  if (status === 429) return { outcome: 'LATER', afterMs: retryAfterMs ?? DEFAULT_WAIT, answer };
  if (status === 401 || status === 403) return { outcome: 'UNAVAILABLE', problem: 'REFUSED', answer };
  // It has answered that it could not: nothing went out.
  if (status >= 500)
    return { outcome: 'UNAVAILABLE', problem: 'UNREACHABLE', ...(retryAfterMs !== null && { afterMs: retryAfterMs }), answer };
  return status >= 300 && status < 400 ? { outcome: 'UNAVAILABLE', problem: 'MISCONFIGURED', answer } : null;
}

/** Of a provider that was not reached: again later. Throws what is anything else: the outcome is then unknown. */
export function outcomeOfUnreached(error: unknown): Outcome {
  if (error instanceof NotReached) return { outcome: 'UNAVAILABLE', problem: 'UNREACHABLE', answer: error.message };
  throw error;
}
