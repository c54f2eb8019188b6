import { setTimeout as sleep } from 'node:timers/promises';
import type { ImapFlow } from 'imapflow';
import { ServerTrouble } from '../server-trouble.ts';
import { type AfterParts, afterFetching } from './after-fetching.ts';
import { folderOrMade, openImap } from './imap-client.ts';
import { headAndText, headOnly, type ImapMail, lookAt, NotGiven, wholeSource } from './imap-mail.ts';
import { dueTasks, type MailTask, passOver, type Reached, reachedIn, settleTask } from './places.ts';
import { type Session, STUMBLES, within } from './session.ts';
import { storeMail } from './store-mail.ts';

const INBOX = 'INBOX';
/** So many mails are looked at together before they are fetched one by one. */
const PAGE = 100;
/** What comes beside a mail's own bytes in one answer. */
const SPARE = 1024 * 1024;

interface Folder {
  folder: string;
  uidValidity: number;
}

/**
 * Fetches the inbox over one connection for as long as it stands: what is there, and what comes. Each mail is stored in a transaction of its own, and
 * only then marked, moved or deleted (RFC 3501, RFC 6851, RFC 4315; waits by IDLE, RFC 2177, or asks). Rejects with whatever ends it.
 */
export async function fetchByImap(session: Session): Promise<never> {
  const { parts, mailbox, signIn, signal } = session;
  const { times, mostBytes, reach } = parts;
  const client = await openImap(mailbox.server, signIn, reach, { largest: mostBytes + SPARE, idle: times.idle }, signal);
  const lost = new AbortController();
  const end = () => client.close();
  signal.addEventListener('abort', end, { once: true });
  client.on('close', () => lost.abort());
  try {
    return await follow(session, client, lost.signal);
  } finally {
    signal.removeEventListener('abort', end);
    if (client.usable) await within(client.logout(), times.answer, end).catch(end);
    else client.close();
  }
}

async function follow(session: Session, client: ImapFlow, lost: AbortSignal): Promise<never> {
  const { parts, mailbox } = session;
  const { times } = parts;
  const { uidValidity, uidNext } = await client.mailboxOpen(INBOX);
  const at: Folder = { folder: INBOX, uidValidity: Number(uidValidity) };
  const reached = await reachedIn(parts, mailbox, { ...at, uidNext: uidNext || (await behindLast(client)) });
  let news = new AbortController();
  client.on('exists', () => news.abort());
  let isFirst = true;
  for (;;) {
    news = new AbortController();
    if (!isFirst) await isAlive(client, times.answer);
    const after = await afterParts(session, client);
    const left = await doTasks(session, client, after, at);
    const undone = await fetchNew(session, client, after, { at, reached });
    await session.well(undone ?? left ?? after.trouble);
    isFirst = false;
    await sleep(times.poll, undefined, { signal: AbortSignal.any([news.signal, lost, session.signal]) }).catch(() => undefined);
    session.signal.throwIfAborted();
    if (lost.aborted) throw new Error('the connection was lost');
  }
}

/** Where the server tells no UIDNEXT. */
async function behindLast(client: ImapFlow): Promise<number> {
  const all = await client.search({ uid: '*' }, { uid: true });
  return Math.max(0, ...(all || [])) + 1;
}

async function isAlive(client: ImapFlow, answerMs: number): Promise<void> {
  await within(client.noop(), answerMs, () => client.close());
  if (!client.usable) throw new Error('the connection was lost');
}

interface After extends AfterParts {
  /** The folder to move to is not there and cannot be made: mails are stored all the same, and moved when it can. */
  trouble: ServerTrouble | null;
}

async function afterParts({ mailbox, parts }: Session, client: ImapFlow): Promise<After> {
  const plain = { client, mailbox, folder: null, answerMs: parts.times.answer, trouble: null };
  if (mailbox.after !== 'MOVE') return plain;
  try {
    return { ...plain, folder: await folderOrMade(client, mailbox.moveTo) };
  } catch (error) {
    if (error instanceof ServerTrouble) return { ...plain, trouble: error };
    throw error;
  }
}

/** What was left to be done before. @returns what is in the way of some of it */
async function doTasks(session: Session, client: ImapFlow, after: After, at: Folder): Promise<ServerTrouble | null> {
  let left: ServerTrouble | null = null;
  for (const task of await dueTasks(session.parts, session.mailbox, at)) {
    session.signal.throwIfAborted();
    if (task.task === 'FETCH') await fetchAgain(session, client, after, { at, task });
    else left = (await finish(session, after, at, { ...task, isRepeated: true })) ?? left;
  }
  return left;
}

/** A mail that the server could not give. It is in quarantine as far as it is known, and stays there when nothing helps. */
async function fetchAgain(session: Session, client: ImapFlow, after: After, { at, task }: { at: Folder; task: MailTask }): Promise<void> {
  const { parts, mailbox } = session;
  const place = { ...at, uid: task.uid };
  // Before it is tried: it may break the connection again.
  await settleTask(parts, mailbox, place, parts.times.again[task.tries] ?? null);
  const [mail] = await lookAt(client, [task.uid], parts.times.answer);
  if (!mail) return settleTask(parts, mailbox, place, null);
  try {
    const source = await sourceOf(session, client, mail);
    await storeMail(parts, mailbox, { ...mail, ...source, place: { by: 'IMAP', ...place } });
  } catch (error) {
    if (error instanceof NotGiven) return;
    throw error;
  }
  await finish(session, after, at, { uid: task.uid, tries: 0, isRepeated: false });
}

async function fetchNew(
  session: Session,
  client: ImapFlow,
  after: After,
  { at, reached }: { at: Folder; reached: Reached },
): Promise<ServerTrouble | null> {
  const { parts, mailbox, signal } = session;
  let left: ServerTrouble | null = null;
  for (const page of pagesOf(await newIn(client, reached.lastUid, parts.times.answer))) {
    const mails = new Map((await lookAt(client, page, parts.times.answer)).map((mail) => [mail.uid, mail]));
    for (const uid of page) {
      signal.throwIfAborted();
      const mail = mails.get(uid);
      // Somebody has taken it away meanwhile, or it lay here before the mailbox was ours.
      const isOurs = mail !== undefined && !(uid <= reached.rescanTo && mail.receivedAt < reached.beganAt);
      if (isOurs) {
        const isGiven = await fetchOne(session, client, { at, mail });
        if (isGiven) left = (await finish(session, after, at, { uid, tries: 0, isRepeated: false })) ?? left;
      } else await passOver(parts, mailbox, { ...at, uid });
      reached.lastUid = uid;
    }
  }
  return left;
}

/** `n:*` always names the last mail too, whatever its number (RFC 3501, section 6.4.8). */
async function newIn(client: ImapFlow, lastUid: number, answerMs: number): Promise<number[]> {
  const found = await within(client.search({ uid: `${lastUid + 1}:*` }, { uid: true }), answerMs, () => client.close());
  if (!found) throw new Error('the server does not say which mails are there');
  return found.filter((uid) => uid > lastUid).toSorted((one, other) => one - other);
}

function* pagesOf(uids: readonly number[]): Generator<readonly number[]> {
  for (let from = 0; from < uids.length; from += PAGE) yield uids.slice(from, from + PAGE);
}

/** Stores one mail. @returns false for one over which connections break time and again, or that the server does not give: it is kept as far as it is known */
async function fetchOne(session: Session, client: ImapFlow, { at, mail }: { at: Folder; mail: ImapMail }): Promise<boolean> {
  const { parts, mailbox, stumbles } = session;
  const name = `${at.uidValidity}:${mail.uid}`;
  const place = { by: 'IMAP', ...at, uid: mail.uid } as const;
  const before = stumbles.get(name) ?? 0;
  // Counted beforehand: it may take the connection with it in any way.
  stumbles.set(name, before + 1);
  session.begun();
  let isGiven = true;
  try {
    if (before >= STUMBLES) throw new NotGiven('the connection breaks whenever it is fetched');
    await storeMail(parts, mailbox, { ...mail, ...(await sourceOf(session, client, mail)), place });
  } catch (error) {
    isGiven = false;
    if (!(error instanceof NotGiven)) throw error;
    parts.log.warn(
      { channelApplicationId: mailbox.channelApplicationId, uid: mail.uid, why: error.message },
      'a mail could not be fetched',
    );
    const source = before > STUMBLES ? new Uint8Array() : await headOnly(client, mail.uid, parts.times.answer).catch(nothingOf(client));
    await storeMail(parts, mailbox, { ...mail, source, cut: true, place, trouble: `NOT_GIVEN ${error.message}` });
  }
  stumbles.delete(name);
  return isGiven;
}

/** A mail whose headers are not given either; a connection that broke over it ends here. */
const nothingOf = (client: ImapFlow) => (error: unknown) => {
  if (client.usable && error instanceof NotGiven) return new Uint8Array();
  throw error;
};

async function sourceOf({ parts }: Session, client: ImapFlow, mail: ImapMail): Promise<{ source: Uint8Array; cut: boolean }> {
  const { answer } = parts.times;
  if (mail.size > parts.mostBytes) return { source: await headAndText(client, mail, answer), cut: true };
  return { source: await wholeSource(client, mail, answer), cut: false };
}

interface Finished {
  uid: number;
  tries: number;
  isRepeated: boolean;
}

/** @returns what is in the way */
async function finish(session: Session, after: After, at: Folder, { uid, tries, isRepeated }: Finished): Promise<ServerTrouble | null> {
  const { parts, mailbox } = session;
  const { again } = parts.times;
  const later = again[Math.min(tries, again.length - 1)] ?? null;
  const place = { ...at, uid };
  // Beforehand: over one that breaks connections, the others are not to wait.
  if (isRepeated || after.trouble !== null) await settleTask(parts, mailbox, place, later);
  if (after.trouble !== null) return after.trouble;
  try {
    await afterFetching(after, uid, isRepeated);
    await settleTask(parts, mailbox, place, null);
    return null;
  } catch (error) {
    if (!(error instanceof ServerTrouble)) throw error;
    if (!isRepeated) await settleTask(parts, mailbox, place, later);
    return error;
  }
}
