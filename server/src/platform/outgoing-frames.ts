import type { Duplex } from 'node:stream';

/** Streams that hold back what was written to them in this turn of the event loop. */
const held = new Set<Duplex>();

/**
 * Writes to a stream; all that is written to one in the same turn of the event loop leaves by one call to the system. A batch
 * of messages for the same people costs hardly more than one.
 */
export function writeGathered(stream: Duplex, bytes: Buffer): void {
  if (!held.has(stream)) {
    if (held.size === 0) setImmediate(releaseAll);
    held.add(stream);
    stream.cork();
  }
  stream.write(bytes);
}

function releaseAll(): void {
  const streams = [...held];
  held.clear();
  for (const stream of streams) stream.uncork();
}

let lastText = '';
let lastBytes = textFrame('');

/** The websocket frame of a text. A server's frames are not masked (RFC 6455, 5.1), so everybody gets the same bytes: made once. */
export function frameBytes(text: string): Buffer {
  if (text !== lastText) {
    lastBytes = textFrame(text);
    lastText = text;
  }
  return lastBytes;
}

/** A whole text frame (RFC 6455, 5.2): FIN and opcode 1, the length in 7, 16 or 64 bits, the text. */
function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const header = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const bytes = Buffer.allocUnsafe(header + length);
  bytes[0] = 0x81;
  if (header === 2) {
    bytes[1] = length;
  } else if (header === 4) {
    bytes[1] = 126;
    bytes.writeUInt16BE(length, 2);
  } else {
    bytes[1] = 127;
    bytes.writeBigUInt64BE(BigInt(length), 2);
  }
  bytes.write(text, header);
  return bytes;
}
