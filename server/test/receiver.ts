import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

/** A service that takes whatever is sent to it over HTTP: a collector of traces, of errors. */
export interface Receiver {
  origin: string;
  /** Path and body of each request, decompressed. */
  got: Array<{ path: string; body: string }>;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const got: Receiver['got'] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const whole = Buffer.concat(chunks);
      const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(whole) : whole;
      got.push({ path: request.url ?? '', body: body.toString('utf8') });
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    got,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
