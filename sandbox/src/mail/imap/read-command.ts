import type { Wire } from '../wire.ts';

/** A word of a command: an atom, a quoted string or a literal, whose `bytes` are kept as they came. */
export interface Word {
  text: string;
  bytes: Buffer;
  isAtom: boolean;
}
export type Arg = Word | Arg[];

export interface Command {
  tag: string;
  /** In capitals; `UID FETCH` and its like are one name. */
  name: string;
  args: Arg[];
}

/** A command that cannot be read: BAD is the answer. */
export class BadCommand extends Error {
  readonly tag: string;
  constructor(tag: string, message: string) {
    super(message);
    this.tag = tag;
  }
}

const LITERAL = /\{(\d+)(\+?)\}$/;
const LARGEST_LITERAL = 64 * 1024 * 1024;

/** Null: the client is gone. @throws BadCommand */
export async function readCommand(wire: Wire): Promise<Command | null> {
  const pieces: (string | Buffer)[] = [];
  for (;;) {
    const line = await wire.line();
    if (line === null) return null;
    const [whole, size, isAtOnce] = LITERAL.exec(line) ?? [];
    if (whole === undefined) {
      pieces.push(line);
      break;
    }
    if (Number(size) > LARGEST_LITERAL) throw new BadCommand(line.split(' ')[0] ?? '*', 'the literal is too large');
    pieces.push(line.slice(0, -whole.length));
    if (!isAtOnce) wire.say('+ go on');
    const bytes = await wire.bytes(Number(size));
    if (bytes === null) return null;
    pieces.push(bytes);
  }
  return commandOf(pieces);
}

function commandOf(pieces: readonly (string | Buffer)[]): Command {
  const [tag, ...words] = wordsOf(pieces);
  const tagged = tag !== undefined && !Array.isArray(tag) ? tag.text : '*';
  const [first, second] = words;
  if (first === undefined || Array.isArray(first)) throw new BadCommand(tagged, 'there is no command');
  const name = first.text.toUpperCase();
  if (name !== 'UID') return { tag: tagged, name, args: words.slice(1) };
  if (second === undefined || Array.isArray(second)) throw new BadCommand(tagged, 'UID of what?');
  return { tag: tagged, name: `UID ${second.text.toUpperCase()}`, args: words.slice(2) };
}

function wordsOf(pieces: readonly (string | Buffer)[]): Arg[] {
  const root: Arg[] = [];
  const open: Arg[][] = [root];
  const put = (word: Arg) => open.at(-1)?.push(word);
  for (const piece of pieces) {
    if (typeof piece !== 'string') {
      put({ text: piece.toString('utf8'), bytes: piece, isAtom: false });
      continue;
    }
    for (const [token] of piece.matchAll(/\(|\)|"(?:[^"\\]|\\.)*"|(?:[^\s()"[]|\[[^\]]*\])+/g)) {
      if (token === '(') {
        const list: Arg[] = [];
        put(list);
        open.push(list);
      } else if (token === ')') {
        if (open.length > 1) open.pop();
      } else {
        const isAtom = !token.startsWith('"');
        const text = isAtom ? token : token.slice(1, -1).replaceAll(/\\(.)/g, '$1');
        put({ text, bytes: Buffer.from(text, 'utf8'), isAtom });
      }
    }
  }
  return root;
}

/** @throws Error where a list stands */
export function textOf(arg: Arg | undefined): string {
  if (arg === undefined || Array.isArray(arg)) throw new Error('a word is missing');
  return arg.text;
}

/** As a quoted string, or as a literal where that cannot hold it. Null is NIL. */
export function quoted(text: string | null): string {
  if (text === null) return 'NIL';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what RFC 3501 lets no quoted string hold.
  if (/[^\x01-\x7f]|[\r\n]/.test(text)) return `{${Buffer.byteLength(text)}}\r\n${text}`;
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}
