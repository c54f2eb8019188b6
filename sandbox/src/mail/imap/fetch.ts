import type { KeptMail } from '../post-office.ts';
import { fieldsOf, nameOf, type Part, partOf } from './mime.ts';
import type { Arg } from './read-command.ts';
import { envelopeOf, structureOf } from './structure.ts';

const SHORT: Readonly<Record<string, string[]>> = {
  ALL: ['FLAGS', 'INTERNALDATE', 'RFC822.SIZE', 'ENVELOPE'],
  FAST: ['FLAGS', 'INTERNALDATE', 'RFC822.SIZE'],
  FULL: ['FLAGS', 'INTERNALDATE', 'RFC822.SIZE', 'ENVELOPE', 'BODY'],
};

/** The items that a FETCH asks for, as they were written. */
export function itemsOf(asked: Arg | undefined): string[] {
  const words = (Array.isArray(asked) ? asked : [asked]).flatMap((word) => (word && !Array.isArray(word) ? [word.text] : []));
  if (words.length === 0) throw new Error('FETCH of what?');
  return words.flatMap((word) => SHORT[word.toUpperCase()] ?? [word]);
}

/** Gives what a mail holds, and marks it as read. */
export const marksAsRead = (item: string): boolean => /^(?:BODY\[|RFC822$|RFC822\.TEXT$)/i.test(item);

/** One item with its value. @throws Error for one that does not exist */
export function fetched(mail: KeptMail, item: string): Buffer {
  const name = item.toUpperCase();
  const part = () => partOf(mail.source);
  const plain: Readonly<Record<string, () => string>> = {
    UID: () => String(mail.uid),
    FLAGS: () => flagList(mail),
    INTERNALDATE: () => `"${dateOf(mail.receivedAt)}"`,
    'RFC822.SIZE': () => String(mail.source.length),
    ENVELOPE: () => envelopeOf(part().headers),
    BODY: () => structureOf(part(), false),
    BODYSTRUCTURE: () => structureOf(part(), true),
  };
  const told = plain[name];
  if (told) return Buffer.from(`${name} ${told()}`, 'utf8');
  if (name === 'RFC822') return literal(name, mail.source);
  if (name === 'RFC822.HEADER') return literal(name, part().head);
  if (name === 'RFC822.TEXT') return literal(name, part().body);
  const [, section, from, count] = /^BODY(?:\.PEEK)?\[(.*)\](?:<(\d+)\.(\d+)>)?$/is.exec(item) ?? [];
  if (section === undefined) throw new Error(`${item} is nothing that can be fetched`);
  const whole = sectionOf(mail.source, section);
  const origin = from === undefined ? '' : `<${from}>`;
  const bytes = from === undefined ? whole : whole?.subarray(Number(from), Number(from) + Number(count));
  return bytes ? literal(`BODY[${section}]${origin}`, bytes) : Buffer.from(`BODY[${section}]${origin} NIL`);
}

export const flagList = ({ flags }: KeptMail): string => `(${[...flags].join(' ')})`;

const literal = (name: string, bytes: Buffer): Buffer => Buffer.concat([Buffer.from(`${name} {${bytes.length}}\r\n`), bytes]);

/** What `1.2.MIME`, `HEADER.FIELDS (FROM TO)` or nothing at all names. Null: there is no such part. */
function sectionOf(source: Buffer, section: string): Buffer | null {
  if (section === '') return source;
  const [, numbers = '', rest = ''] = /^([\d.]*?)\.?([a-z].*)?$/is.exec(section) ?? [];
  let part = partOf(source);
  const path = numbers === '' ? [] : numbers.split('.').map(Number);
  for (const number of path) {
    const next = childAt(part, number);
    if (!next) return null;
    part = next;
  }
  const what = rest.toUpperCase();
  if (what === '') return part.body;
  if (what === 'MIME') return part.head;
  // HEADER and TEXT of a part are those of the mail that it holds.
  const mail = path.length === 0 ? part : part.children[0];
  if (!mail) return null;
  if (what === 'HEADER') return mail.head;
  if (what === 'TEXT') return mail.body;
  const [, not, names] = /^HEADER\.FIELDS(\.NOT)?\s*\((.*)\)$/s.exec(what) ?? [];
  if (names === undefined) throw new Error(`${section} is no section`);
  const wanted = new Set(names.toLowerCase().split(/\s+/));
  const fields = fieldsOf(mail.head).filter((field) => wanted.has(nameOf(field)) === (not === undefined));
  return Buffer.from(`${fields.map((field) => `${field}\r\n`).join('')}\r\n`, 'utf8');
}

/** A mail that is no multipart has one part, itself. */
function childAt(part: Part, number: number): Part | undefined {
  const holder = part.type === 'message' && part.children[0] ? part.children[0] : part;
  if (holder.type === 'multipart') return holder.children[number - 1];
  return number === 1 ? holder : undefined;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `05-Mar-2026 07:08:09 +0000`. */
function dateOf(at: Date): string {
  const [day = '', time = ''] = at.toISOString().split('T');
  const [year, month, date] = day.split('-');
  return `${date}-${MONTHS[Number(month) - 1]}-${year} ${time.slice(0, 8)} +0000`;
}

/** Of a date that IMAP wrote. @throws Error where it is none */
export function instantOf(text: string): Date {
  const at = new Date(text.trim().replaceAll(/(\d+)-(\w{3})-(\d{4})/g, '$1 $2 $3'));
  if (Number.isNaN(at.getTime())) throw new Error(`${text} is no date`);
  return at;
}
