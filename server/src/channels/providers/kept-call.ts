import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { RawDelivery } from '../../rooms/index.ts';
import type { ProviderCall } from './adapter.ts';

/** How keys of kept calls begin. */
export const KEPT = 'call:';

const KeptCall = z.object({
  method: z.enum(['GET', 'POST']),
  query: z.string(),
  /** What was said of it, by lower-case names; calls that were kept before 1 December 2026 have only their type. */
  headers: z.optional(z.record(z.string(), z.string())),
  contentType: z.string(),
  /** As text where it is some. */
  body: z.union([z.object({ text: z.string() }), z.object({ base64: z.string() })]),
});

/** A call that could not be cut, as it is kept in quarantine: whole. The same call again is the same delivery. */
export function keptCall({ method, query, headers, raw }: ProviderCall): RawDelivery {
  const asked = query.toString();
  const hash = createHash('sha256').update(method).update('\0').update(asked).update('\0').update(raw).digest('hex');
  const body = isUtf8(raw) ? { text: raw.toString('utf8') } : { base64: raw.toString('base64') };
  const kept: z.infer<typeof KeptCall> = {
    method,
    query: asked,
    headers: keptHeaders(headers),
    contentType: headers['content-type'] ?? '',
    body,
  };
  return { address: '', deliveryKey: `${KEPT}${hash}`, body: JSON.stringify(kept) };
}

/** What proves who called, or may be a secret; and what is of the connection and of the proxies on the way alone. */
const SECRET = /auth|cookie|signature|token|secret|key|password|hmac/;
const OF_THE_WAY =
  /^(connection|host|content-length|content-encoding|content-type|transfer-encoding|keep-alive|upgrade|te|trailer|via|forwarded|x-forwarded-.*|x-real-ip)$/;
const MOST_HEADERS = 50;
const LONGEST_HEADER = 1000;

function keptHeaders(headers: ProviderCall['headers']): Record<string, string> {
  const kept = Object.entries(headers)
    .filter(([name]) => !SECRET.test(name) && !OF_THE_WAY.test(name))
    .slice(0, MOST_HEADERS)
    .map(([name, value]) => [name, String(value).replaceAll('\u0000', '').slice(0, LONGEST_HEADER)] as const);
  return Object.fromEntries(kept);
}

export const isKeptCall = ({ deliveryKey }: Pick<RawDelivery, 'deliveryKey'>): boolean => deliveryKey.startsWith(KEPT);

/** The call as it was made, for people: how it was asked for, what was said of it but for what is secret, and its body as it came. */
export function callAsItCame(body: string): string {
  const { method, query, headers = {}, contentType, body: came } = KeptCall.parse(JSON.parse(body));
  const said = Object.entries(contentType === '' ? headers : { 'content-type': contentType, ...headers });
  const lines = said.map(([name, value]) => `\n${name}: ${value}`).join('');
  return `${method} ${query === '' ? '/' : `/?${query}`}${lines}\n\n${'text' in came ? came.text : came.base64}`;
}

/** The call again, but for what proved that it was genuine: that was judged when it came. */
export function callOf(body: string): ProviderCall {
  const kept = KeptCall.parse(JSON.parse(body));
  return {
    method: kept.method,
    query: new URLSearchParams(kept.query),
    headers: kept.contentType === '' ? { ...kept.headers } : { ...kept.headers, 'content-type': kept.contentType },
    raw: 'text' in kept.body ? Buffer.from(kept.body.text) : Buffer.from(kept.body.base64, 'base64'),
  };
}
