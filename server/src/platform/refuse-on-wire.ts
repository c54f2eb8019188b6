import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Problem } from './problem.ts';

/** So long a client that was refused has to read why, before its connection is ended from our side. */
const READ_WITHIN = 2000;

/**
 * Answers on a bare connection, where no response exists to answer with (no HTTP, a refused handshake, CONNECT), in the one
 * error shape, and ends the connection.
 *
 * @param status of HTTP, where it says more than the problem's own
 * @param headers beside those of every refusal
 */
export function refuseOnWire(stream: Duplex, refusal: Problem, { status = refusal.status, headers = {} }: WireAnswer = {}): void {
  if (!stream.writable) return;
  const body = JSON.stringify(refusal.body());
  const lines = Object.entries({
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'x-content-type-options': 'nosniff',
    ...(refusal.retryAfter === null ? {} : { 'retry-after': refusal.retryAfter }),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  stream.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`);
  setTimeout(() => stream.destroy(), READ_WITHIN).unref();
}

interface WireAnswer {
  status?: number;
  headers?: Readonly<Record<string, string>>;
}
