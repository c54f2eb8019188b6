/** A part of a mail, as bytes of its source: what IMAP names by numbers (RFC 3501, section 6.4.5). */
export interface Part {
  /** With the empty line behind the headers. */
  head: Buffer;
  body: Buffer;
  headers: Headers;
  type: string;
  subtype: string;
  params: ReadonlyMap<string, string>;
  /** Of a multipart; of message/rfc822 the one mail that it holds. */
  children: Part[];
}
/** Each field by its name in small letters, unfolded; the first of a name counts. */
export type Headers = ReadonlyMap<string, string>;

const DEEPEST = 20;

export function partOf(source: Buffer, depth = 0, otherwise = 'text/plain'): Part {
  const end = endOfHead(source);
  const [head, body] = [source.subarray(0, end), source.subarray(end)];
  const headers = headersOf(head);
  const [value, params] = valueAndParams(headers.get('content-type') ?? otherwise);
  const [type = 'text', subtype = 'plain'] = (/^[\w.+-]+\/[\w.+-]+$/.test(value) ? value : 'text/plain').toLowerCase().split('/');
  const part = { head, body, headers, type, subtype, params };
  return { ...part, children: depth < DEEPEST ? childrenOf(part, depth) : [] };
}

function childrenOf({ type, subtype, params, body }: Omit<Part, 'children'>, depth: number): Part[] {
  if (type === 'message' && subtype === 'rfc822') return [partOf(body, depth + 1)];
  const boundary = params.get('boundary');
  if (type !== 'multipart' || !boundary) return [];
  return piecesBetween(body, boundary).map((piece) => partOf(piece, depth + 1, subtype === 'digest' ? 'message/rfc822' : 'text/plain'));
}

/** What stands between the lines of a boundary, without the line end that belongs to the next of them. */
function piecesBetween(body: Buffer, boundary: string): Buffer[] {
  const mark = Buffer.from(`--${boundary}`);
  const pieces: Buffer[] = [];
  let from: number | null = null;
  for (let at = body.indexOf(mark); at >= 0; at = body.indexOf(mark, at + mark.length)) {
    const isAtLineStart = at === 0 || body[at - 1] === 0x0a;
    const rest = body.subarray(at + mark.length, at + mark.length + 2).toString('latin1');
    if (!isAtLineStart || !/^(?:$|--|[\r\n \t])/.test(rest)) continue;
    if (from !== null) pieces.push(body.subarray(from, Math.max(from, at - (body[at - 2] === 0x0d ? 2 : 1))));
    if (rest === '--') return pieces;
    const lineEnd = body.indexOf(0x0a, at);
    from = lineEnd < 0 ? body.length : lineEnd + 1;
  }
  if (from !== null) pieces.push(body.subarray(from));
  return pieces;
}

function endOfHead(source: Buffer): number {
  if (source.subarray(0, 2).toString('latin1') === '\r\n') return 2;
  if (source[0] === 0x0a) return 1;
  const [crlf, lf] = [source.indexOf('\r\n\r\n'), source.indexOf('\n\n')];
  if (crlf < 0 && lf < 0) return source.length;
  return crlf >= 0 && (lf < 0 || crlf < lf) ? crlf + 4 : lf + 2;
}

/** The fields as they stand there, each with the lines it goes on in. */
export const fieldsOf = (head: Buffer): string[] =>
  head
    .toString('utf8')
    .split(/\r?\n(?![ \t])/)
    .filter((field) => field !== '');

export const nameOf = (field: string): string => field.slice(0, field.indexOf(':')).trim().toLowerCase();

function headersOf(head: Buffer): Headers {
  const headers = new Map<string, string>();
  for (const field of fieldsOf(head)) {
    const name = nameOf(field);
    if (!headers.has(name))
      headers.set(
        name,
        field
          .slice(field.indexOf(':') + 1)
          .replaceAll(/\r?\n(?=[ \t])/g, '')
          .trim(),
      );
  }
  return headers;
}

/** A value with its parameters: `text/plain; charset="utf-8"`. */
export function valueAndParams(text: string): [string, ReadonlyMap<string, string>] {
  const [value = ''] = text.split(';');
  const params = new Map<string, string>();
  for (const [, name = '', inQuotes, bare] of text
    .slice(value.length)
    .matchAll(/;\s*([\w*%'.-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/g))
    params.set(name.toLowerCase(), inQuotes?.replaceAll(/\\(.)/g, '$1') ?? bare ?? '');
  return [value.trim(), params];
}
