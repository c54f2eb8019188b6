import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { basename } from 'node:path';
import { freePort } from '../machine/program.ts';
import { LIVECHAT_BUILD } from '../yardsticks/livechat.ts';

/** Something that is served for one row. */
export interface Served {
  url: string;
  close(): Promise<void>;
}

async function serve(hostName: string, answer: RequestListener): Promise<Served> {
  const port = await freePort();
  const server = createServer(answer);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://${hostName}:${port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/**
 * A shop's page with a widget's tag in it. It is called by another host name than the widget, so that a frame of the widget is
 * another site's and has a process of its own, as on the shops of the world.
 *
 * @param tag what the shop was told to put into its page
 */
export const servePage = (tag: string): Promise<Served> =>
  serve('localhost', (_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      `<!doctype html><html lang="en"><title>Lamps</title><h1>Lamps</h1><p>${'A lamp for every room. '.repeat(200)}</p>${tag}</html>`,
    );
  });

const TYPES: Record<string, string> = { html: 'text/html', js: 'text/javascript', css: 'text/css', png: 'image/png' };

/** The yardstick's built files, at the address where its makers' server has them. There is no server behind them. */
export const serveLivechat = (): Promise<Served> =>
  serve('127.0.0.1', (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://livechat');
    const name = pathname === '/livechat' ? 'index.html' : basename(pathname);
    readFile(`${LIVECHAT_BUILD}/${name}`).then(
      (file) => {
        response.setHeader('content-type', TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream');
        response.end(file);
      },
      () => {
        response.statusCode = 404;
        response.end();
      },
    );
  });
