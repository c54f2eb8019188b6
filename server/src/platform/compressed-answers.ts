import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import type { Http } from './http.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its answers may be compressed: they hold no secret (see `compressAnswers`). */
    mayCompress?: boolean;
  }
}

/** What is smaller costs more to compress than to send. */
const WORTH_IT = 4096;
/** Beyond these levels it takes much longer and gains little (docs/performance.md). */
const GZIP_LEVEL = 1;
const BROTLI_LEVEL = 1;

const packers = {
  br: (text: string) =>
    promisify(brotliCompress)(text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL, [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text) },
    }),
  gzip: (text: string) => promisify(gzip)(text, { level: GZIP_LEVEL }),
};
type Encoding = keyof typeof packers;

/**
 * Sends large answers compressed to whoever takes them so, of those routes alone that say `mayCompress`. An answer that holds a secret beside something
 * that others choose would tell it by its length (BREACH): tickets, tokens, sign-in and keys are never compressed. Files have their own way.
 */
export function compressAnswers(http: Http): void {
  http.addHook('onSend', (request, reply, payload, done) => {
    if (request.routeOptions.config.mayCompress !== true || typeof payload !== 'string') return done(null, payload);
    const vary = reply.getHeader('vary');
    reply.header('vary', vary === undefined ? 'accept-encoding' : `${String(vary)}, accept-encoding`);
    const encoding = payload.length < WORTH_IT || reply.statusCode !== 200 ? null : bestOf(request);
    if (encoding === null) return done(null, payload);
    // By a thread of its own: the event loop goes on.
    packers[encoding](payload).then(
      (packed) => {
        reply.header('content-encoding', encoding).header('content-length', packed.length);
        done(null, packed);
      },
      (error: Error) => done(error),
    );
  });
}

/** What the request takes best of what there is; null: as it is (RFC 9110, section 12.5.3). */
function bestOf({ headers }: FastifyRequest): Encoding | null {
  const taken = new Map(
    (headers['accept-encoding'] ?? '').split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((one) => one.trim().toLowerCase());
      const weight = parameters.find((one) => one.startsWith('q='))?.slice(2);
      return [name, weight === undefined ? 1 : Number(weight)] as const;
    }),
  );
  const weightOf = (encoding: Encoding) => taken.get(encoding) ?? taken.get('*') ?? 0;
  const best: Encoding = weightOf('br') >= weightOf('gzip') ? 'br' : 'gzip';
  return weightOf(best) > 0 ? best : null;
}
