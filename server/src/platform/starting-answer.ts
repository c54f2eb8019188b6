import { createServer } from 'node:http';
import { problem } from './problem.ts';

/**
 * Answers in the place of the application while it is still starting (migrations may take long): `/health/live` holds, `/health/ready`
 * says that it is starting, and everything else is refused with 503 in the one error shape. Ends when the application itself is about to listen.
 *
 * @throws what `listen` reports, for instance EADDRINUSE
 */
export async function answerWhileStarting({ host, port }: { host: string; port: number }): Promise<{ end(): Promise<void> }> {
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? '';
    const live = path === '/health/live';
    const body = path.startsWith('/health/') ? { status: live ? 'live' : 'starting' } : problem('ERROR_UNAVAILABLE').body();
    response.writeHead(live ? 200 : 503, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': '1',
      connection: 'close',
    });
    response.end(JSON.stringify(body));
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
