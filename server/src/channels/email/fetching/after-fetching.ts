import type { ImapFlow } from 'imapflow';
import { ServerTrouble } from '../server-trouble.ts';
import { headOnly } from './imap-mail.ts';
import type { Mailbox } from './mailbox.ts';

/** What marks a mail as fetched for whoever looks into the mailbox, without saying that somebody has read it. */
const FETCHED = '$Fetched';

export interface AfterParts {
  client: ImapFlow;
  mailbox: Mailbox;
  /** Of MOVE, as the server writes it. */
  folder: string | null;
  answerMs: number;
}

/**
 * Does with a stored mail what was set: marks it, moves it or deletes it, so that doing it once more changes nothing. Rejects with ServerTrouble where
 * the server does not let us, or with what breaks the connection.
 * @param isRepeated a process may have died over it: of a move in two steps, the first may be done
 */
export async function afterFetching(parts: AfterParts, uid: number, isRepeated: boolean): Promise<void> {
  const { client, mailbox } = parts;
  if (mailbox.after === 'KEEP') return mark(client, uid);
  if (mailbox.after === 'DELETE') return remove(client, uid);
  if (parts.folder !== null) return move(parts, parts.folder, uid, isRepeated);
}

/** By a keyword, where the server keeps such; else as read. */
async function mark(client: ImapFlow, uid: number): Promise<void> {
  const kept = client.mailbox ? client.mailbox.permanentFlags : undefined;
  const flag = kept === undefined || kept.has('\\*') || kept.has(FETCHED) ? FETCHED : '\\Seen';
  await must(client, client.messageFlagsAdd(String(uid), [flag], { uid: true, silent: true }), 'mark mails as fetched');
}

async function move(parts: AfterParts, folder: string, uid: number, isRepeated: boolean): Promise<void> {
  const { client } = parts;
  const what = `move mails to “${folder}”`;
  if (client.capabilities.has('MOVE')) return must(client, client.messageMove(String(uid), folder, { uid: true }), what);
  if (!(isRepeated && (await isThereAlready(parts, folder, uid))))
    await must(client, client.messageCopy(String(uid), folder, { uid: true }), what);
  await remove(client, uid);
}

/** Whether the folder has this very mail: one of its size with its headers. */
async function isThereAlready({ client, answerMs }: AfterParts, folder: string, uid: number): Promise<boolean> {
  const inbox = client.mailbox ? client.mailbox.path : 'INBOX';
  const own = await client.fetchOne(String(uid), { uid: true, size: true }, { uid: true });
  // It is gone from here: there is nothing to be copied.
  if (!own) return true;
  const head = await headOnly(client, uid, answerMs);
  const size = own.size ?? 0;
  try {
    await client.mailboxOpen(folder, { readOnly: true });
    const alike = await client.search({ larger: Math.max(0, size - 1), smaller: size + 1 }, { uid: true });
    for (const one of alike || []) if (Buffer.compare(await headOnly(client, one, answerMs), head) === 0) return true;
    return false;
  } finally {
    await client.mailboxOpen(inbox);
  }
}

/**
 * Without UIDPLUS there is no deleting of one mail alone (RFC 4315): what others have marked would go with it. Then it goes when nothing but it is
 * marked, and stays marked otherwise, to go with whoever next clears the mailbox.
 */
async function remove(client: ImapFlow, uid: number): Promise<void> {
  const what = 'delete mails';
  if (client.capabilities.has('UIDPLUS')) return must(client, client.messageDelete(String(uid), { uid: true }), what);
  await must(client, client.messageFlagsAdd(String(uid), ['\\Deleted'], { uid: true }), what);
  const marked = (await client.search({ deleted: true }, { uid: true })) || [];
  if (marked.length === 1 && marked[0] === uid) await must(client, client.messageDelete(String(uid), { uid: true }), what);
}

/** The library tells of a refusal by `false`, and so of a connection that is gone. */
async function must(client: ImapFlow, done: Promise<unknown>, what: string): Promise<void> {
  const isDone = (await done) !== false;
  if (!client.usable) throw new Error('the connection was lost');
  if (!isDone) throw new ServerTrouble('MISCONFIGURED', `The mail server does not let us ${what}.`);
}
