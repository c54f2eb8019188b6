import { EventEmitter } from 'node:events';

/** A mail in a folder, as its server keeps it. */
export interface KeptMail {
  /** Of the whole sandbox, and for good: pages name a mail by it. */
  id: number;
  uid: number;
  source: Buffer;
  /** As IMAP writes them: `\Seen`, `$Fetched`. */
  flags: Set<string>;
  receivedAt: Date;
}

/** `changed`: mails came or went; `renumbered`: UIDVALIDITY is another one, and whoever has the folder open knows nothing of it any more. */
export class Folder extends EventEmitter<{ changed: []; renumbered: [] }> {
  readonly name: string;
  uidValidity: number;
  uidNext = 1;
  mails: KeptMail[] = [];

  constructor(name: string, uidValidity: number) {
    super();
    this.name = name;
    this.uidValidity = uidValidity;
    this.setMaxListeners(0);
  }

  add(mail: Omit<KeptMail, 'uid'>): KeptMail {
    const kept = { ...mail, uid: this.uidNext++ };
    this.mails.push(kept);
    this.emit('changed');
    return kept;
  }

  remove(gone: ReadonlySet<KeptMail>): void {
    this.mails = this.mails.filter((mail) => !gone.has(mail));
    if (gone.size > 0) this.emit('changed');
  }
}

/** Everything of one address. `away`: what it answers by itself while its owner is out, with the headers that say so or without them. */
export interface Box {
  readonly address: string;
  readonly folders: Map<string, Folder>;
  away: 'OFF' | 'MARKED' | 'PLAIN';
  /** What comes to it is taken, and comes back as undeliverable a little later. */
  bounces: boolean;
}

export const INBOX = 'INBOX';
export const SENT = 'Sent';

/** Domains that belong to nobody (RFC 2606 and 6761): mail to others goes nowhere, since nothing leaves this machine. */
const OURS = /^[^@\s]+@(?:[^@\s]+\.)?(?:test|example|localhost|example\.(?:com|net|org))$/i;

export const isOurs = (address: string): boolean => OURS.test(address);

/** The boxes of all addresses, in memory. One is made when somebody first asks for it. */
export class PostOffice {
  readonly #boxes = new Map<string, Box>();
  #lastMail = 0;
  #lastValidity = Math.floor(Date.now() / 1000);

  /** @throws Error for an address of a domain that is not played here */
  box(address: string): Box {
    const key = address.trim().toLowerCase();
    if (!isOurs(key)) throw new Error(`${address} is of no domain of this mail server: it has .test, .example and localhost`);
    let box = this.#boxes.get(key);
    if (!box) {
      box = { address: key, folders: new Map(), away: 'OFF', bounces: false };
      this.#boxes.set(key, box);
      for (const name of [INBOX, SENT]) this.folder(box, name);
    }
    return box;
  }

  boxes(): Box[] {
    return [...this.#boxes.values()];
  }

  /** Made where it is missing. */
  folder(box: Box, name: string): Folder {
    let folder = box.folders.get(name);
    if (!folder) {
      folder = new Folder(name, ++this.#lastValidity);
      box.folders.set(name, folder);
    }
    return folder;
  }

  keep(
    box: Box,
    name: string,
    source: Buffer,
    { flags = [], receivedAt = new Date() }: { flags?: string[]; receivedAt?: Date } = {},
  ): KeptMail {
    return this.folder(box, name).add({ id: ++this.#lastMail, source, flags: new Set(flags), receivedAt });
  }

  copy(mail: KeptMail, to: Folder): KeptMail {
    const { source, flags, receivedAt } = mail;
    return to.add({ id: ++this.#lastMail, source, flags: new Set(flags), receivedAt });
  }

  /** Each folder of the box is another one from now on, with the same mails. */
  renumber(box: Box): void {
    for (const folder of box.folders.values()) {
      folder.uidValidity = ++this.#lastValidity;
      folder.uidNext = 1;
      for (const mail of folder.mails) mail.uid = folder.uidNext++;
      folder.emit('renumbered');
    }
  }

  /** The mail of this id in a box. */
  find(box: Box, id: number): { folder: Folder; mail: KeptMail } | null {
    for (const folder of box.folders.values()) {
      const mail = folder.mails.find((one) => one.id === id);
      if (mail) return { folder, mail };
    }
    return null;
  }
}
