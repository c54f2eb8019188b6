import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Box, INBOX, isOurs, SENT } from '../mail/post-office.ts';
import type { MailWorld } from '../mail/sign-in.ts';
import { isFlag, isRecord } from '../providers/controls.ts';
import { languageOf } from '../shop/words.ts';
import { mailboxPage } from './page.ts';
import { filesOf, htmlOf, parse, readMail, threadsOf } from './read-mail.ts';
import { NotSent, writeMail } from './write-mail.ts';

const FILES = {
  'mailbox.css': 'text/css; charset=utf-8',
  'app.js': 'text/javascript; charset=utf-8',
  'thread.js': 'text/javascript; charset=utf-8',
} as const;
const AWAY = ['OFF', 'MARKED', 'PLAIN'];

type OfMail = { Params: { id: string; file?: string }; Querystring: { address?: string } };

/**
 * The page on which a person reads and writes a customer's e-mail, at `/mailbox`. `GET` and `POST /mailbox/mails`, `PUT /mailbox/switches` {address, away,
 * bounces}; of one mail `source`, `html` and `files/<number>` below `/mailbox/mails/<id>/`. A mail's HTML stands in a frame in which nothing runs; pictures
 * that are not in the mail come from the product alone.
 */
export function serveMailbox(http: FastifyInstance, world: MailWorld, productUrl: string): void {
  const page = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const inFrame = [
    "default-src 'none'",
    `img-src data: ${productUrl}`,
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox',
  ].join('; ');
  const html = 'text/html; charset=utf-8';

  http.get<{ Querystring: { lang?: string } }>('/mailbox', ({ query, headers }, reply) =>
    reply
      .headers({ 'content-type': html, 'content-security-policy': page, vary: 'accept-language' })
      .send(mailboxPage(languageOf(query.lang, headers['accept-language']), productUrl)),
  );
  for (const [name, type] of Object.entries(FILES)) {
    const text = readFileSync(new URL(name, import.meta.url), 'utf8');
    http.get(`/mailbox/${name}`, (_request, reply) => reply.type(type).send(text));
  }

  const boxOf = (address: unknown, reply: FastifyReply): Box | null => {
    if (typeof address === 'string' && isOurs(address)) return world.office.box(address);
    void reply.code(400).send({ error: 'missing or wrong: address. Only .test, .example and localhost are played here' });
    return null;
  };
  http.get<{ Querystring: { address?: string } }>('/mailbox/mails', async ({ query }, reply) => {
    const box = boxOf(query.address, reply);
    if (!box) return reply;
    const all = [INBOX, SENT].flatMap((name) => world.office.folder(box, name).mails.map((mail) => readMail(mail, name === SENT)));
    return { away: box.away, bounces: box.bounces, threads: threadsOf(await Promise.all(all)) };
  });
  http.post('/mailbox/mails', async ({ body }, reply) => {
    try {
      await writeMail(world, body);
      return {};
    } catch (error) {
      if (!(error instanceof NotSent)) throw error;
      return reply.code(400).send({ error: error.message });
    }
  });
  http.put('/mailbox/switches', ({ body }, reply) => {
    const asked = isRecord(body) ? body : {};
    const { away, bounces } = asked;
    if ((away !== undefined && !AWAY.includes(String(away))) || (bounces !== undefined && !isFlag(bounces)))
      return reply.code(400).send({ error: 'wrong: away, bounces' });
    const box = boxOf(asked.address, reply);
    if (!box) return reply;
    if (away !== undefined) box.away = away as Box['away'];
    if (bounces !== undefined) box.bounces = bounces;
    return { away: box.away, bounces: box.bounces };
  });

  const mailOf = ({ params: { id }, query }: { params: OfMail['Params']; query: OfMail['Querystring'] }) =>
    query.address && isOurs(query.address) ? (world.office.find(world.office.box(query.address), Number(id))?.mail ?? null) : null;
  http.put<OfMail>('/mailbox/mails/:id/seen', (request, reply) => {
    const mail = mailOf(request);
    if (!mail) return reply.callNotFound();
    mail.flags.add('\\Seen');
    return {};
  });
  http.get<OfMail>('/mailbox/mails/:id/source', (request, reply) => {
    const mail = mailOf(request);
    return mail ? reply.type('text/plain; charset=utf-8').send(mail.source) : reply.callNotFound();
  });
  http.get<OfMail>('/mailbox/mails/:id/html', async (request, reply) => {
    const mail = mailOf(request);
    const written = mail && htmlOf(await parse(mail));
    if (!written) return reply.callNotFound();
    return reply.headers({ 'content-type': html, 'content-security-policy': inFrame }).send(written);
  });
  http.get<OfMail>('/mailbox/mails/:id/files/:file', async (request, reply) => {
    const mail = mailOf(request);
    const file = mail && filesOf(await parse(mail))[Number(request.params.file)];
    if (!file) return reply.callNotFound();
    const name = encodeURIComponent(file.filename ?? 'file').replaceAll("'", '%27');
    return reply
      .headers({ 'content-type': 'application/octet-stream', 'content-disposition': `attachment; filename*=UTF-8''${name}` })
      .send(Buffer.from(file.content as ArrayBuffer));
  });
}
