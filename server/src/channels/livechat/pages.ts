import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type ChatPage, Id, LanguageTag } from '@parley/contract';
import { readableOn, readableOnWhite } from '@parley/contract/colours';
import { administrationErrors as bgErrors } from '@parley/contract/text/bg/administration-errors';
import { widget as bg } from '@parley/contract/text/bg/widget';
import { administrationErrors as enErrors } from '@parley/contract/text/en/administration-errors';
import { widget as en } from '@parley/contract/text/en/widget';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { html } from '../../platform/html.ts';
import type { Http } from '../../platform/http.ts';
import { problem } from '../../platform/problem.ts';
import type { LivechatDeps } from './deps.ts';
import { type BuiltFile, readWidgetFiles, type WidgetFiles } from './files.ts';
import { wishedLanguages } from './language.ts';
import { lookUp } from './limits.ts';
import { readWidget, type Widget } from './widget.ts';

/** The chat's own, and the refusal that it says as it is. */
const WORDS = { en: { ...en, WIDGET_CLOSED: enErrors.WIDGET_CLOSED }, bg: { ...bg, WIDGET_CLOSED: bgErrors.WIDGET_CLOSED } };
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
    reply.header('vary', 'accept-language');
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

  http.get<{ Params: { widgetId: string }; Querystring: { language?: unknown } }>('/chat/:widgetId', async (request, reply) => {
    const widgetId = Id.safeParse(request.params.widgetId);
    if (!widgetId.success) throw problem('WIDGET_NOT_FOUND');
    const told = LanguageTag.safeParse(request.query.language);
    if (request.query.language !== undefined && !told.success) throw problem('ERROR_BAD_REQUEST');
    const widget = await lookUp(limits, request, () => readWidget(deps, widgetId.data, wishedLanguages(told.data, request)));
    const { page } = await built();
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', pagePolicy(widget.allowedSites))
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('cross-origin-embedder-policy', 'require-corp')
      .header('vary', 'accept-encoding');
    const filled = filledPage(page, widget, deps);
    // Two thirds of it are words: packed it is a third. Nothing in it is secret, so that packing tells nothing.
    return takesGzip(request) ? reply.header('content-encoding', 'gzip').send(await promisify(gzip)(filled)) : reply.send(filled);
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

/**
 * The chat's page for this widget: its language, its name, and at its foot the link to the privacy policy, where there is one.
 * The data comes last: what stands in it is nobody's place for anything.
 */
function filledPage(page: string, widget: Widget, deps: LivechatDeps): string {
  const { language, privacyUrl } = widget.appearance;
  const words = WORDS[language];
  const foot =
    privacyUrl === ''
      ? html``
      : html`<section class="fine privacy" aria-label="${words.WIDGET_PRIVACY}"><a href="${privacyUrl}" target="_blank" rel="noreferrer">${words.WIDGET_PRIVACY}</a></section>`;
  return page
    .replace('lang="en"', () => `lang="${language}"`)
    .replaceAll('chat-title', () => html`${words.WIDGET_FRAME_TITLE}`.html)
    .replace('chat-foot', () => foot.html)
    .replace('"chat-page-data"', () => dataBlock(widget, deps));
}

/** The page's data as JSON that cannot end the element it stands in. */
function dataBlock({ appearance, allowedSites }: Widget, { rooms, mail }: LivechatDeps): string {
  const words = WORDS[appearance.language];
  const { primaryColor: first, secondaryColor: second } = appearance;
  const colours = {
    '--w1': first,
    '--w1-on': readableOn(first),
    '--w1-text': readableOnWhite(first),
    '--w2': second,
    '--w2-on': readableOn(second),
  };
  const page: ChatPage = { widget: appearance, colours, allowedSites, uploadLimits: rooms.files.limits, sendsMail: mail !== null, words };
  return JSON.stringify(page).replaceAll('<', '\\u003c');
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: BuiltFile, cache: string): FastifyReply {
  reply.header('cache-control', cache).header('etag', file.etag).header('vary', 'accept-encoding');
  if (request.headers['if-none-match'] === file.etag) return reply.status(304).send();
  reply.header('content-type', file.type);
  return file.gzipped && takesGzip(request) ? reply.header('content-encoding', 'gzip').send(file.gzipped) : reply.send(file.bytes);
}

const takesGzip = ({ headers }: FastifyRequest): boolean => /\bgzip\b/.test(headers['accept-encoding'] ?? '');
