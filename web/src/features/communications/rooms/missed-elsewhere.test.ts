import type { Room } from '@parley/contract';
import { expect, test } from 'vitest';
import type { RoomRecord } from '../state/room-record.ts';
import { missedElsewhere } from './missed-elsewhere.ts';

const ME = 'me';
/** A room in which I missed something: starred, so that it is counted; held by whoever is named, waiting where nobody is. */
function missed(
  holder: string | null,
  { participants = [] as string[], ...more }: Partial<Room> & { participants?: string[] } = {},
): RoomRecord {
  const room = {
    type: 'EXTERNAL',
    state: holder === null ? 'UNASSIGNED' : 'ASSIGNED',
    publicCount: 2,
    privateCount: 0,
    roomConversations: [{ state: holder === null ? 'UNASSIGNED' : 'ASSIGNED', assignedUserId: holder, waitingSince: null, createdAt: '' }],
    roomParticipants: participants.map((id) => ({ type: 'USER', associatedParticipantId: id })),
    ...more,
  };
  const membership = { starred: true, followed: false, seenPublicNo: 1, seenPrivateNo: 0 };
  return { room, membership } as unknown as RoomRecord;
}

test('what is counted is looked for in one’s own lists, and what stands in none of them is told', () => {
  const own = [missed(ME, { participants: [ME] }), missed(null), missed('dora', { participants: ['dora', ME] })];
  expect(missedElsewhere(3, own, ME)).toBe(0);
  expect(missedElsewhere(4, own, ME)).toBe(1);
  // It may be held here, since the list of all was looked at: that puts it into no list of one's own.
  expect(missedElsewhere(4, [...own, missed('dora', { participants: ['dora'] })], ME)).toBe(1);
  // Chats of colleagues and resolved rooms are counted elsewhere, or not at all.
  expect(missedElsewhere(4, [...own, missed(ME, { type: 'INTERNAL' }), missed(ME, { state: 'RESOLVED', participants: [ME] })], ME)).toBe(1);
  // What was seen here a moment ago is still counted by the server, and the other way round.
  expect(missedElsewhere(2, own, ME)).toBe(0);
});
