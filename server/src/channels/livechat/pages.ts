import { type ChatPage, Id } from '@parley/contract';
import { widget as bg } from '@parley/contract/text/bg/widget';
import { widget as en } from '@parley/contract/text/en/widget';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Http } from '../../platform/http.ts';
import { problem } from '../../platform/problem.ts';
import type { LivechatDeps } from './deps.ts';
import { type BuiltFile, readWidgetFiles, type WidgetFiles } from './files.ts';
import { lookUp } from './limits.ts';
import { readWidget, type Widget } from './widget.ts';

const WORDS = { en, bg };
/** The loader changes with each release under one address: asked for again after five minutes, with its tag. */
const LOADER_CACHE = 'public, max-age=300';
const ASSET_CACHE = 'public, max-age=31536000, immutable';

/** Serves the loader, the chat's page and its files, built to `folder`, and opens the widget's appearance to pages of any site. */
export function serveWidget(http: Http, deps: LivechatDeps, folder: string): void {
  const { limits } = deps;
  let files: Promise<WidgetFiles> | null = null;
  const built = () => {
    // A build that came later is found without a restart.
    files ??= readWidgetFiles(folder).catch((error: unknown) => {
      files = null;
      throw error;
    });
    return files;
  };

  http.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/api/visitor/widgets/')) return;
    reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin');
  });

  http.get('/widget.js', async (request, reply) => {
    reply.header('cross-origin-resource-policy', 'cross-origin').header('access-control-allow-origin', '*');
    return sendFile(request, reply, (await built()).loader, LOADER_CACHE);
  });

  http.get<{ Params: { name: string } }>('/chat/assets/:name', async (request, reply) => {
    const file = (await built()).assets.get(request.params.name);
    if (!file) throw problem('ERROR_NOT_FOUND');
    return sendFile(request, reply, file, ASSET_CACHE);
  });

  http.get<{ Params: { widgetId: string } }>('/chat/:widgetId', async (request, reply) => {
    const widgetId = Id.safeParse(request.params.widgetId);
    if (!widgetId.success) throw problem('WIDGET_NOT_FOUND');
    const widget = await lookUp(limits, request, () => readWidget(deps, widgetId.data));
    const { page } = await built();
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', pagePolicy(widget.allowedSites))
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('cross-origin-embedder-policy', 'require-corp')
      .send(page.replace('"chat-page-data"', () => dataBlock(widget, deps)));
  });
}

/** Only files of our own, no text made into code, and only the allowed sites around it. */
function pagePolicy(allowedSites: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    // `blob:` is what the visitor has chosen and not sent yet.
    "img-src 'self' blob:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${allowedSites.length > 0 ? allowedSites.join(' ') : "'none'"}`,
  ].join('; ');
}

/** The page's data as JSON that cannot end the element it stands in. */
function dataBlock({ appearance, allowedSites }: Widget, { rooms, mail }: LivechatDeps): string {
  const words = WORDS[appearance.language];
  const page: ChatPage = { widget: appearance, allowedSites, uploadLimits: rooms.files.limits, sendsMail: mail !== null, words };
  return JSON.stringify(page).replaceAll('<', '\\u003c');
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: BuiltFile, cache: string): FastifyReply {
  reply.header('cache-control', cache).header('etag', file.etag).header('vary', 'accept-encoding');
  if (request.headers['if-none-match'] === file.etag) return reply.status(304).send();
  reply.header('content-type', file.type);
  if (file.gzipped && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) {
    return reply.header('content-encoding', 'gzip').send(file.gzipped);
  }
  return reply.send(file.bytes);
}
