import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A storage that speaks as much of S3's protocol as objects need: put, get, delete, by path, signed. */
export interface S3Server {
  origin: string;
  /** By bucket and key. */
  objects: Map<string, { bytes: Buffer; type: string }>;
  /** From now on every request fails as a storage in trouble does, or only after so many. */
  failAfter(requests: number): void;
  recover(): void;
  close(): Promise<void>;
}

/** @param accessKey whoever signs as another is refused */
export async function startS3Server(accessKey: string): Promise<S3Server> {
  const objects: S3Server['objects'] = new Map();
  let left = Number.POSITIVE_INFINITY;

  const server = createServer((request, response) => {
    if (left-- <= 0) return fail(response, 503, 'SlowDown');
    const signed = request.headers.authorization ?? '';
    if (!signed.startsWith(`AWS4-HMAC-SHA256 Credential=${accessKey}/`)) return fail(response, 403, 'InvalidAccessKeyId');
    const key = decodeURIComponent(new URL(request.url ?? '/', 'http://s3').pathname.slice(1));
    if (request.method === 'PUT') return put(request, response, key);
    const object = objects.get(key);
    if (request.method === 'DELETE') {
      objects.delete(key);
      return response.writeHead(204).end();
    }
    if (!object) return fail(response, 404, 'NoSuchKey');
    response.writeHead(200, { 'content-type': object.type, 'content-length': object.bytes.length }).end(object.bytes);
  });

  function put(request: IncomingMessage, response: ServerResponse, key: string) {
    // As the original: no object without its length, and no half one.
    if (request.headers['content-length'] === undefined) return fail(response, 411, 'MissingContentLength');
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      objects.set(key, { bytes: Buffer.concat(pieces), type: request.headers['content-type'] ?? '' });
      response.writeHead(200, { etag: '"made-up"' }).end();
    });
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    failAfter: (requests) => {
      left = requests;
    },
    recover: () => {
      left = Number.POSITIVE_INFINITY;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function fail(response: ServerResponse, status: number, code: string) {
  const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;
  response
    .writeHead(status, { 'content-type': 'application/xml', 'content-length': Buffer.byteLength(body), connection: 'close' })
    .end(body);
}
