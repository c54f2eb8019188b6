import type { KeptMail } from '../post-office.ts';
import { instantOf } from './fetch.ts';
import { partOf } from './mime.ts';
import type { Arg } from './read-command.ts';
import { textOf } from './read-command.ts';
import { numbersIn } from './sets.ts';

type Fits = (mail: KeptMail, number: number) => boolean;

/** What the folder is, as far as searches name it. */
export interface Searched {
  mails: readonly KeptMail[];
}

const FLAGS = ['ANSWERED', 'DELETED', 'DRAFT', 'FLAGGED', 'SEEN'];
const DAY = 86_400_000;

/** The mails that fit, with their numbers in the folder. @throws Error for a key that does not exist */
export function search({ mails }: Searched, keys: readonly Arg[]): { mail: KeptMail; number: number }[] {
  const words = [...keys];
  if (words[0] && !Array.isArray(words[0]) && words[0].text.toUpperCase() === 'CHARSET') words.splice(0, 2);
  const fits = allOf(words, mails);
  return mails.flatMap((mail, at) => (fits(mail, at + 1) ? [{ mail, number: at + 1 }] : []));
}

function allOf(words: Arg[], mails: readonly KeptMail[]): Fits {
  const keys: Fits[] = [];
  while (words.length > 0) keys.push(nextKey(words, mails));
  return (mail, number) => keys.every((fits) => fits(mail, number));
}

function nextKey(words: Arg[], mails: readonly KeptMail[]): Fits {
  const word = words.shift();
  if (Array.isArray(word)) return allOf([...word], mails);
  const key = textOf(word).toUpperCase();
  const text = () => textOf(words.shift());
  const flag = FLAGS.find((one) => key === one || key === `UN${one}`);
  if (flag) {
    const name = `\\${flag.charAt(0)}${flag.slice(1).toLowerCase()}`;
    return ({ flags }) => flags.has(name) === (key === flag);
  }
  if (/^[\d*][\d*:,]*$/.test(key)) {
    const wanted = numbersIn(key, mails.length);
    return (_, number) => wanted(number);
  }
  const made = KEYS[key]?.(text, mails);
  if (made) return made;
  if (key === 'NOT') {
    const other = nextKey(words, mails);
    return (mail, number) => !other(mail, number);
  }
  if (key === 'OR') {
    const [one, other] = [nextKey(words, mails), nextKey(words, mails)];
    return (mail, number) => one(mail, number) || other(mail, number);
  }
  throw new Error(`${key} is nothing that can be searched for`);
}

const header =
  (name: string) =>
  (text: () => string): Fits => {
    const wanted = text();
    return (mail) => inHeader(mail, name, wanted);
  };

const inHeader = ({ source }: KeptMail, name: string, wanted: string): boolean => {
  const value = partOf(source).headers.get(name.toLowerCase());
  return value?.toLowerCase().includes(wanted.toLowerCase()) === true;
};

const dayOf = (at: Date) => Math.floor(at.getTime() / DAY);
const day =
  (fits: (mailDay: number, asked: number) => boolean) =>
  (text: () => string): Fits => {
    const asked = dayOf(instantOf(`${text()} 00:00:00 +0000`));
    return ({ receivedAt }) => fits(dayOf(receivedAt), asked);
  };

const KEYS: Readonly<Record<string, (text: () => string, mails: readonly KeptMail[]) => Fits>> = {
  ALL: () => () => true,
  NEW: () => () => false,
  RECENT: () => () => false,
  OLD: () => () => true,
  UID(text, mails) {
    const wanted = numbersIn(text(), mails.at(-1)?.uid ?? 0);
    return ({ uid }) => wanted(uid);
  },
  KEYWORD(text) {
    const name = text();
    return ({ flags }) => flags.has(name);
  },
  UNKEYWORD(text) {
    const name = text();
    return ({ flags }) => !flags.has(name);
  },
  HEADER(text) {
    const [name, wanted] = [text(), text()];
    return (mail) => inHeader(mail, name, wanted);
  },
  FROM: header('from'),
  TO: header('to'),
  CC: header('cc'),
  BCC: header('bcc'),
  SUBJECT: header('subject'),
  BODY(text) {
    const wanted = text().toLowerCase();
    return ({ source }) => partOf(source).body.toString('utf8').toLowerCase().includes(wanted);
  },
  TEXT(text) {
    const wanted = text().toLowerCase();
    return ({ source }) => source.toString('utf8').toLowerCase().includes(wanted);
  },
  LARGER(text) {
    const size = Number(text());
    return ({ source }) => source.length > size;
  },
  SMALLER(text) {
    const size = Number(text());
    return ({ source }) => source.length < size;
  },
  SINCE: day((mailDay, asked) => mailDay >= asked),
  BEFORE: day((mailDay, asked) => mailDay < asked),
  ON: day((mailDay, asked) => mailDay === asked),
};
