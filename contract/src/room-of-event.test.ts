import { expect, it } from 'vitest';
import type { Conversation } from './entities/conversation.ts';
import type { RoomEvent } from './entities/event.ts';
import { eventStatus } from './event-status.ts';
import { exampleRooms } from './fixtures/rooms.ts';
import { toldConversations, withChangedEvent, withConversation, withEvent, withStatuses } from './room-of-event.ts';

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
  lastEvent: null,
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
    roomConversations: room.roomConversations.map((one) => ({ ...one, lastEvent: one.lastEvent && { ...one.lastEvent, type: 'IMAGE' } })),
  });
  expect(withChangedEvent(room, changed(events[0] as RoomEvent))).toEqual({ ...room, change: room.change + 1 });
});

it('tells of each of its open conversations what was said last in it, and whether that arrived', () => {
  const { room, events } = exampleRooms(Date.parse('2026-11-02T08:00:00.000Z'))[0] as ReturnType<typeof exampleRooms>[number];
  const [held] = room.roomConversations;
  const last = events.findLast(
    ({ conversationId, eventType }) => conversationId === held?.id && eventType === 'COMMUNICATION',
  ) as RoomEvent;
  const beside: Conversation = { ...conversation(9999, 'UNASSIGNED'), id: '0192b7ff-0009-7000-8000-000000000001' };
  const both = { ...room, roomConversations: [beside, ...room.roomConversations] };
  const status = eventStatus({ id: 'sent', said: last.createdAt }, { status: 'SENT', reason: null, at: last.createdAt });
  const sent: RoomEvent = { ...last, id: 'sent', conversationId: beside.id, eventData: { ...last.eventData, status }, seq: last.seq + 1 };
  const after = withEvent(both, sent);
  expect(after.roomConversations.map(({ lastEvent }) => lastEvent?.id)).toEqual(['sent', last.id]);
  const note = { ...sent, id: 'note', eventData: { ...sent.eventData, privateMessage: true, status: null } };
  expect(withEvent(after, note).roomConversations).toEqual(after.roomConversations);
  const failed = withStatuses(after, [{ ...status, roomEventId: 'sent', clientStatus: 'REJECTED' }]);
  expect([failed.lastEventFailed, failed.roomConversations.map(({ lastEvent }) => lastEvent?.failed)]).toEqual([true, [true, false]]);
  const elsewhere = withStatuses(after, [{ ...status, roomEventId: last.id, clientStatus: 'REJECTED' }]);
  expect([elsewhere.lastEventFailed, elsewhere.roomConversations.map(({ lastEvent }) => lastEvent?.failed)]).toEqual([
    false,
    [false, true],
  ]);
});
