import { expect, it } from 'vitest';
import type { Conversation } from './entities/conversation.ts';
import type { RoomEvent } from './entities/event.ts';
import { exampleRooms } from './fixtures/rooms.ts';
import { toldConversations, withChangedEvent, withConversation } from './room-of-event.ts';

const conversation = (number: number, state: Conversation['state'] = 'RESOLVED'): Conversation => ({
  id: String(number).padStart(4, '0'),
  state,
  assignedUserId: null,
  assignedChatbotId: null,
  queueId: null,
  waitingSince: null,
  assignedSince: null,
  snooze: null,
  channels: [],
  createdAt: '2026-11-02T08:00:00.000Z',
  modifiedAt: '2026-11-02T08:00:00.000Z',
  change: number,
});
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
const numbers = (conversations: readonly Conversation[]) => conversations.map(({ id }) => Number(id));

it('tells the newest twenty past conversations and every open one, newest first', () => {
  const open = [1, 13, 30];
  const all = range(1, 30).map((number) => conversation(number, open.includes(number) ? 'UNASSIGNED' : 'RESOLVED'));
  expect(numbers(toldConversations(all))).toEqual([...range(9, 30).toReversed(), 1]);
});

it('keeps that when one ends: it takes its place and the oldest past one goes', () => {
  const held = [conversation(50, 'ASSIGNED'), ...range(1, 20).map((number) => conversation(number))];
  const after = withConversation(held, conversation(50));
  expect(numbers(after)).toEqual([50, ...range(2, 20).toReversed()]);
  expect(after[0]?.state).toBe('RESOLVED');
});

it('shows in its row of what kind the newest message is, once its file is here; an older one leaves the row as it is', () => {
  const { room, events } = exampleRooms(Date.parse('2026-11-02T08:00:00.000Z'))[0] as ReturnType<typeof exampleRooms>[number];
  const last = events.find(({ id }) => id === room.lastEventId) as RoomEvent;
  const changed = (event: RoomEvent): RoomEvent => ({
    ...event,
    change: room.change + 1,
    eventData: { ...event.eventData, type: 'IMAGE' },
  });
  expect(withChangedEvent(room, changed(last))).toEqual({
    ...room,
    change: room.change + 1,
    lastEventType: 'IMAGE',
    lastEventDataType: 'IMAGE',
    lastReceivedMessage: { ...room.lastReceivedMessage, type: 'IMAGE' },
  });
  expect(withChangedEvent(room, changed(events[0] as RoomEvent))).toEqual({ ...room, change: room.change + 1 });
});
