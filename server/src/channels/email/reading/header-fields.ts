import { MOST_HEADER_BYTES } from './bounds.ts';

/** A field of a header. */
export interface Field {
  /** In lower case. */
  name: string;
  /** Unfolded, each character one byte. */
  value: string;
}

export interface FieldBlock {
  fields: Field[];
  /** Where what follows the header begins. */
  bodyStart: number;
  /** Bytes of the header that were read. */
  bytes: number;
  isCut: boolean;
}

const LF = 0x0a;
const CR = 0x0d;
const NAME = /^([!-9;-~]{1,200})[ \t]*:/;

/**
 * The fields that begin at `start` of a source, up to an empty line, in one pass; what is beyond `budget` bytes is passed over. A line that is no field
 * ends the header where it is the first of all or follows no field, since then somebody left the empty line out; elsewhere it is passed over.
 */
export function fieldsAt(source: Buffer, start: number, end = source.length, budget = MOST_HEADER_BYTES): FieldBlock {
  const lines: string[][] = [];
  let at = start;
  let isCut = false;
  while (at < end) {
    const newline = source.indexOf(LF, at);
    const lineEnd = newline === -1 || newline >= end ? end : newline;
    const next = Math.min(lineEnd + 1, end);
    const last = lineEnd > at && source[lineEnd - 1] === CR ? lineEnd - 1 : lineEnd;
    if (last === at) return { ...blockOf(lines), bodyStart: next, bytes: at - start, isCut };
    if (last - start > budget) isCut = true;
    else {
      const line = source.toString('latin1', at, last);
      if (/^[ \t]/.test(line)) lines.at(-1)?.push(line);
      else if (NAME.test(line)) lines.push([line]);
      else if (lines.length === 0 && !isEnvelopeLine(line)) return { fields: [], bodyStart: at, bytes: 0, isCut };
    }
    at = next;
  }
  return { ...blockOf(lines), bodyStart: end, bytes: Math.min(end - start, budget), isCut };
}

/** The line before the header of a mail that comes from an mbox file. */
const isEnvelopeLine = (line: string): boolean => /^>?From /.test(line);

function blockOf(lines: readonly string[][]): { fields: Field[] } {
  const fields: Field[] = [];
  for (const folded of lines) {
    const line = folded.join('');
    const name = NAME.exec(line)?.[1];
    if (name !== undefined) {
      const value = line
        .slice(line.indexOf(':') + 1)
        .replace(/[\r\n]+/g, ' ')
        .replaceAll('\0', ' ');
      fields.push({ name: name.toLowerCase(), value: value.trim() });
    }
  }
  return { fields };
}

/** The first value of this name; null where there is none. */
export const firstValue = (fields: readonly Field[], name: string): string | null =>
  fields.find((field) => field.name === name)?.value ?? null;

export const allValues = (fields: readonly Field[], name: string): string[] =>
  fields.filter((field) => field.name === name).map(({ value }) => value);
