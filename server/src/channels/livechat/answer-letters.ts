import type { Locale, VisitorEvent } from '@parley/contract';
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database.ts';
import { enqueue, type JobContext, type Task } from '../../platform/jobs.ts';
import { visitorHistory } from './history.ts';
import { textsFor } from './language.ts';
import { channelOfSession, languageOfSession } from './session.ts';

export const FIND_LETTERS_TASK = 'livechat:find-letters';
export const LETTER_TASK = 'livechat:letter';

/** What was answered to a visitor while they were away. */
export interface UnseenAnswers {
  /** The same for every repetition: what was taken under it once goes out once. */
  key: string;
  accountId: string;
  roomId: string;
  contactChannelId: string;
  /** The address that the visitor gave; nobody has proved whose it is. */
  email: string;
  /** How the site is called, and the language of the visitor. */
  site: string;
  locale: Locale;
  /** In their order; no note, and nothing that the visitor has seen. */
  answers: readonly VisitorEvent[];
}

/**
 * Brings a visitor who has left what was answered meanwhile (administration, section 1). Whatever sends e-mail to customers fills it. A
 * rejection means: not taken, ask again with the same key.
 */
export interface AnswerLetters {
  send(answers: UnseenAnswers, signal: AbortSignal): Promise<void>;
}

/** Where a process keeps what brings letters. Without one nothing is looked for, and no screen promises a letter. */
export interface LetterPlace {
  register(letters: AnswerLetters): void;
  current(): AnswerLetters | null;
}

export function createLetterPlace(): LetterPlace {
  let registered: AnswerLetters | null = null;
  return {
    register(letters) {
      if (registered !== null) throw new Error('Letters to visitors are brought by something else already.');
      registered = letters;
    },
    current: () => registered,
  };
}

/** Later than this nobody is waited for any more. */
const SOUGHT_FOR = '7 days';
/** Sessions in one look at most; the next look finds the others. */
const AT_ONCE = 500;

interface Left {
  account_id: string;
  id: string;
}

/** Of `visitor_sessions s` and `widgets w`: gone for long enough, and without a letter in this absence. */
const GONE = `s.contact_channel_id is not null and (s.letter_at is null or s.letter_at < s.here_at)
  and greatest(s.here_at, s.last_activity_at) < now() - make_interval(mins => w.letter_after_minutes)`;
/** Something was said to them that they have not seen. What the visitor says themselves has no status of this kind. */
const ANSWERED = `exists (select from events e where e.contact_channel_id = s.contact_channel_id and e.status in ('SENT', 'DELIVERED')
  and e.channel_seq > s.letter_seq and e.origin_type in ('USER', 'CHATBOT') and not e.private)`;

/**
 * Every minute: finds over all accounts who has left, gave an address and was answered meanwhile, and hands each over to a job of its own,
 * in the transaction that notes it. So there is one letter for one absence, whoever looks and whatever dies in between.
 */
export function findLettersTask(db: Database, place: LetterPlace): Task {
  return async (_payload, { query, signal }) => {
    if (place.current() === null) return;
    for (const { account_id: accountId, id } of await whoLeft(query)) {
      signal.throwIfAborted();
      await db.inAccount(accountId, (tx) => handOver(tx, accountId, id));
    }
  };
}

async function whoLeft(query: JobContext['query']): Promise<Left[]> {
  const { rows } = await query(`
    select s.account_id, s.id from visitor_sessions s
      join visitor_details d on d.session_id = s.id and d.email is not null
      join widgets w on w.id = s.widget_id
    where ${GONE} and s.here_at > now() - interval '${SOUGHT_FOR}' and ${ANSWERED}
    order by s.here_at limit ${AT_ONCE}`);
  return rows as Left[];
}

async function handOver(tx: Tx, accountId: string, sessionId: string): Promise<void> {
  // Judged again under the row's lock: they may have come back, or another look has been quicker.
  const { rows } = await sql<{ letter_at: string }>`
    update visitor_sessions s set letter_at = clock_timestamp() from widgets w
    where s.id = ${sessionId}::uuid and w.id = s.widget_id and ${sql.raw(GONE)} and ${sql.raw(ANSWERED)}
    returning s.letter_at`.execute(tx);
  const [row] = rows;
  if (row !== undefined)
    await enqueue(tx, LETTER_TASK, { accountId, sessionId, at: row.letter_at }, { key: `${LETTER_TASK}:${sessionId}` });
}

interface Addressed {
  here_at: string;
  last_activity_at: string;
  letter_at: string | null;
  letter_seq: number;
  room_id: string | null;
  email: string | null;
  site: string;
  language: string;
}

/**
 * Brings one absence's answers. Whoever is back by then has them on the screen, and gets nothing. The key is of what is sent, so that a
 * repetition after a crash is told as one.
 */
export function letterTask(db: Database, place: LetterPlace): Task {
  return async (payload, { signal }) => {
    const letters = place.current();
    const { accountId, sessionId, at } = payload as { accountId: string; sessionId: string; at: string };
    // Nothing is promised while nothing brings letters; what was found before is let go.
    if (letters === null) return;
    const to = await addressOf(db, accountId, sessionId);
    if (to === null || to.letter_at === null || to.room_id === null || to.email === null) return;
    const isBack = Math.max(Date.parse(to.here_at), Date.parse(to.last_activity_at)) >= Date.parse(at);
    if (isBack || Date.parse(to.letter_at) !== Date.parse(at)) return;
    const answers = await unseenAnswers(db, accountId, sessionId, to.letter_seq);
    const last = answers.at(-1);
    if (last === undefined) return;
    const { room_id: roomId, email, site, language } = to;
    const key = `${sessionId}:${Date.parse(at)}`;
    const channel = { accountId, roomId, contactChannelId: channelOfSession(sessionId) };
    await letters.send({ key, ...channel, email, site, locale: textsFor(language), answers }, signal);
    await db.reader(accountId).updateTable('visitor_sessions').set({ letter_seq: last.channelSeq }).where('id', '=', sessionId).execute();
  };
}

async function addressOf(db: Database, accountId: string, sessionId: string): Promise<Addressed | null> {
  const row = await db
    .reader(accountId)
    .selectFrom('visitor_sessions as s')
    .innerJoin('widgets as w', 'w.id', 's.widget_id')
    .leftJoin('contact_channels as ch', 'ch.id', 's.contact_channel_id')
    .leftJoin('visitor_details as d', 'd.session_id', 's.id')
    .select([
      's.here_at',
      's.last_activity_at',
      's.letter_at',
      's.letter_seq',
      'ch.room_id',
      'd.email',
      'w.name',
      'w.header_text',
      languageOfSession,
    ])
    .where('s.id', '=', sessionId)
    .executeTakeFirst();
  return row === undefined ? null : { ...row, site: row.header_text || row.name };
}

/** The newest page of what they have not seen: more is read in the chat. */
async function unseenAnswers(db: Database, accountId: string, sessionId: string, after: number): Promise<VisitorEvent[]> {
  const { content } = await visitorHistory(db, { accountId, sessionId }, null);
  return content.filter(({ from, status, channelSeq }) => {
    return from !== 'VISITOR' && (status === 'SENT' || status === 'DELIVERED') && channelSeq > after;
  });
}

/** Notes that the chat is open in some tab of these sessions. */
export async function keepHere(db: Database, accountId: string, sessionIds: readonly string[]): Promise<void> {
  await sql`update visitor_sessions set here_at = clock_timestamp() where id = any(${[...sessionIds]}::uuid[])`.execute(
    db.reader(accountId),
  );
}
