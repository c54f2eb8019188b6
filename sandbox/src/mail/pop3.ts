import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { INBOX, type KeptMail } from './post-office.ts';
import { byPassword, byXoauth2, type MailWorld, type SignedIn, TOKEN_REFUSED } from './sign-in.ts';
import { Wire } from './wire.ts';

/** Marked for deletion until QUIT. */
interface Listed {
  mail: KeptMail;
  isGone: boolean;
}

interface Talk {
  world: MailWorld;
  wire: Wire;
  name: string;
  user: SignedIn | null;
  /** What lay in the box when its owner signed in. */
  mails: Listed[];
}

/** -ERR is the answer. */
class Refused extends Error {}

/** POP3 (RFC 1939) with CAPA and XOAUTH2, in clear: it listens on this machine alone. */
export const createPop3 = (world: MailWorld): Server => createServer((socket) => void talk(world, socket));

async function talk(world: MailWorld, socket: Socket): Promise<void> {
  const wire = new Wire(socket);
  const one: Talk = { world, wire, name: '', user: null, mails: [] };
  wire.say('+OK the sandbox’s mail');
  for (;;) {
    const line = await wire.line();
    if (line === null) return;
    if (world.switches.slowMs > 0) await pause(world.switches.slowMs);
    const [name = '', ...args] = line.split(' ');
    const command = name.toUpperCase();
    try {
      if (one.user && !one.user.holds()) throw new Refused('[AUTH] the token of this session is over');
      await answer(one, command, args);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      wire.say(`-ERR ${error.message}`);
    }
    if (command === 'QUIT') return wire.end();
    if (one.user && !one.user.holds()) return wire.end();
  }
}

async function answer(one: Talk, command: string, args: readonly string[]): Promise<void> {
  const free = FREE[command];
  if (free) return free(one, args);
  const known = SIGNED_IN[command];
  if (!known) throw new Refused(`${command} is not known here`);
  if (!one.user) throw new Refused('sign in first');
  known(one, args);
}

type Answer = (one: Talk, args: readonly string[]) => void;

const FREE: Readonly<Record<string, (one: Talk, args: readonly string[]) => void | Promise<void>>> = {
  CAPA({ wire, world: { switches } }) {
    sayBlock(wire, 'what is known', ['USER', 'SASL XOAUTH2', 'TOP', 'RESP-CODES', ...(switches.noUidl ? [] : ['UIDL'])]);
  },
  USER(one, args) {
    one.name = args.join(' ');
    one.wire.say('+OK and the password?');
  },
  PASS: (one, args) => letIn(one, byPassword(one.world, one.name, args.join(' '))),
  async AUTH(one, [how, atOnce]) {
    const { wire, world } = one;
    if (how?.toUpperCase() !== 'XOAUTH2') throw new Refused('XOAUTH2 is the one way of this kind');
    if (atOnce === undefined) wire.say('+ ');
    const user = byXoauth2(world, atOnce ?? (await wire.line()) ?? '');
    if (!user) {
      wire.say(`+ ${TOKEN_REFUSED}`);
      await wire.line();
    }
    letIn(one, user);
  },
  QUIT({ wire, user, mails }) {
    const gone = new Set(mails.filter(({ isGone }) => isGone).map(({ mail }) => mail));
    user?.box.folders.get(INBOX)?.remove(gone);
    wire.say('+OK see you');
  },
};

function letIn(one: Talk, user: SignedIn | null): void {
  if (!user) throw new Refused('[AUTH] the name or the password is wrong');
  one.user = user;
  one.mails = (user.box.folders.get(INBOX)?.mails ?? []).map((mail) => ({ mail, isGone: false }));
  one.wire.say('+OK signed in');
}

const SIGNED_IN: Readonly<Record<string, Answer>> = {
  NOOP: ({ wire }) => wire.say('+OK'),
  STAT({ wire, mails }) {
    const there = mails.filter(({ isGone }) => !isGone);
    wire.say(`+OK ${there.length} ${there.reduce((sum, { mail }) => sum + mail.source.length, 0)}`);
  },
  LIST: (one, args) => tellEach(one, args[0], ({ source }) => String(source.length)),
  UIDL(one, args) {
    if (one.world.switches.noUidl) throw new Refused('UIDL is not known here');
    const validity = one.user?.box.folders.get(INBOX)?.uidValidity;
    tellEach(one, args[0], ({ uid }) => `${validity}.${uid}`);
  },
  RETR(one, [number]) {
    const { source } = named(one, number).mail;
    give(one, source);
  },
  TOP(one, [number, lines = '0']) {
    const { source } = named(one, number).mail;
    const end = source.indexOf('\r\n\r\n');
    const head = end < 0 ? source : source.subarray(0, end + 4);
    const rest = source.subarray(head.length).toString('latin1').split('\r\n').slice(0, Number(lines)).join('\r\n');
    sayBytes(one.wire, Buffer.concat([head, Buffer.from(rest, 'latin1')]));
  },
  DELE(one, [number]) {
    named(one, number).isGone = true;
    one.wire.say('+OK it goes when you quit');
  },
  RSET({ wire, mails }) {
    for (const one of mails) one.isGone = false;
    wire.say('+OK nothing goes');
  },
};

function named({ mails }: Talk, number = ''): Listed {
  const one = mails[Number(number) - 1];
  if (!one || one.isGone) throw new Refused('there is no such mail');
  return one;
}

function tellEach(one: Talk, number: string | undefined, tell: (mail: KeptMail) => string): void {
  if (number !== undefined) {
    one.wire.say(`+OK ${number} ${tell(named(one, number).mail)}`);
    return;
  }
  const rows = one.mails.flatMap(({ mail, isGone }, at) => (isGone ? [] : [`${at + 1} ${tell(mail)}`]));
  sayBlock(one.wire, `${rows.length} mails`, rows);
}

/** The mail itself; where fetches are to break, its first half. */
function give({ wire, world: { switches } }: Talk, source: Buffer): void {
  if (switches.dropFetches === 0) {
    sayBytes(wire, source);
    return;
  }
  switches.dropFetches--;
  wire.say('+OK');
  wire.socket.write(source.subarray(0, Math.ceil(source.length / 2)), () => wire.cut());
}

function sayBlock(wire: Wire, words: string, rows: readonly string[]): void {
  wire.say(`+OK ${words}`);
  for (const row of rows) wire.say(row);
  wire.say('.');
}

/** A line that begins with a dot gets another one before it, since a dot alone ends the mail (RFC 1939, section 3). */
function sayBytes(wire: Wire, source: Buffer): void {
  const text = source.toString('latin1').replaceAll(/^\./gm, '..');
  const isLineEnded = text === '' || text.endsWith('\n');
  wire.say('+OK');
  wire.write(Buffer.from(`${text}${isLineEnded ? '' : '\r\n'}.\r\n`, 'latin1'));
}
