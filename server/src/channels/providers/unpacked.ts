import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { problem } from '../../platform/problem.ts';

const UNPACK = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const;

const isKnown = (name: string): name is keyof typeof UNPACK => Object.hasOwn(UNPACK, name);

/**
 * A body as it was before its sender packed it (RFC 9110, section 8.4). Throws ERROR_UNSUPPORTED_MEDIA_TYPE for a way of packing that is none of
 * these, or several of them, ERROR_TOO_LARGE for what is larger than `largest` when unpacked, and ERROR_BAD_REQUEST for what was not packed so.
 */
export async function unpacked(raw: Buffer, encoding: string | undefined, largest: number): Promise<Buffer> {
  const how = (encoding ?? '').trim().toLowerCase();
  if (how === '' || how === 'identity' || raw.length === 0) return raw;
  if (!isKnown(how)) throw problem('ERROR_UNSUPPORTED_MEDIA_TYPE');
  try {
    return await UNPACK[how](raw, { maxOutputLength: largest });
  } catch (error) {
    throw problem((error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE' ? 'ERROR_TOO_LARGE' : 'ERROR_BAD_REQUEST');
  }
}
