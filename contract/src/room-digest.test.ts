import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HeldRoom, HeldWords } from './entities/held-room.ts';
import { digestOf, heldRoomOf, heldWords } from './room-digest.ts';

const count = fc.nat(2 ** 31 - 1);
const held = fc.record<HeldRoom>({
  id: fc.uuid(),
  epoch: count,
  change: count,
  seenPublicNo: count,
  seenPrivateNo: count,
  starred: fc.boolean(),
  followed: fc.boolean(),
});
const ID = '0193a1de-0000-7000-8000-0000000000a1';

describe('what is held of a room in short', () => {
  it('is read again as what it was', () => {
    fc.assert(
      fc.property(held, (room) => {
        const words = heldWords(room);
        expect(HeldWords.safeParse(words).success).toBe(true);
        expect(heldRoomOf(words)).toEqual(room);
        expect(HeldRoom.safeParse(heldRoomOf(words)).success).toBe(true);
      }),
    );
  });

  it.each([
    '',
    ID,
    `${ID}:1:2:3:4`,
    `${ID}:1:2:3:4:4`,
    `${ID}:1:2:3:4:0:`,
    `${ID}:1:-2:3:4:0`,
    `${ID}:1:2.5:3:4:0`,
    `${ID}:1:2:3:${'9'.repeat(16)}:0`,
    `${ID.toUpperCase()}:1:2:3:4:0`,
    `${ID}:1:2:3:4:0\n`,
  ])('“%s” is none', (words) => {
    expect(HeldWords.safeParse(words).success).toBe(false);
  });
});

describe('the digest of what is held', () => {
  it('is the same in whichever order, and another with every number', () => {
    fc.assert(
      fc.property(fc.uniqueArray(held, { minLength: 1, maxLength: 8, selector: ({ id }) => id }), (rooms) => {
        const { count: many, digest } = digestOf(rooms);
        expect(many).toBe(rooms.length);
        expect(digestOf(rooms.toReversed())).toEqual({ count: many, digest });
        const [first, ...others] = rooms as [HeldRoom, ...HeldRoom[]];
        for (const other of [{ change: first.change + 1 }, { seenPublicNo: first.seenPublicNo + 1 }, { starred: !first.starred }])
          expect(digestOf([{ ...first, ...other }, ...others]).digest).not.toBe(digest);
      }),
    );
  });
});
