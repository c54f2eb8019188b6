import { type Locale, VISITOR_PAGE_SIZE, type VisitorEvent } from '@parley/contract';
import { letters as bg } from '@parley/contract/text/bg/letters';
import { letters as en } from '@parley/contract/text/en/letters';
import type { Database } from '../../platform/database.ts';
import { filled, html } from '../../platform/html.ts';
import type { Letter } from '../../platform/mail.ts';
import { problem } from '../../platform/problem.ts';
import type { LivechatDeps } from './deps.ts';
import { visitorHistory } from './history.ts';
import { textsFor } from './language.ts';
import { languageOfSession, type Visitor } from './session.ts';

/** More is no letter any more. */
const MOST_EVENTS = 500;

/** What a letter is made of. */
interface Told {
  site: string;
  locale: Locale;
  zone: string;
  events: readonly VisitorEvent[];
  /** Something was said before these. */
  isCut: boolean;
}

/**
 * Sends what was said in this session to an address that the visitor gives: nobody knows whose it is, so that there must have been a
 * conversation, and few letters leave. @param network that it is asked for from
 * Throws MAIL_NOT_CONFIGURED, TRANSCRIPT_WITHOUT_ANSWER, ERROR_TOO_MANY_REQUESTS.
 */
export async function sendTranscript(deps: LivechatDeps, visitor: Visitor, email: string, network: string): Promise<void> {
  const { mail, limits, rooms } = deps;
  if (mail === null) throw problem('MAIL_NOT_CONFIGURED');
  const { db } = rooms;
  const { events, isCut } = await saidIn(db, visitor);
  if (!events.some(({ from }) => from === 'AGENT')) throw problem('TRANSCRIPT_WITHOUT_ANSWER');
  const row = await db
    .reader(visitor.accountId)
    .selectFrom('visitor_sessions as s')
    .innerJoin('widgets as w', 'w.id', 's.widget_id')
    .innerJoin('accounts as a', 'a.id', 's.account_id')
    .select(['w.name', 'w.header_text', languageOfSession, 'a.timezone'])
    .where('s.id', '=', visitor.sessionId)
    .executeTakeFirstOrThrow();
  for (const key of [visitor.sessionId, network, email.toLowerCase()]) limits.transcripts.take(key);
  const site = row.header_text || row.name;
  const letter = writeTranscript(email, { site, locale: textsFor(row.language), zone: row.timezone, events, isCut });
  await db.inAccount(visitor.accountId, (tx) => mail.post(tx, letter));
}

/** The newest of a session, ascending. */
async function saidIn(db: Database, visitor: Visitor): Promise<{ events: VisitorEvent[]; isCut: boolean }> {
  const events: VisitorEvent[] = [];
  for (let before: number | null = null; events.length < MOST_EVENTS; before = events[0]?.channelSeq ?? null) {
    const { content, last } = await visitorHistory(db, visitor, before);
    events.unshift(...content);
    if (last || content.length < VISITOR_PAGE_SIZE) return { events, isCut: false };
  }
  return { events, isCut: true };
}

/** The letter, as plain text and as simple HTML that says the same, in the visitor's language. */
export function writeTranscript(to: string, { site, locale, zone, events, isCut }: Told): Letter {
  const text = (key: keyof typeof en, params: Record<string, string> = {}) => filled((locale === 'bg' ? bg : en)[key], params, locale);
  const clock = new Intl.DateTimeFormat(locale === 'bg' ? 'bg-BG' : 'en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: zone });
  const lines = events.map((event) => ({
    who: text('LETTER_TRANSCRIPT_LINE', {
      name: event.from === 'VISITOR' ? text('LETTER_TRANSCRIPT_YOU') : (event.name ?? site),
      time: clock.format(new Date(event.createdAt)),
    }),
    words: [event.text, event.file === null ? '' : text('LETTER_TRANSCRIPT_FILE', { file: event.file.fileName })].filter(
      (part) => part !== '',
    ),
  }));
  const above = [text('LETTER_TRANSCRIPT', { site, zone }), ...(isCut ? [text('LETTER_TRANSCRIPT_CUT')] : [])];
  const note = text('LETTER_TRANSCRIPT_NOTE');
  const subject = text('LETTER_TRANSCRIPT_SUBJECT', { site });
  const body = html`<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><title>${subject}</title></head>
<body style="margin:0;padding:24px;font:14px/1.45 Roboto,system-ui,sans-serif;color:#1c1a22;background:#ffffff"><div style="max-width:560px">${above.map((one) => html`<p style="margin:0 0 16px">${one}</p>`)}${lines.map(
    ({ who, words }) =>
      html`<div style="margin:0 0 12px"><div style="color:#5c5866;font-size:12px">${who}</div>${words.map((one) => html`<div style="white-space:pre-wrap">${one}</div>`)}</div>`,
  )}<p style="margin:24px 0 0;color:#5c5866;font-size:12px">${note}</p></div></body>
</html>`;
  const plain = [...above, ...lines.map(({ who, words }) => [who, ...words].join('\n')), note].join('\n\n');
  return { to, subject, text: plain, html: body.html };
}
