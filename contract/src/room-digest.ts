import type { HeldRoom } from './entities/held-room.ts';

/** What is held of a room in as few characters as say it: thousands go over the wire at once when everybody comes back. */
export const heldWords = (room: HeldRoom): string =>
  `${room.id}:${room.epoch}:${room.change}:${room.seenPublicNo}:${room.seenPrivateNo}:${(room.starred ? 1 : 0) + (room.followed ? 2 : 0)}`;

/** The same read again. @param words as HeldWords lets them through */
export function heldRoomOf(words: string): HeldRoom {
  const [id = '', ...rest] = words.split(':');
  const [epoch = 0, change = 0, seenPublicNo = 0, seenPrivateNo = 0, marks = 0] = rest.map(Number);
  return { id, epoch, change, seenPublicNo, seenPrivateNo, starred: (marks & 1) !== 0, followed: (marks & 2) !== 0 };
}

/**
 * A short word for what is held of a set of rooms: equal sets have equal words whatever their order, sets that differ in one
 * number differ in theirs but for one time in four thousand million. Server and client compute it alike.
 */
export function digestOf(rooms: Iterable<HeldRoom>): { count: number; digest: string } {
  let count = 0;
  let mixed = 0;
  let sum = 0;
  for (const room of rooms) {
    const hash = fnv1a(heldWords(room));
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
