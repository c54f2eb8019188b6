import { open } from 'node:fs/promises';
import { fileTypeFromBuffer } from 'file-type';

/** So much of a file is looked at: what comes later cannot make the look take longer. */
const LOOKED_AT = 64 * 1024;
const UNKNOWN = 'application/octet-stream';

/** Pictures that browsers show and that nothing can be hidden in to run. */
const PICTURES: ReadonlySet<string> = new Set(['image/png', 'image/apng', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);
/** What a browser would run, or might take for something to run. */
const ACTIVE = /^text\/|xml|html|script|flash/;

export const isPicture = (mediaType: string): boolean => PICTURES.has(mediaType);

/** The type under which a download leaves: never one that a browser would open as a page. */
export const downloadType = (mediaType: string): string => (ACTIVE.test(mediaType) ? UNKNOWN : mediaType);

/** What a file is, by its content alone. */
export async function mediaTypeOf(path: string): Promise<string> {
  const head = await headOf(path);
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  if (found) return found.mime;
  return isText(head) ? 'text/plain' : UNKNOWN;
}

/** Which picture these bytes are, by their content; null for what is none that browsers show. */
export async function pictureTypeOf(bytes: Buffer): Promise<string | null> {
  const found = await fileTypeFromBuffer(bytes.subarray(0, LOOKED_AT)).catch(() => undefined);
  return found && isPicture(found.mime) ? found.mime : null;
}

async function headOf(path: string): Promise<Buffer> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(LOOKED_AT), 0, LOOKED_AT, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function isText(head: Buffer): boolean {
  if (head.some((byte) => byte < 9 || (byte > 13 && byte < 32))) return false;
  try {
    // The look may end within a letter.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: head.length === LOOKED_AT });
    return true;
  } catch {
    return false;
  }
}
