import { readFileSync } from 'node:fs';
import { buildApp } from '../../server/src/app.ts';
import { loadConfig } from '../../server/src/config.ts';
import type { Http } from '../../server/src/platform/http.ts';
import { openLog } from '../../server/src/platform/log.ts';
import { mountWebhook } from '../webhook/channel.ts';

// The application of the webhook's row, which serves one more page: the yardstick, with the same rooms and the same socket.

function serveVanilla(http: Http): void {
  const read = (name: string) => readFileSync(new URL(`./vanilla/${name}`, import.meta.url), 'utf8');
  const [page, script] = [read('page.html'), read('page.js')];
  http.get('/vanilla', (_request, reply) => reply.type('text/html; charset=utf-8').send(page));
  http.get('/vanilla/page.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(script));
}

const config = loadConfig(process.env);
const app = await buildApp(
  config,
  openLog('info'),
  () => {},
  undefined,
  ({ http, rooms }) => {
    mountWebhook(http, rooms);
    serveVanilla(http);
  },
);
const stop = () => void app.close().then(() => process.exit(0));
process.on('SIGTERM', stop);
process.on('disconnect', stop);
const url = await app.listen();
process.send?.({ type: 'ready', url });
