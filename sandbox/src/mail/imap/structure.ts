import addressParser from 'nodemailer/lib/addressparser';
import type { Headers, Part } from './mime.ts';
import { valueAndParams } from './mime.ts';
import { quoted } from './read-command.ts';

// How FETCH tells of a mail without giving it: ENVELOPE and BODYSTRUCTURE (RFC 3501, section 7.4.2).

export function envelopeOf(headers: Headers): string {
  const text = (name: string) => quoted(headers.get(name) ?? null);
  const from = addressesOf(headers.get('from'));
  const orFrom = (name: string) => (headers.has(name) ? addressesOf(headers.get(name)) : from);
  const people = [from, orFrom('sender'), orFrom('reply-to'), ...['to', 'cc', 'bcc'].map((name) => addressesOf(headers.get(name)))];
  return `(${[text('date'), text('subject'), ...people, text('in-reply-to'), text('message-id')].join(' ')})`;
}

function addressesOf(value: string | undefined): string {
  if (!value) return 'NIL';
  const one = ({ name, address }: { name: string; address: string }) => {
    const at = address.lastIndexOf('@');
    return `(${quoted(name || null)} NIL ${quoted(at < 0 ? address : address.slice(0, at))} ${quoted(at < 0 ? '' : address.slice(at + 1))})`;
  };
  const all = addressParser(value, { flatten: true });
  return all.length === 0 ? 'NIL' : `(${all.map(one).join('')})`;
}

/** @param isExtended with what BODYSTRUCTURE tells beyond BODY */
export function structureOf(part: Part, isExtended: boolean): string {
  const { type, subtype, params, headers, body, children } = part;
  const more = isExtended ? [dispositionOf(headers), 'NIL', 'NIL'] : [];
  if (type === 'multipart' && children.length > 0) {
    const pieces = children.map((child) => structureOf(child, isExtended)).join('');
    return `(${[pieces, quoted(subtype), ...(isExtended ? [paramsOf(params)] : []), ...more].join(' ')})`;
  }
  const id = (name: string) => quoted(headers.get(name) ?? null);
  const encoding = quoted(headers.get('content-transfer-encoding') ?? '7bit');
  const fields = [
    quoted(type),
    quoted(subtype),
    paramsOf(params),
    id('content-id'),
    id('content-description'),
    encoding,
    String(body.length),
  ];
  const [inner] = children;
  if (type === 'message' && inner) fields.push(envelopeOf(inner.headers), structureOf(inner, isExtended), String(linesIn(body)));
  else if (type === 'text') fields.push(String(linesIn(body)));
  return `(${[...fields, ...(isExtended ? ['NIL', ...more] : [])].join(' ')})`;
}

function paramsOf(params: ReadonlyMap<string, string>): string {
  if (params.size === 0) return 'NIL';
  return `(${[...params].map(([name, value]) => `${quoted(name)} ${quoted(value)}`).join(' ')})`;
}

function dispositionOf(headers: Headers): string {
  const given = headers.get('content-disposition');
  if (!given) return 'NIL';
  const [value, params] = valueAndParams(given);
  return `(${quoted(value)} ${paramsOf(params)})`;
}

const linesIn = (body: Buffer): number => body.toString('latin1').split('\n').length - 1;
