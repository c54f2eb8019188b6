import { fastify } from 'fastify';
import { serveKeptMedia } from './providers/kept-media.ts';
import { readSettings } from './settings.ts';
import { serveShop } from './shop/serve.ts';
import { serveViberBot } from './viber-bot/serve.ts';
import { serveViberCarriers } from './viber-carrier/serve.ts';

/** A file that a phone sends, in base64. */
const LARGEST_BODY = 40 * 1024 * 1024;

/** Who started us hears `ready` or one sentence of what is wrong, and we end with them. */
const tell = (message: { type: 'ready'; url: string } | { type: 'failed'; message: string }) => process.send?.(message);

try {
  const { port, url, productUrl } = readSettings(process.env);
  const http = fastify({ forceCloseConnections: true, bodyLimit: LARGEST_BODY });
  serveShop(http, productUrl);
  const phones = { origin: `http://127.0.0.1:${port}`, media: serveKeptMedia(http) };
  serveViberBot(http, phones);
  serveViberCarriers(http, phones);
  const stop = () => void http.close().then(() => process.exit(0));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
  process.on('disconnect', stop);
  await http.listen({ host: '127.0.0.1', port });
  tell({ type: 'ready', url });
} catch (error) {
  const inUse = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
  const reason = error instanceof Error ? error.message : String(error);
  const message = inUse ? 'The port of the sandbox is in use: stop what listens there, or set PARLEY_PORT to another one.' : reason;
  tell({ type: 'failed', message });
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
  process.disconnect?.();
}
