import { describe, expect, it } from 'vitest';
import type { Conversation } from './entities/conversation.ts';
import type { Room, RoomMembership } from './entities/room.ts';
import type { RoomFilters } from './entities/room-filters.ts';
import { fitsFilters } from './fits-filters.ts';

const [ELENA, PETAR, SHOP, MAIL] = ['elena', 'petar', 'shop', 'mail'];
const conversation = (id: string, over: string, assignedUserId: string | null, queueId: string | null, state?: Conversation['state']) =>
  ({
    id,
    state: state ?? (assignedUserId === null ? 'UNASSIGNED' : 'ASSIGNED'),
    assignedUserId,
    queueId,
    channels: [{ channelType: over }],
  }) as unknown as Conversation;
const [chat, mail, old] = [
  conversation('2', 'LIVECHAT', ELENA, SHOP),
  conversation('3', 'EMAIL', null, MAIL),
  conversation('1', 'SMS', PETAR, SHOP, 'RESOLVED'),
] as const;

const room = (state: Room['state'], roomConversations: readonly Conversation[], more: Partial<Room> = {}): Room =>
  ({
    type: 'EXTERNAL',
    state,
    roomConversations,
    lastReceivedChannelType: 'EMAIL',
    lastEventChannelType: 'SMS',
    lastAssignedUserId: ELENA,
    ...more,
  }) as unknown as Room;
const membership = { starred: false, followed: false } as RoomMembership;
const fits = (filters: RoomFilters, of: Room, meant?: Conversation) => fitsFilters(filters, of, membership, 'me', meant);

describe('what is asked of a conversation', () => {
  const both = room('ASSIGNED', [old, chat, mail]);

  it('is asked of one and the same of those that are open', () => {
    for (const filters of [
      { channel: ['LIVECHAT'], agent: [ELENA], queue: [SHOP], state: ['ASSIGNED'] },
      { channel: ['EMAIL'], queue: [MAIL], state: ['UNASSIGNED'] },
      { channel: ['LIVECHAT', 'EMAIL'], queue: [SHOP] },
    ] as RoomFilters[])
      expect(fits(filters, both), JSON.stringify(filters)).toBe(true);
    for (const filters of [
      { channel: ['EMAIL'], agent: [ELENA] },
      { channel: ['LIVECHAT'], state: ['UNASSIGNED'] },
      { queue: [MAIL], agent: [ELENA] },
      { queue: [SHOP], state: ['UNASSIGNED'] },
      { agent: [PETAR] },
      { state: ['RESOLVED'] },
    ] as RoomFilters[])
      expect(fits(filters, both), JSON.stringify(filters)).toBe(false);
  });

  it('is asked of its tags, too, of one and the same; of a resolved room, of its last one; where nobody keeps any, none fits', () => {
    const [URGENT, LAMPS] = ['urgent', 'lamps'];
    const tags = new Map([
      ['2', [URGENT]],
      ['3', [LAMPS]],
      ['1', [URGENT, LAMPS]],
    ]);
    const tagged = (filters: RoomFilters, of: Room, meant?: Conversation) =>
      fitsFilters(filters, of, membership, 'me', meant, (id) => tags.get(id) ?? []);
    expect([tagged({ tag: [URGENT] }, both), tagged({ tag: [URGENT], channel: ['EMAIL'] }, both)]).toEqual([true, false]);
    expect([tagged({ tag: [URGENT] }, both, chat), tagged({ tag: [URGENT] }, both, mail)]).toEqual([true, false]);
    expect([tagged({ tag: [LAMPS] }, room('RESOLVED', [old])), tagged({ tag: [LAMPS] }, room('RESOLVED', []))]).toEqual([true, false]);
    expect(fits({ tag: [URGENT] }, both)).toBe(false);
  });

  it('is asked of that one for which a row stands', () => {
    expect([fits({ state: ['UNASSIGNED'] }, both, mail), fits({ state: ['UNASSIGNED'] }, both, chat)]).toEqual([true, false]);
    expect([fits({ agent: [ELENA] }, both, mail), fits({ agent: [ELENA] }, both, chat)]).toEqual([false, true]);
  });

  it('is of a resolved room what was last there, and of colleagues a state alone', () => {
    const resolved = room('RESOLVED', [old]);
    expect([fits({ state: ['RESOLVED'], channel: ['EMAIL'], agent: [ELENA], queue: [SHOP] }, resolved)]).toEqual([true]);
    expect([fits({ channel: ['SMS'] }, resolved), fits({ agent: [PETAR] }, resolved)]).toEqual([false, false]);
    const chatOfTwo = room('ASSIGNED', [], { type: 'INTERNAL', roomParticipants: [] });
    expect([fits({ state: ['ASSIGNED'] }, chatOfTwo), fits({ channel: ['SMS'] }, chatOfTwo), fits({}, chatOfTwo)]).toEqual([
      true,
      false,
      true,
    ]);
  });
});
