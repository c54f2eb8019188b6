import { type Box, type Folder, INBOX, SENT } from '../post-office.ts';
import { byPassword, byPlain, byXoauth2, type SignedIn, TOKEN_REFUSED } from '../sign-in.ts';
import { instantOf } from './fetch.ts';
import { MAIL_COMMANDS, Refused, spelled } from './mail-commands.ts';
import { type Arg, type Command, quoted, textOf } from './read-command.ts';
import type { ImapSession } from './session.ts';

// What a client may ask at any time, or once it has signed in. Each resolves with what stands behind OK.

export function capabilitiesOf({ world: { switches }, user }: ImapSession): string {
  const always = ['IMAP4rev1', 'LITERAL+', 'ID', 'NAMESPACE', 'UNSELECT', 'SPECIAL-USE'];
  const signing = user ? [] : ['SASL-IR', 'AUTH=PLAIN', 'AUTH=XOAUTH2'];
  const some = [!switches.noIdle && 'IDLE', !switches.noMove && 'MOVE', !switches.noUidplus && 'UIDPLUS'].filter((one) => one !== false);
  return [...always, ...signing, ...some].join(' ');
}

type Answer = (session: ImapSession, args: readonly Arg[]) => Promise<string>;

const FREE: Readonly<Record<string, Answer>> = {
  async CAPABILITY(session) {
    session.wire.say(`* CAPABILITY ${capabilitiesOf(session)}`);
    return 'CAPABILITY completed';
  },
  async ID({ wire }) {
    wire.say('* ID ("name" "Parley sandbox")');
    return 'ID completed';
  },
  NOOP: async () => 'NOOP completed',
  async LOGOUT(session) {
    session.wire.say('* BYE see you');
    return 'LOGOUT completed';
  },
  LOGIN: async (session, [address, password]) => letIn(session, byPassword(session.world, textOf(address), textOf(password))),
  async AUTHENTICATE(session, [how, atOnce]) {
    const method = textOf(how).toUpperCase();
    if (method !== 'PLAIN' && method !== 'XOAUTH2') throw new Refused(`${method} is no way to sign in here`);
    if (!atOnce) session.wire.say('+ ');
    const proof = atOnce ? textOf(atOnce) : ((await session.wire.line()) ?? '');
    const user = method === 'PLAIN' ? byPlain(session.world, proof) : byXoauth2(session.world, proof);
    if (!user && method === 'XOAUTH2') {
      session.wire.say(`+ ${TOKEN_REFUSED}`);
      await session.wire.line();
    }
    return letIn(session, user);
  },
};

function letIn(session: ImapSession, user: SignedIn | null): string {
  if (!user) throw new Refused('[AUTHENTICATIONFAILED] the name or the password is wrong');
  session.signIn(user);
  return `[CAPABILITY ${capabilitiesOf(session)}] signed in`;
}

const SIGNED_IN: Readonly<Record<string, (session: ImapSession, args: readonly Arg[], box: Box) => Promise<string>>> = {
  SELECT: async (session, [name], box) => select(session, folderOf(box, name), false),
  EXAMINE: async (session, [name], box) => select(session, folderOf(box, name), true),
  async UNSELECT(session) {
    session.unselect();
    return 'UNSELECT completed';
  },
  async CLOSE(session) {
    const { open } = session;
    if (open && !open.isReadOnly) open.folder.remove(new Set(open.folder.mails.filter(({ flags }) => flags.has('\\Deleted'))));
    session.unselect();
    return 'CLOSE completed';
  },
  async STATUS({ wire }, [name, asked], box) {
    const folder = folderOf(box, name);
    const values: Readonly<Record<string, number>> = {
      MESSAGES: folder.mails.length,
      RECENT: 0,
      UIDNEXT: folder.uidNext,
      UIDVALIDITY: folder.uidValidity,
      UNSEEN: folder.mails.filter(({ flags }) => !flags.has('\\Seen')).length,
    };
    const wanted = (Array.isArray(asked) ? asked : []).map((item) => textOf(item).toUpperCase());
    const told = wanted.filter((item) => item in values).map((item) => `${item} ${values[item]}`);
    wire.say(`* STATUS ${quoted(folder.name)} (${told.join(' ')})`);
    return 'STATUS completed';
  },
  LIST: async ({ wire }, args, box) => list(wire.say.bind(wire), 'LIST', args, box),
  LSUB: async ({ wire }, args, box) => list(wire.say.bind(wire), 'LSUB', args, box),
  async NAMESPACE({ wire }) {
    wire.say('* NAMESPACE (("" "/")) NIL NIL');
    return 'NAMESPACE completed';
  },
  async CREATE({ world: { office } }, [name], box) {
    const wanted = textOf(name).replace(/\/$/, '');
    if (box.folders.has(wanted) || /^inbox$/i.test(wanted)) throw new Refused('[ALREADYEXISTS] the folder is there');
    if (wanted === '' || wanted.length > 200) throw new Refused('[CANNOT] that is no name of a folder');
    office.folder(box, wanted);
    return 'CREATE completed';
  },
  SUBSCRIBE: async () => 'SUBSCRIBE completed',
  UNSUBSCRIBE: async () => 'UNSUBSCRIBE completed',
  CHECK: async () => 'CHECK completed',
  async APPEND({ world }, args, box) {
    const folder = folderOf(box, args[0]);
    const mail = args.at(-1);
    if (!mail || Array.isArray(mail) || mail.isAtom) throw new Error('APPEND of what?');
    const between = args.slice(1, -1);
    const flags = between
      .filter((one) => Array.isArray(one))
      .flat()
      .map(textOf)
      .map(spelled);
    const date = between.find((one) => !Array.isArray(one));
    const at = date === undefined ? new Date() : instantOf(textOf(date));
    const { uid } = world.office.keep(box, folder.name, mail.bytes, { flags, receivedAt: at });
    return `${world.switches.noUidplus ? '' : `[APPENDUID ${folder.uidValidity} ${uid}] `}APPEND completed`;
  },
  async IDLE(session) {
    if (session.world.switches.noIdle) throw new Error('IDLE is not known here');
    session.wire.say('+ idling');
    const tell = () => session.open?.tellNews(true);
    const folder = session.open?.folder;
    tell();
    folder?.on('changed', tell);
    const line = await session.wire.line();
    folder?.off('changed', tell);
    if (line !== null && line.toUpperCase() !== 'DONE') throw new Error('DONE ends IDLE');
    return 'IDLE completed';
  },
};

function folderOf(box: Box, name: Arg | undefined): Folder {
  const wanted = textOf(name);
  const folder = box.folders.get(/^inbox$/i.test(wanted) ? INBOX : wanted);
  if (!folder) throw new Refused(`[NONEXISTENT] there is no folder ${wanted}`);
  return folder;
}

function select(session: ImapSession, folder: Folder, isReadOnly: boolean): string {
  const { wire } = session;
  session.select(folder, isReadOnly);
  const keywords = new Set(folder.mails.flatMap(({ flags }) => [...flags]).filter((flag) => !flag.startsWith('\\')));
  const flags = ['\\Answered', '\\Flagged', '\\Deleted', '\\Seen', '\\Draft', ...keywords].join(' ');
  wire.say(`* FLAGS (${flags})`);
  wire.say(`* OK [PERMANENTFLAGS (${isReadOnly ? '' : `${flags} \\*`})] these stay`);
  wire.say(`* ${folder.mails.length} EXISTS`);
  wire.say('* 0 RECENT');
  wire.say(`* OK [UIDVALIDITY ${folder.uidValidity}] numbers`);
  wire.say(`* OK [UIDNEXT ${folder.uidNext}] the next one`);
  return isReadOnly ? '[READ-ONLY] EXAMINE completed' : '[READ-WRITE] SELECT completed';
}

/** An empty pattern asks how names are put together (RFC 3501, section 6.3.8). */
function list(say: (line: string) => void, command: string, [reference, pattern]: readonly Arg[], box: Box): string {
  const wanted = `${textOf(reference)}${textOf(pattern)}`;
  if (textOf(pattern) === '') say(`* ${command} (\\Noselect) "/" ""`);
  else {
    const asRegExp = wanted
      .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('%', '[^/]*');
    const fits = new RegExp(`^${asRegExp}$`, 'i');
    for (const name of box.folders.keys())
      if (fits.test(name)) say(`* ${command} (${name === SENT ? '\\HasNoChildren \\Sent' : '\\HasNoChildren'}) "/" ${quoted(name)}`);
  }
  return `${command} completed`;
}

/** What stands behind the tag. */
export async function answerTo(session: ImapSession, { name, args }: Command): Promise<string> {
  try {
    const free = FREE[name];
    if (free) return `OK ${await free(session, args)}`;
    const { user, open } = session;
    const byUid = name.startsWith('UID ');
    const [mails, folders] = [MAIL_COMMANDS[byUid ? name.slice(4) : name], SIGNED_IN[name]];
    if (!mails && !folders) return `BAD ${name} is not known here`;
    if (!user) return 'NO sign in first';
    if (folders) return `OK ${await folders(session, args, user.box)}`;
    if (!open || !mails) return 'NO open a folder first';
    return `OK ${await mails({ session, open, args, byUid })}`;
  } catch (error) {
    return `${error instanceof Refused ? 'NO' : 'BAD'} ${(error as Error).message}`;
  }
}
