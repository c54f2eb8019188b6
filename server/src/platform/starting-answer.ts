import { createServer } from 'node:http';

/**
 * Answers in the place of the application while it is still starting (migrations may take long): `/health/live` holds, everything else is
 * 503. Ends when the application itself is about to listen.
 *
 * @throws what `listen` reports, for instance EADDRINUSE
 */
export async function answerWhileStarting({ host, port }: { host: string; port: number }): Promise<{ end(): Promise<void> }> {
  const server = createServer((request, response) => {
    const live = request.url?.split('?')[0] === '/health/live';
    response.writeHead(live ? 200 : 503, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'retry-after': '1',
      connection: 'close',
    });
    response.end(JSON.stringify({ status: live ? 'live' : 'starting' }));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
  return {
    end: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
