import { DEEPEST_PART, MOST_HEADER_BYTES, MOST_PARTS } from './bounds.ts';
import { type Field, fieldsAt, firstValue } from './header-fields.ts';
import { type Structured, structured } from './parameters.ts';

/** A part of a mail as it lies in the source: the mail itself, or what stands between two boundaries. */
export interface SourcePart {
  fields: Field[];
  type: Structured;
  disposition: Structured;
  /** Where its header, its body, and what follows it begin. */
  start: number;
  bodyStart: number;
  end: number;
  /** Empty but of a `multipart` that was taken apart. */
  children: SourcePart[];
}

export interface PartTree {
  root: SourcePart;
  /** Deeper, in more parts or with more headers than are read: the parts that were not taken apart are whole. */
  isCut: boolean;
  isBroken: boolean;
}

interface Open {
  part: SourcePart;
  boundary: string;
  parent: Open | null;
}

const LF = 0x0a;
const CR = 0x0d;
/** RFC 2046 allows 70; what is longer than this cannot be told from words. */
const LONGEST_BOUNDARY = 250;
const TYPE = /^[a-z0-9!#$&^_.+-]{1,127}\/[a-z0-9!#$&^_.+-]{1,127}$/;
const DELIMITER = Buffer.from('\n--');

/**
 * Takes a mail apart into its parts (RFC 2046), in one pass and within bounds: what lies deeper or beyond the last part that is read stays undivided. Kept
 * libraries give up on such a mail as a whole.
 */
export function partTree(source: Buffer): PartTree {
  let headerBytes = 0;
  let count = 0;
  let isCut = false;
  let isBroken = false;

  const partAt = (start: number, parent: Structured | null): SourcePart => {
    count++;
    const block = fieldsAt(source, start, source.length, Math.max(0, MOST_HEADER_BYTES - headerBytes));
    headerBytes += block.bytes;
    isCut ||= block.isCut;
    const usual = parent?.value === 'multipart/digest' ? 'message/rfc822' : 'text/plain';
    const said = firstValue(block.fields, 'content-type');
    const type = structured(said ?? usual);
    if (type.value !== '' && !TYPE.test(type.value)) type.value = type.value.startsWith('text') ? 'text/plain' : 'application/octet-stream';
    if (type.value === '') type.value = usual;
    const disposition = structured(firstValue(block.fields, 'content-disposition') ?? '');
    return { fields: block.fields, type, disposition, start, bodyStart: block.bodyStart, end: source.length, children: [] };
  };

  const root = partAt(0, null);
  let open: Open | null = null;
  let depth = 0;
  /** Of each boundary that stands open the innermost part, others behind it. */
  const byBoundary = new Map<string, Open[]>();
  let current: SourcePart | null = root;

  const enter = (part: SourcePart): void => {
    const boundary = boundaryOf(source, part);
    if (boundary === null) return;
    if (depth >= DEEPEST_PART) {
      isCut = true;
      return;
    }
    if (part.type.value.startsWith('multipart/') && part.type.parameters.get('boundary') === undefined) isBroken = true;
    else if (!part.type.value.startsWith('multipart/')) part.type.value = 'multipart/mixed';
    open = { part, boundary, parent: open };
    depth++;
    const same = byBoundary.get(boundary);
    if (same === undefined) byBoundary.set(boundary, [open]);
    else same.push(open);
  };
  const leave = (end: number): void => {
    if (open === null) return;
    open.part.end = end;
    byBoundary.get(open.boundary)?.pop();
    open = open.parent;
    depth--;
  };
  enter(root);

  let from = root.bodyStart;
  while (open !== null && from <= source.length) {
    const at: number = startsDelimiter(source, from) ? from : source.indexOf(DELIMITER, from) + 1;
    if (at === 0) break;
    const newline = source.indexOf(LF, at);
    const lineEnd = newline === -1 ? source.length : newline;
    const next = lineEnd + 1;
    const line = source.toString('latin1', at + 2, Math.min(lineEnd, at + 2 + LONGEST_BOUNDARY + 2)).trimEnd();
    const whole = byBoundary.get(line)?.at(-1);
    const closed = whole === undefined && line.endsWith('--') ? byBoundary.get(line.slice(0, -2))?.at(-1) : undefined;
    const met = whole ?? closed;
    if (met === undefined) {
      from = next - 1;
      if (lineEnd === source.length) break;
      continue;
    }
    const end = endBefore(source, at);
    if (current !== null) current.end = Math.max(end, current.bodyStart);
    while (open !== null && open !== met) leave(end);
    if (closed !== undefined) {
      leave(end);
      current = null;
    } else if (count >= MOST_PARTS) {
      isCut = true;
      break;
    } else {
      current = partAt(Math.min(next, source.length), met.part.type);
      met.part.children.push(current);
      enter(current);
      from = current.bodyStart;
      continue;
    }
    from = Math.min(next, source.length);
  }
  if (open !== null && !isCut) isBroken = true;
  return { root, isCut, isBroken };
}

const startsDelimiter = (source: Buffer, at: number): boolean =>
  source[at] === 0x2d && source[at + 1] === 0x2d && (at === 0 || source[at - 1] === LF);

/** A line break before a boundary belongs to it. */
function endBefore(source: Buffer, at: number): number {
  if (at === 0 || source[at - 1] !== LF) return at;
  return source[at - 2] === CR ? at - 2 : at - 1;
}

/** What parts the parts of this one; null where it has none. A mail that forgot to say so is told by its first line. */
function boundaryOf(source: Buffer, { type, fields, bodyStart }: SourcePart): string | null {
  const isMultipart = type.value.startsWith('multipart/');
  const named = isMultipart ? type.parameters.get('boundary')?.trimEnd() : undefined;
  if (named !== undefined && named !== '' && named.length <= LONGEST_BOUNDARY) return Buffer.from(named).toString('latin1');
  if (!isMultipart && firstValue(fields, 'content-type') !== null) return null;
  const beginning = source.toString('latin1', bodyStart, bodyStart + 1024);
  const guessed = isMultipart
    ? /(?:^|\n)--([^\s-][^\r\n]{0,200}?)[ \t]*\r?\n/.exec(beginning)?.[1]
    : /^\s*--([^\s-][^\r\n]{0,200}?)[ \t]*\r?\ncontent-(?:type|transfer-encoding|disposition)[ \t]*:/i.exec(beginning)?.[1];
  return guessed ?? null;
}
