import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { type ChatPage, Id } from '@parley/contract';
import { widget as wordsBg } from '@parley/contract/text/bg/widget';
import { widget as wordsEn } from '@parley/contract/text/en/widget';
import type { Database } from '../../platform/database.ts';
import type { Http } from '../../platform/http.ts';
import { problem } from '../../platform/problem.ts';
import { widgetById } from './widgets.ts';

/** The place in the built page at which the server tells it its widget. */
const DATA_PLACE = '"chat-page"';

/**
 * Serves the loader at `/widget.js` to any site, and the chat in its frame at `/chat/<widget id>` to the sites that the
 * widget allows. The page holds no script but its own file and is not kept by caches.
 */
export function serveWidget(http: Http, db: Database, folder: string, publicUrl: string): void {
  const page = readFileSync(join(folder, 'chat.html'), 'utf8');
  if (!page.includes(DATA_PLACE)) throw new Error('the built chat page has no place for its data');
  const socketOrigin = publicUrl.replace(/^http/, 'ws');

  http.get('/widget.js', (_request, reply) => {
    reply
      .header('cache-control', 'public, max-age=300')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('access-control-allow-origin', '*');
    return reply.sendFile('widget.js', folder);
  });
  http.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/chat/assets/',
    // The web application's folder gives the reply its sendFile.
    decorateReply: false,
    immutable: true,
    maxAge: '365d',
    index: false,
  });
  http.get('/chat/:widgetId', async (request, reply) => {
    const id = Id.safeParse((request.params as { widgetId: string }).widgetId);
    if (!id.success) throw problem('WIDGET_NOT_FOUND');
    const widget = await widgetById(db, id.data);
    const data: ChatPage = {
      widget: widget.appearance,
      allowedSites: widget.allowedSites,
      words: widget.appearance.language === 'bg' ? wordsBg : wordsEn,
    };
    const sites = widget.allowedSites.length > 0 ? widget.allowedSites.join(' ') : "'none'";
    const policy = [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      `connect-src 'self' ${socketOrigin}`,
      "base-uri 'none'",
      "form-action 'none'",
      `frame-ancestors ${sites}`,
    ].join('; ');
    reply.header('content-security-policy', policy).header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    return reply.type('text/html; charset=utf-8').send(page.replace(DATA_PLACE, () => JSON.stringify(data).replaceAll('<', '\\u003c')));
  });
}
