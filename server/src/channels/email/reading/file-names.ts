import { FILE_NAME_LIMIT } from '@parley/contract/limits';

const ENDINGS: Record<string, string> = {
  'application/gzip': 'gz',
  'application/json': 'json',
  'application/msword': 'doc',
  'application/ms-tnef': 'dat',
  'application/pdf': 'pdf',
  'application/pgp-encrypted': 'asc',
  'application/pgp-signature': 'asc',
  'application/pkcs7-mime': 'p7m',
  'application/pkcs7-signature': 'p7s',
  'application/rtf': 'rtf',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/x-pkcs7-mime': 'p7m',
  'application/x-pkcs7-signature': 'p7s',
  'application/xml': 'xml',
  'application/zip': 'zip',
  'audio/amr': 'amr',
  'audio/mp4': 'm4a',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'audio/wav': 'wav',
  'image/bmp': 'bmp',
  'image/gif': 'gif',
  'image/heic': 'heic',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'image/tiff': 'tif',
  'image/webp': 'webp',
  'message/rfc822': 'eml',
  'message/delivery-status': 'txt',
  'text/calendar': 'ics',
  'text/csv': 'csv',
  'text/html': 'html',
  'text/plain': 'txt',
  'text/vcard': 'vcf',
  'text/x-vcard': 'vcf',
  'video/3gpp': '3gp',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
};

/** Without signs that no file system takes, and those that turn the direction of writing, behind which an ending can hide. */
const NOT_IN_NAMES = /[\p{Cc}<>:"|?*\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/gu;

/** A name for the file that stands at this place (from 1) of a mail: its own without folders, else one by its type. */
export function fileName(said: string, type: string, place: number): string {
  const bare = (said.split(/[/\\]/).at(-1) ?? '').replace(NOT_IN_NAMES, ' ').replace(/\s+/g, ' ').trim().toWellFormed();
  if (bare !== '' && !/^\.+$/.test(bare)) return bounded(bare);
  const ending = ENDINGS[type];
  return ending === undefined ? `attachment-${place}` : `attachment-${place}.${ending}`;
}

/** Cut in the middle, so that its ending stays. */
export function bounded(name: string): string {
  if (name.length <= FILE_NAME_LIMIT) return name;
  const ending = /\.[^.\s]{1,15}$/.exec(name)?.[0] ?? '';
  return `${name
    .slice(0, FILE_NAME_LIMIT - ending.length)
    .toWellFormed()
    .replace(/\ufffd$/, '')}${ending}`;
}
