import type { HeldRoom } from './entities/held-room.ts';

/**
 * A short word for what is held of a set of rooms: equal sets have equal words whatever their order, sets that differ in one
 * number differ in theirs but for one time in four thousand million. Server and client compute it alike.
 */
export function digestOf(rooms: Iterable<HeldRoom>): { count: number; digest: string } {
  let count = 0;
  let mixed = 0;
  let sum = 0;
  for (const room of rooms) {
    const marks = (room.starred ? 1 : 0) + (room.followed ? 2 : 0);
    const hash = fnv1a(`${room.id}:${room.epoch}:${room.change}:${room.seenPublicNo}:${room.seenPrivateNo}:${marks}`);
    mixed = (mixed ^ hash) >>> 0;
    sum = (sum + hash) >>> 0;
    count++;
  }
  return { count, digest: `${mixed.toString(16).padStart(8, '0')}${sum.toString(16).padStart(8, '0')}` };
}

/** FNV-1a over UTF-16 units, 32 bits. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash ^= text.charCodeAt(index);
    hash = Math.imul(hash, 0x01000193);
  }
  return hash >>> 0;
}
