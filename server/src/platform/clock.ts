import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const BYTES_OF_ONE = 16;
/** Asking the system for random bytes costs far more than the bytes: so many ids share one question. */
const pool = new Uint8Array(256 * BYTES_OF_ONE);
let used = pool.length;
let msecs = 0;
let seq = 0;

/** A new id: UUID version 7, so that rows made together lie together. Each is greater than the one before it (RFC 9562, 6.2). */
export function newId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const random = pool.subarray(used, used + BYTES_OF_ONE);
  used += BYTES_OF_ONE;
  advance(random);
  return v7({ random, msecs, seq });
}

/** A new millisecond begins at a random number of 31 bits; within one, and while the clock stands back, the number counts on. */
function advance(random: Uint8Array): void {
  const now = Date.now();
  if (now > msecs) {
    msecs = now;
    seq = new DataView(random.buffer, random.byteOffset).getUint32(0) >>> 1;
  } else if (seq === 0xffff_ffff) {
    msecs++;
    seq = 0;
  } else {
    seq++;
  }
}
