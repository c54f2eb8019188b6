import PostalMime from 'postal-mime';
import { firstValue } from './header-fields.ts';
import type { SourcePart } from './part-tree.ts';

const AS_IT_IS = /^(?:7bit|8bit|binary|)$/;

/** What a part holds, its transfer encoding undone; what is no longer as it should be is read as far as it goes. */
export async function contentOf(source: Buffer, part: SourcePart): Promise<Uint8Array> {
  const body = source.subarray(part.bodyStart, Math.max(part.bodyStart, part.end));
  const encoding = encodingOf(part);
  if (AS_IT_IS.test(encoding)) return body;
  if (encoding !== 'base64' && encoding !== 'quoted-printable') return body;
  const mail = Buffer.concat([Buffer.from(`Content-Type: application/octet-stream\nContent-Transfer-Encoding: ${encoding}\n\n`), body]);
  const { attachments } = await PostalMime.parse(mail);
  const content = attachments[0]?.content;
  if (!(content instanceof ArrayBuffer)) return new Uint8Array();
  const bytes = new Uint8Array(content);
  // A line break before the boundary is none of the part's, and the decoder ends every line with one.
  return encoding === 'quoted-printable' && bytes.at(-1) === 0x0a ? bytes.subarray(0, -1) : bytes;
}

/** RFC 2045, section 6; with comments, in quotes, and in the ways that mailers misspell it. */
function encodingOf({ fields }: SourcePart): string {
  const said = firstValue(fields, 'content-transfer-encoding') ?? '';
  const name = /[\w-]+/.exec(said.replace(/\([^()]*\)/g, '').toLowerCase())?.[0] ?? '';
  if (name === 'quoted-printable' || /^(?:quoted|qp|quotedprintable)$/.test(name)) return 'quoted-printable';
  return /^(?:base64|base-64|b64)$/.test(name) ? 'base64' : name;
}
