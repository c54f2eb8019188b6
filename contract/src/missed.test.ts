import { describe, expect, it } from 'vitest';
import { countsMissed, missedCount } from './missed.ts';

const ME = 'me';
const participant = (associatedParticipantId: string, type: 'USER' | 'CUSTOMER' = 'USER') => ({
  id: `participant-${associatedParticipantId}`,
  type,
  associatedParticipantId,
  firstName: '',
  lastName: '',
  jobTitle: '',
});
const room = (publicCount: number, privateCount: number, ...roomParticipants: ReturnType<typeof participant>[]) => ({
  publicCount,
  privateCount,
  roomParticipants,
});
const seen = (seenPublicNo: number, seenPrivateNo: number, marks: { starred?: true; followed?: true } = {}) => ({
  roomId: 'room',
  starred: false,
  followed: false,
  ...marks,
  seenPublicNo,
  seenPrivateNo,
  lastSeenEventTimestamp: null,
});

describe('missed', () => {
  it('is what came after the last that was seen, messages and notes together', () => {
    const mine = room(7, 4, participant(ME));
    expect(missedCount(mine, seen(0, 0), ME)).toBe(11);
    expect(missedCount(mine, seen(5, 4), ME)).toBe(2);
    expect(missedCount(mine, seen(7, 1), ME)).toBe(3);
    expect(missedCount(mine, seen(7, 4), ME)).toBe(0);
  });

  it('never falls below nothing, and one that is ahead takes nothing from the other', () => {
    expect(missedCount(room(3, 2, participant(ME)), seen(9, 1), ME)).toBe(1);
    expect(missedCount(room(3, 2, participant(ME)), seen(1, 9), ME)).toBe(2);
  });

  it('is counted for who takes part, has starred the room or was named in it, and for nobody else', () => {
    const others = room(5, 0, participant('colleague'), participant(ME, 'CUSTOMER'));
    expect([countsMissed(others, seen(0, 0), ME), missedCount(others, seen(0, 0), ME)]).toEqual([false, 0]);
    for (const mark of [{ starred: true }, { followed: true }] as const)
      expect([countsMissed(others, seen(0, 0, mark), ME), missedCount(others, seen(2, 0, mark), ME)]).toEqual([true, 3]);
    expect([countsMissed(others, seen(0, 0), 'colleague'), missedCount(others, seen(0, 0), 'colleague')]).toEqual([true, 5]);
  });
});
