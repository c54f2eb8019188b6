import type { Room } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { chosenConversation } from './chosen-conversation.ts';

const ME = 'dora';
const OTHER = 'petar';

/** A conversation by its id: who holds it, null where it waits, undefined where it is resolved; and since when it is there. */
type Talk = readonly [id: string, by: string | null | undefined, at?: string];

/** In the last of them something was said last. */
function roomOf(...talks: readonly Talk[]): Room {
  return {
    id: 'room',
    type: 'EXTERNAL',
    lastEventId: `last in ${talks.at(-1)?.[0]}`,
    roomConversations: talks.map(([id, by, at = '08:00']) => ({
      id,
      state: by === undefined ? 'RESOLVED' : by === null ? 'UNASSIGNED' : 'ASSIGNED',
      assignedUserId: by ?? null,
      waitingSince: by === null ? `2026-11-30T${at}:00.000Z` : null,
      createdAt: `2026-11-30T${at}:00.000Z`,
      lastEvent: { id: `last in ${id}` },
      channels: [],
    })),
  } as unknown as Room;
}

const rows = (...ids: readonly string[]) => ids.map((id) => (id === 'room' ? id : `room.${id}`));

interface Case {
  room: Room;
  chosen?: string | readonly (string | null)[];
  /** Of the list. */
  has?: readonly string[];
  showsWait?: boolean;
  is: string | undefined;
}

const held = roomOf(['whatsapp', ME], ['viber', ME], ['sms', ME]);
const twoWait = roomOf(['viber', null, '09:00'], ['email', null, '08:30']);
const overseen = roomOf(['sms', null], ['viber', OTHER]);

describe('the conversation that is meant in an open room', () => {
  test.each<[string, Case]>([
    ['none where all are resolved', { room: roomOf(['sms', undefined]), chosen: 'sms', is: undefined }],
    ['the only one, whatever the address names', { room: roomOf(['whatsapp', undefined], ['sms', OTHER]), chosen: 'whatsapp', is: 'sms' }],
    ['of several of mine the chosen one', { room: held, chosen: 'viber', is: 'viber' }],
    ['of several of mine the first, where none is chosen', { room: held, is: 'whatsapp' }],
    ['of several of mine that which the list has, where none is chosen', { room: held, has: rows('sms'), is: 'sms' }],
    ['the chosen one also where the list was narrowed to another', { room: held, chosen: 'viber', has: rows('sms'), is: 'viber' }],
    [
      'mine before what waits, where the list has both',
      { room: roomOf(['sms', null], ['whatsapp', ME]), has: rows('sms', 'whatsapp'), is: 'whatsapp' },
    ],
    ['the chosen one that waits, beside mine', { room: roomOf(['whatsapp', ME], ['sms', null]), chosen: 'sms', is: 'sms' }],
    ['of two that wait the longest', { room: twoWait, is: 'email' }],
    ['of two that wait the chosen one', { room: twoWait, chosen: 'viber', is: 'viber' }],
    ['of two that wait that to which the list is narrowed', { room: twoWait, has: rows('viber'), is: 'viber' }],
    ['of a colleague’s before what waits, where the list has none', { room: overseen, is: 'viber' }],
    ['for who oversees that of which the row of the room tells: what waits', { room: overseen, has: rows('room'), is: 'sms' }],
    [
      'of a list that is not about waiting that in which something was said last',
      { room: overseen, has: rows('room'), showsWait: false, is: 'viber' },
    ],
    [
      'for who oversees the chosen one, also once a colleague took it',
      { room: roomOf(['sms', OTHER], ['viber', OTHER]), chosen: 'viber', is: 'viber' },
    ],
    [
      'another once the chosen one is resolved',
      { room: roomOf(['whatsapp', undefined], ['viber', ME], ['sms', null]), chosen: 'whatsapp', is: 'viber' },
    ],
    [
      'what arrives changes nothing',
      { room: roomOf(['viber', ME], ['whatsapp', ME]), chosen: 'whatsapp', has: rows('viber', 'whatsapp'), is: 'whatsapp' },
    ],
    [
      'that of the event to which the address leads, before where the reader stood',
      { room: held, chosen: [null, 'sms', 'viber'], is: 'sms' },
    ],
    ['where the reader stood, where the event is of one that has ended', { room: held, chosen: [null, 'email', 'viber'], is: 'viber' }],
    ['what the address names, before its event', { room: held, chosen: ['viber', 'sms', 'whatsapp'], is: 'viber' }],
    ['what no room has is not chosen', { room: held, chosen: 'nobody', is: 'whatsapp' }],
  ])('%s', (_name, { room, chosen = [], has = [], showsWait = true, is }) => {
    expect(chosenConversation(room, [chosen].flat(), ME, () => has, showsWait)?.id).toBe(is);
  });

  test('the list is asked only where nothing is chosen', () => {
    const never = () => {
      throw new Error('it was asked');
    };
    expect(chosenConversation(held, ['sms'], ME, never, true)?.id).toBe('sms');
    expect(chosenConversation(roomOf(['sms', null]), [], ME, never, true)?.id).toBe('sms');
  });
});
