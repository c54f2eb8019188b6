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
  contentType: z.string(),
  /** As text where it is some. */
  body: z.union([z.object({ text: z.string() }), z.object({ base64: z.string() })]),
});

/** A call that could not be cut, as it is kept in quarantine: whole. The same call again is the same delivery. */
export function keptCall({ method, query, headers, raw }: ProviderCall): RawDelivery {
  const asked = query.toString();
  const hash = createHash('sha256').update(method).update('\0').update(asked).update('\0').update(raw).digest('hex');
  const body = isUtf8(raw) ? { text: raw.toString('utf8') } : { base64: raw.toString('base64') };
  const kept: z.infer<typeof KeptCall> = { method, query: asked, contentType: headers['content-type'] ?? '', body };
  return { address: '', deliveryKey: `${KEPT}${hash}`, body: JSON.stringify(kept) };
}

export const isKeptCall = ({ deliveryKey }: Pick<RawDelivery, 'deliveryKey'>): boolean => deliveryKey.startsWith(KEPT);

/** The call as it was made, for people: how it was asked for, of which type it is, and its body as it came. */
export function callAsItCame(body: string): string {
  const { method, query, contentType, body: came } = KeptCall.parse(JSON.parse(body));
  const headers = contentType === '' ? '' : `\nContent-Type: ${contentType}`;
  return `${method} ${query === '' ? '/' : `/?${query}`}${headers}\n\n${'text' in came ? came.text : came.base64}`;
}

/** The call again, but for what proved that it was genuine: that was judged when it came. */
export function callOf(body: string): ProviderCall {
  const kept = KeptCall.parse(JSON.parse(body));
  return {
    method: kept.method,
    query: new URLSearchParams(kept.query),
    headers: kept.contentType === '' ? {} : { 'content-type': kept.contentType },
    raw: 'text' in kept.body ? Buffer.from(kept.body.text) : Buffer.from(kept.body.base64, 'base64'),
  };
}
