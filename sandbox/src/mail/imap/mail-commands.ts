import { setImmediate as turn } from 'node:timers/promises';
import type { KeptMail } from '../post-office.ts';
import { fetched, flagList, itemsOf, marksAsRead } from './fetch.ts';
import { type Arg, textOf } from './read-command.ts';
import { search } from './search.ts';
import type { ImapSession, OpenFolder } from './session.ts';

// What is done with the mails of the folder that is open. Each resolves with what stands behind OK, or rejects with an Error: BAD.

/** NO is the answer: the command is right, and it cannot be done. */
export class Refused extends Error {}

interface Asked {
  session: ImapSession;
  open: OpenFolder;
  args: readonly Arg[];
  byUid: boolean;
}
export type MailCommand = (asked: Asked) => Promise<string>;

async function fetch({ session, open, args, byUid }: Asked): Promise<string> {
  const items = itemsOf(args[1]);
  if (byUid && !items.some((item) => item.toUpperCase() === 'UID')) items.unshift('UID');
  for (const { mail, number } of open.named(textOf(args[0]), byUid)) {
    if (session.isOver) break;
    const isSeen = items.some(marksAsRead) && !open.isReadOnly && !mail.flags.has('\\Seen');
    if (isSeen) mail.flags.add('\\Seen');
    const asked = isSeen && !items.some((item) => item.toUpperCase() === 'FLAGS') ? [...items, 'FLAGS'] : items;
    const pieces = asked.flatMap((item, at) => (at === 0 ? [fetched(mail, item)] : [Buffer.from(' '), fetched(mail, item)]));
    const answer = Buffer.concat([Buffer.from(`* ${number} FETCH (`), ...pieces, Buffer.from(')\r\n')]);
    if (breaksOff(session, items)) {
      session.wire.socket.write(answer.subarray(0, Math.ceil(answer.length / 2)), () => session.wire.cut());
      session.isOver = true;
      break;
    }
    session.wire.write(answer);
    await turn();
  }
  return 'FETCH completed';
}

function breaksOff({ world: { switches } }: ImapSession, items: readonly string[]): boolean {
  if (switches.dropFetches === 0 || !items.some((item) => /^(?:BODY(?:\.PEEK)?\[\]|RFC822$)/i.test(item))) return false;
  switches.dropFetches--;
  return true;
}

async function store({ session, open, args, byUid }: Asked): Promise<string> {
  mayWrite(open);
  const how = textOf(args[1]).toUpperCase();
  const [, sign, silent] = /^([+-]?)FLAGS(\.SILENT)?$/.exec(how) ?? [];
  if (sign === undefined) throw new Error(`${how} is nothing that can be stored`);
  const flags = args.slice(2).flat().map(textOf).map(spelled);
  for (const { mail, number } of open.named(textOf(args[0]), byUid)) {
    if (sign === '') mail.flags.clear();
    for (const flag of flags) sign === '-' ? mail.flags.delete(flag) : mail.flags.add(flag);
    if (!silent) session.wire.say(`* ${number} FETCH (${byUid ? `UID ${mail.uid} ` : ''}FLAGS ${flagList(mail)})`);
  }
  return 'STORE completed';
}

const SYSTEM = ['\\Seen', '\\Answered', '\\Flagged', '\\Deleted', '\\Draft'];
/** The flags of IMAP itself may be written in any letters. */
export const spelled = (flag: string): string => SYSTEM.find((one) => one.toLowerCase() === flag.toLowerCase()) ?? flag;

async function searchMails({ session, open, args, byUid }: Asked): Promise<string> {
  const there = new Set(open.folder.mails);
  const found = search(open, args).filter(({ mail }) => there.has(mail));
  session.wire.say(`* SEARCH${found.map(({ mail, number }) => ` ${byUid ? mail.uid : number}`).join('')}`);
  return 'SEARCH completed';
}

async function copy(asked: Asked): Promise<string> {
  const copied = copyTo(asked);
  return `${copied} COPY completed`.trim();
}

async function move(asked: Asked): Promise<string> {
  const { session, open, args, byUid } = asked;
  if (session.world.switches.noMove) throw new Error('MOVE is not known here');
  mayWrite(open);
  const copied = copyTo(asked);
  if (copied !== '') session.wire.say(`* OK ${copied} moved`);
  open.folder.remove(new Set(open.named(textOf(args[0]), byUid).map(({ mail }) => mail)));
  open.tellNews(true);
  return 'MOVE completed';
}

/** @returns the COPYUID of RFC 4315 */
function copyTo({ session, open, args, byUid }: Asked): string {
  const name = textOf(args[1]);
  const folder = session.user?.box.folders.get(/^inbox$/i.test(name) ? 'INBOX' : name);
  if (!folder) throw new Refused(`[TRYCREATE] there is no folder ${name}`);
  const mails = open.named(textOf(args[0]), byUid).map(({ mail }) => mail);
  const copies = mails.map((mail) => session.world.office.copy(mail, folder));
  if (session.world.switches.noUidplus || mails.length === 0) return '';
  const uids = (all: readonly KeptMail[]) => all.map(({ uid }) => uid).join(',');
  return `[COPYUID ${folder.uidValidity} ${uids(mails)} ${uids(copies)}]`;
}

async function expunge({ session, open, args, byUid }: Asked): Promise<string> {
  if (byUid && session.world.switches.noUidplus) throw new Error('UID EXPUNGE is not known here');
  mayWrite(open);
  const named = byUid ? open.named(textOf(args[0]), true).map(({ mail }) => mail) : open.folder.mails;
  open.folder.remove(new Set(named.filter(({ flags }) => flags.has('\\Deleted'))));
  open.tellNews(true);
  return 'EXPUNGE completed';
}

function mayWrite({ isReadOnly }: OpenFolder): void {
  if (isReadOnly) throw new Refused('[READ-ONLY] the folder was opened to be read');
}

export const MAIL_COMMANDS: Readonly<Record<string, MailCommand>> = {
  FETCH: fetch,
  STORE: store,
  SEARCH: searchMails,
  COPY: copy,
  MOVE: move,
  EXPUNGE: expunge,
};
