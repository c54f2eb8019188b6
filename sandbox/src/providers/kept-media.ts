import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

const KEPT_BYTES = 100 * 1024 * 1024;

/** What phones have been sent and what they send, by addresses that end when there is too much. Nothing of it can run where it is opened. */
export interface KeptMedia {
  /** @returns its path on this server */
  keep(bytes: Buffer, type: string, name?: string): string;
}

/** Serves them under `/phone/media/`. */
export function serveKeptMedia(http: FastifyInstance): KeptMedia {
  const kept = new Map<string, { bytes: Buffer; type: string }>();
  let weight = 0;
  // Whatever it is called, and however long that is.
  http.get<{ Params: { id: string } }>('/phone/media/:id/*', (request, reply) => {
    const found = kept.get(request.params.id);
    if (!found) return reply.code(410).send();
    return reply.type(found.type).header('content-security-policy', "default-src 'none'; sandbox").send(found.bytes);
  });
  return {
    keep(bytes, type, name = 'file') {
      const id = randomUUID();
      kept.set(id, { bytes, type });
      weight += bytes.length;
      for (const [oldest, { bytes: gone }] of kept) {
        if (weight <= KEPT_BYTES || oldest === id) break;
        kept.delete(oldest);
        weight -= gone.length;
      }
      return `/phone/media/${id}/${encodeURIComponent(name)}`;
    },
  };
}
