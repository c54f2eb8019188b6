import { FILE_NAME_LIMIT } from '@parley/contract';

/** Control characters, and those that turn the direction of writing: `gpj.exe` must not read as `exe.jpg`. */
const INVISIBLE = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu;
const NAMELESS = 'file';

/** The name under which people meet a file: as it was given, in any script, without folders and what cannot be seen. */
export function displayName(given: string): string {
  const last = given.toWellFormed().split(/[\\/]/u).at(-1) ?? '';
  const seen = shortened(last.replace(INVISIBLE, '').trim());
  return /^\.*$/u.test(seen) ? NAMELESS : seen;
}

const LONGEST_ENDING = 20;

/** No longer than what is kept; its ending stays, by which programs know what it is. */
function shortened(name: string): string {
  if (name.length <= FILE_NAME_LIMIT) return name;
  const ending = new RegExp(`\\.[^.\\s]{1,${LONGEST_ENDING}}$`, 'u').exec(name)?.[0] ?? '';
  return `${name.slice(0, FILE_NAME_LIMIT - ending.length)}${ending}`.toWellFormed();
}

/** `Content-Disposition` with the name in both forms (RFC 6266, RFC 8187): plain ASCII for old programs, UTF-8 for all others. */
export function contentDisposition(how: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/gu, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/gu, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${how}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
