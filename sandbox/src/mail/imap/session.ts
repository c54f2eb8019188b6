import { setTimeout as pause } from 'node:timers/promises';
import type { Folder, KeptMail } from '../post-office.ts';
import type { MailWorld, SignedIn } from '../sign-in.ts';
import type { Wire } from '../wire.ts';
import { numbersIn } from './sets.ts';

const ANSWER_EVERY = 100;

/** A folder that is open: what the client was told of it, in the order of its numbers. */
export class OpenFolder {
  readonly folder: Folder;
  readonly isReadOnly: boolean;
  readonly mails: KeptMail[];
  readonly #wire: Wire;

  constructor(folder: Folder, isReadOnly: boolean, wire: Wire) {
    this.folder = folder;
    this.isReadOnly = isReadOnly;
    this.mails = [...folder.mails];
    this.#wire = wire;
  }

  /** Tells what has come and gone since. @param mayRemove not in the answer to a command that names mails by their place (RFC 3501, section 7.4.1) */
  tellNews(mayRemove: boolean): void {
    const there = new Set(this.folder.mails);
    for (let at = this.mails.length - 1; mayRemove && at >= 0; at--) {
      if (there.has(this.mails[at] as KeptMail)) continue;
      this.mails.splice(at, 1);
      this.#wire.say(`* ${at + 1} EXPUNGE`);
    }
    const known = new Set(this.mails);
    const fresh = this.folder.mails.filter((mail) => !known.has(mail));
    if (fresh.length === 0) return;
    this.mails.push(...fresh);
    this.#wire.say(`* ${this.mails.length} EXISTS`);
  }

  /** The mails of a set, with their numbers. Those that are gone are left out. */
  named(set: string, byUid: boolean): { mail: KeptMail; number: number }[] {
    const fits = numbersIn(set, byUid ? (this.mails.at(-1)?.uid ?? 0) : this.mails.length);
    const there = new Set(this.folder.mails);
    return this.mails
      .map((mail, at) => ({ mail, number: at + 1 }))
      .filter(({ mail, number }) => fits(byUid ? mail.uid : number) && there.has(mail));
  }
}

/** One client. */
export class ImapSession {
  readonly world: MailWorld;
  readonly wire: Wire;
  user: SignedIn | null = null;
  open: OpenFolder | null = null;
  isOver = false;
  #close: (() => void) | null = null;
  #watch: NodeJS.Timeout | null = null;

  constructor(world: MailWorld, wire: Wire) {
    this.world = world;
    this.wire = wire;
  }

  signIn(user: SignedIn): void {
    this.user = user;
    // A server ends the session of a token that has run out, whatever the client does.
    this.#watch = setInterval(() => {
      if (!user.holds()) this.bye('the token of this session is over');
    }, ANSWER_EVERY).unref();
  }

  select(folder: Folder, isReadOnly: boolean): void {
    this.unselect();
    const renumbered = () => this.bye('the mailbox was made anew');
    folder.on('renumbered', renumbered);
    this.#close = () => folder.off('renumbered', renumbered);
    this.open = new OpenFolder(folder, isReadOnly, this.wire);
  }

  unselect(): void {
    this.#close?.();
    this.#close = null;
    this.open = null;
  }

  bye(reason: string): void {
    if (this.isOver) return;
    this.wire.say(`* BYE ${reason}`);
    this.end();
  }

  end(): void {
    this.isOver = true;
    if (this.#watch) clearInterval(this.#watch);
    this.unselect();
    this.wire.end();
  }

  /** Lets as much time pass as the server is slow. */
  async beSlow(): Promise<void> {
    const { slowMs } = this.world.switches;
    if (slowMs > 0) await pause(slowMs);
  }
}
