import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

interface Lying {
  uid: number;
  source: string;
  flags: Set<string>;
  at: Date;
}
interface Box {
  uidValidity: number;
  uidNext: number;
  mails: Lying[];
}

/** An IMAP server that does wrong what no real one can be made to do. In the clear, with any password. */
export interface ScriptedImap {
  port: number;
  boxes: Map<string, Box>;
  capabilities: Set<string>;
  /** Numbers of mails whose content it refuses to give. */
  refuses: Set<number>;
  /** Says so many bytes, whatever the content has. */
  announces: Map<number, number>;
  /** Breaks the connection off within the content of a mail, so often. */
  cuts: Map<number, number>;
  /** Breaks the connection off before it does a command that begins so. */
  cutsBefore: string | null;
  /** Refuses to make folders. */
  makesNone: boolean;
  /** Commands as they came, without their tags. */
  heard: string[];
  deliver(source: string, options?: { box?: string; flags?: string[]; at?: Date }): number;
  subjects(box: string): string[];
  close(): Promise<void>;
}

export async function scriptedImap(): Promise<ScriptedImap> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    talk(imap, socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const imap: ScriptedImap = {
    port: (server.address() as AddressInfo).port,
    boxes: new Map([['INBOX', { uidValidity: 1000, uidNext: 1, mails: [] }]]),
    capabilities: new Set(['IMAP4rev1', 'UIDPLUS', 'MOVE', 'IDLE']),
    refuses: new Set(),
    announces: new Map(),
    cuts: new Map(),
    cutsBefore: null,
    makesNone: false,
    heard: [],
    deliver(source, { box: name = 'INBOX', flags = [], at = new Date() } = {}) {
      const box = boxOf(imap, name);
      const uid = box.uidNext++;
      box.mails.push({ uid, source, flags: new Set(flags), at });
      for (const socket of sockets) socket.write(`* ${box.mails.length} EXISTS\r\n`);
      return uid;
    },
    subjects: (name) => boxOf(imap, name).mails.map(({ source }) => /^Subject: (.*)$/m.exec(source)?.[1]?.trim() ?? ''),
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
  return imap;
}

function boxOf(imap: ScriptedImap, name: string): Box {
  const box = imap.boxes.get(name);
  if (!box) throw new Error(`there is no ${name}`);
  return box;
}

function talk(imap: ScriptedImap, socket: Socket): void {
  let buffered = '';
  let selected: Box | undefined;
  let idling: string | null = null;
  const say = (text: string) => void socket.write(`${text}\r\n`, 'latin1');
  say('* OK here');
  socket.on('data', (piece) => {
    buffered += piece.toString('latin1');
    for (let end = buffered.indexOf('\r\n'); end >= 0; end = buffered.indexOf('\r\n')) {
      const line = buffered.slice(0, end);
      buffered = buffered.slice(end + 2);
      if (idling !== null) {
        say(`${idling} OK done`);
        idling = null;
      } else hear(line);
    }
  });

  function opened(box: Box): void {
    say('* FLAGS (\\Seen \\Deleted)');
    say('* OK [PERMANENTFLAGS (\\Seen \\Deleted \\*)] kept');
    say(`* ${box.mails.length} EXISTS`);
    say(`* OK [UIDVALIDITY ${box.uidValidity}] good`);
    say(`* OK [UIDNEXT ${box.uidNext}] next`);
  }

  function hear(line: string): void {
    const [, tag = '', command = ''] = /^(\S+) (.*)$/.exec(line) ?? [];
    imap.heard.push(command);
    if (imap.cutsBefore !== null && command.startsWith(imap.cutsBefore)) return void socket.destroy();
    const ok = (words = 'done') => say(`${tag} OK ${words}`);
    const no = (words: string): void => say(`${tag} NO ${words}`);
    const name = /"([^"]*)"\s*$|(\S+)\s*$/.exec(command);
    const named = name?.[1] ?? name?.[2] ?? '';
    const verb = /^(?:UID )?\w+/.exec(command)?.[0].toUpperCase() ?? '';
    if (verb === 'CAPABILITY') {
      say(`* CAPABILITY ${[...imap.capabilities].join(' ')}`);
      ok();
    } else if (verb === 'LIST' || verb === 'LSUB') {
      // Asked for nothing it tells what parts names of folders (RFC 3501, section 6.3.8).
      if (named === '') say('* LIST (\\Noselect) "/" ""');
      else for (const box of imap.boxes.keys()) say(`* ${verb} () "/" "${box}"`);
      ok();
    } else if (verb === 'CREATE') {
      if (imap.makesNone) no('[NOPERM] nobody may make folders here');
      else {
        imap.boxes.set(named, { uidValidity: 7, uidNext: 1, mails: [] });
        ok();
      }
    } else if (verb === 'SELECT' || verb === 'EXAMINE') {
      selected = imap.boxes.get(named);
      if (selected) {
        opened(selected);
        ok('[READ-WRITE] opened');
      } else no('[NONEXISTENT] there is none');
    } else if (verb === 'IDLE') {
      idling = tag;
      say('+ waiting');
    } else if (verb === 'LOGOUT') {
      say('* BYE bye');
      ok();
      socket.end();
    } else if (verb.startsWith('UID') || verb === 'EXPUNGE') {
      if (selected) ofMails(selected, verb, command, { ok, no });
      else no('nothing is open');
    } else ok();
  }

  function ofMails(box: Box, verb: string, command: string, { ok, no }: { ok(): void; no(words: string): void }): void {
    const rest = command.slice(verb.length).trim();
    const chosen = (set: string) => box.mails.filter(({ uid }) => set.split(',').some((part) => isWithin(part, uid, box)));
    const [set = '', ...words] = rest.split(' ');
    if (verb === 'UID SEARCH') {
      say(`* SEARCH ${search(box, rest).join(' ')}`.trimEnd());
      ok();
    } else if (verb === 'UID FETCH') {
      for (const mail of chosen(set)) if (!give(box, mail, words.join(' '), no)) return;
      ok();
    } else if (verb === 'UID STORE') {
      const flags = /\(([^)]*)\)/.exec(rest)?.[1]?.split(' ') ?? [];
      for (const mail of chosen(set)) for (const flag of flags) mail.flags.add(flag);
      ok();
    } else if (verb === 'UID COPY' || verb === 'UID MOVE') {
      const target = boxOf(imap, (words[0] ?? '').replaceAll('"', ''));
      for (const { source, flags, at } of chosen(set)) target.mails.push({ uid: target.uidNext++, source, flags: new Set(flags), at });
      if (verb === 'UID MOVE') box.mails = box.mails.filter((mail) => !chosen(set).includes(mail));
      ok();
    } else if (verb === 'UID EXPUNGE') {
      const gone = chosen(set).filter(({ flags }) => flags.has('\\Deleted'));
      box.mails = box.mails.filter((mail) => !gone.includes(mail));
      ok();
    } else if (verb === 'EXPUNGE') {
      box.mails = box.mails.filter(({ flags }) => !flags.has('\\Deleted'));
      ok();
    } else no('never heard of it');
  }

  /** @returns false when it answered otherwise */
  function give(box: Box, { uid, source, flags, at }: Lying, what: string, no: (words: string) => void): boolean {
    const items = [`UID ${uid}`, `FLAGS (${[...flags].join(' ')})`];
    if (what.includes('RFC822.SIZE')) items.push(`RFC822.SIZE ${source.length}`);
    if (what.includes('INTERNALDATE')) items.push(`INTERNALDATE "${imapDate(at)}"`);
    const head = `${source.slice(0, source.indexOf('\r\n\r\n'))}\r\n\r\n`;
    if (what.includes('BODY.PEEK[HEADER]')) items.push(`BODY[HEADER] {${head.length}}\r\n${head}`);
    if (what.includes('BODY.PEEK[]')) {
      if (imap.refuses.has(uid)) {
        no('[SERVERBUG] this one cannot be read');
        return false;
      }
      items.push(`BODY[] {${imap.announces.get(uid) ?? source.length}}\r\n${source}`);
    }
    const text = `* ${box.mails.findIndex((mail) => mail.uid === uid) + 1} FETCH (${items.join(' ')})\r\n`;
    const left = imap.cuts.get(uid) ?? 0;
    if (left > 0 && what.includes('BODY.PEEK[]')) {
      imap.cuts.set(uid, left - 1);
      socket.write(text.slice(0, text.length - source.length / 2), 'latin1', () => socket.destroy());
      return false;
    }
    socket.write(text, 'latin1');
    return true;
  }
}

function isWithin(part: string, uid: number, box: Box): boolean {
  const last = box.mails.at(-1)?.uid ?? 0;
  const [from = 0, to = from] = part.split(':').map((one) => (one === '*' ? last : Number(one)));
  return uid >= Math.min(from, to) && uid <= Math.max(from, to);
}

function search(box: Box, terms: string): number[] {
  const range = /UID (\S+)/.exec(terms)?.[1];
  const [larger, smaller] = [/LARGER (\d+)/.exec(terms)?.[1], /SMALLER (\d+)/.exec(terms)?.[1]];
  return box.mails
    .filter(({ uid }) => range === undefined || isWithin(range, uid, box))
    .filter(({ flags }) => !terms.includes('DELETED') || flags.has('\\Deleted'))
    .filter(({ source }) => larger === undefined || source.length > Number(larger))
    .filter(({ source }) => smaller === undefined || source.length < Number(smaller))
    .map(({ uid }) => uid);
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
function imapDate(at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const time = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].map(two).join(':');
  return `${two(at.getUTCDate())}-${MONTHS[at.getUTCMonth()]}-${at.getUTCFullYear()} ${time} +0000`;
}
