import {
  type AccountUser,
  type AgentReceives,
  type Conversation,
  type CurrentUser,
  type EventFile,
  type EventFrame,
  INTERNAL_CHANNEL_ID,
  type NewVisitorBlock,
  type Notification,
  type PinnedNote,
  QUOTE_LENGTH,
  type Quote,
  type RoomEvent,
  type SavedView,
  type SendAnswer,
  type SendFile,
  type SendNote,
  type SendText,
  type UploadedFile,
  type VisitorBlock,
  withChangedEvent,
} from '@parley/contract';
import { exampleAnswers } from '@parley/contract/fixtures/answers';
import { pinOf } from '@parley/contract/fixtures/beside-talk';
import { roomOfEveryFace } from '@parley/contract/fixtures/every-face';
import { frameKindOf } from '@parley/contract/fixtures/frames';
import { exampleNotifications } from '@parley/contract/fixtures/notifications';
import { colleagueOf, examplePeople, exampleUser } from '@parley/contract/fixtures/people';
import { exampleQueues } from '@parley/contract/fixtures/queues';
import { type ExampleDraft, type ExampleRoom, nextEvent, seenUpTo, stored, withConversationIn } from '@parley/contract/fixtures/room-story';
import { exampleRooms } from '@parley/contract/fixtures/rooms';
import { MockDrafts } from './drafts.ts';
import { Refusal } from './refusal.ts';
import { MockUploads } from './uploads.ts';

type Frame = { [K in AgentReceives['type']]: { type: K; payload: Extract<AgentReceives, { type: K }>['payload'] } }[AgentReceives['type']];
export type Push = (frame: Frame) => void;

/** What is sent, by frame or by REST: words, a note, a file. */
export type Sent =
  | { type: 'Text'; payload: SendText }
  | { type: 'Image' | 'File'; payload: SendFile }
  | { type: 'Note'; payload: SendNote };

/** The first line in which something stands, as long as it is quoted. */
function firstLine(text: string | null | undefined): string | null {
  const line = text?.split(/\r?\n/u).find((one) => one.trim() !== '');
  return line === undefined ? null : [...line.trim()].slice(0, QUOTE_LENGTH).join('');
}

/**
 * The invented account while the page is open: begins as the contract's fixtures tell it, and changes by what is done on the
 * screens. Nothing of it is kept. Whatever happens in a room is pushed as the server would push it.
 */
export class MockWorld {
  me: CurrentUser;
  people = examplePeople(Date.now());
  queues = exampleQueues(Date.now());
  views: SavedView[] = [...exampleAnswers(Date.now()).roomViews.list.content];
  notifications: Notification[] = exampleNotifications(Date.now());
  chatStatus = exampleAnswers(Date.now()).users.chatStatus;
  readonly blocks = new Map<string, VisitorBlock>();
  /** Notes beside the talk, by room, the newest first. */
  readonly pins = new Map<string, readonly PinnedNote[]>();
  readonly drafts = new MockDrafts();
  readonly uploads = new MockUploads();
  readonly rooms = new Map<string, ExampleRoom>();
  readonly #listeners = new Set<Push>();
  readonly #answered = new Map<string, SendAnswer>();

  constructor(role: CurrentUser['role']) {
    this.me = exampleUser(Date.now(), role);
    for (const one of [...exampleRooms(Date.now()), roomOfEveryFace(Date.now())]) this.rooms.set(one.room.id, one);
  }

  /** Hears every frame from now on; the answer ends it. */
  listen(push: Push): () => void {
    this.#listeners.add(push);
    return () => this.#listeners.delete(push);
  }

  push(frame: Frame): void {
    for (const listener of this.#listeners) listener(frame);
  }

  /** Throws ROOM_NOT_FOUND. */
  room(roomId: string): ExampleRoom {
    const found = this.rooms.get(roomId);
    if (found === undefined) throw new Refusal('ROOM_NOT_FOUND');
    return found;
  }

  colleagues(): AccountUser[] {
    return this.people.map(colleagueOf);
  }

  unread(): number {
    return this.notifications.filter(({ readAt }) => readAt === null).length;
  }

  /** Stores a room as it is now, and pushes what made it so. */
  #become(next: ExampleRoom, frame: Frame): void {
    this.rooms.set(next.room.id, next);
    this.push(frame);
  }

  /** Puts an event into a room. */
  record(roomId: string, draft: Omit<ExampleDraft, 'id' | 'at'>) {
    const before = this.room(roomId);
    const event = nextEvent(before, { ...draft, id: crypto.randomUUID(), at: new Date().toISOString() });
    const { epoch } = before.room;
    const frame = { type: frameKindOf(event), payload: { roomId, epoch, change: event.change, event } } as Frame;
    this.#become(stored(before, event, this.me.id), frame);
    return event;
  }

  /** Stores what the signed-in person sends; the same client message id once. */
  send({ type, payload }: Sent): SendAnswer {
    const { clientMessageId, roomId, text } = payload;
    const known = this.#answered.get(clientMessageId);
    if (known !== undefined) return known;
    const { room } = this.room(roomId);
    const fileId = 'fileId' in payload ? payload.fileId : undefined;
    const file = fileId === undefined ? undefined : this.uploads.facts(fileId);
    if (fileId !== undefined && file === undefined) throw new Refusal('FILE_NOT_FOUND');
    const isNote = type === 'Note';
    const channel =
      isNote || payload.channelId === INTERNAL_CHANNEL_ID ? null : room.channels.find((one) => one.channelId === payload.channelId);
    if (channel === undefined) throw new Refusal('CHANNEL_NOT_FOUND');
    const { id, seq, change, publicNo, privateNo } = this.record(roomId, {
      type: file?.type ?? 'MESSAGE',
      by: { type: 'USER', id: this.me.id, name: `${this.me.firstName} ${this.me.lastName}` },
      text,
      ...(file === undefined ? {} : { file: factsOf(file) }),
      quote: payload.quotedEventId === undefined ? undefined : this.quoteOf(roomId, payload.quotedEventId),
      isNote,
      channel,
      conversationId: room.roomConversations.find((one) => one.state !== 'RESOLVED')?.id ?? null,
      clientMessageId,
    });
    const answer = { roomId, eventId: id, seq, change, publicNo, privateNo };
    this.#answered.set(clientMessageId, answer);
    this.drafts.sent(clientMessageId);
    return answer;
  }

  /** What is told of an event that is answered to. Throws EVENT_NOT_FOUND, MESSAGE_DELETED. */
  quoteOf(roomId: string, eventId: string): Quote {
    const { eventData, origin } = this.#standing(roomId, eventId);
    const { type, message, privateMessage } = eventData;
    const text = firstLine(message?.text);
    return { eventId, type, originType: origin.type, originId: origin.id, originName: origin.name, text, privateMessage };
  }

  /** An event that was not deleted. Throws EVENT_NOT_FOUND, MESSAGE_DELETED. */
  #standing(roomId: string, eventId: string): RoomEvent {
    const event = this.room(roomId).events.find(({ id }) => id === eventId);
    if (event === undefined) throw new Refusal('EVENT_NOT_FOUND');
    if (event.since?.deleted !== undefined) throw new Refusal('MESSAGE_DELETED');
    return event;
  }

  /** Somebody edits, deletes (null) or reacts to a message; where its words change, so does each quote of it. Throws EVENT_NOT_FOUND, MESSAGE_DELETED. */
  changeMessage(roomId: string, eventId: string, change: (event: RoomEvent) => RoomEvent): EventFrame {
    const before = this.#standing(roomId, eventId);
    const frame = this.changeEvent(roomId, eventId, change);
    const { since, eventData } = frame.event;
    if (eventData.message?.text === before.eventData.message?.text) return frame;
    const now = since?.deleted === undefined ? { text: firstLine(eventData.message?.text) } : { text: null, deleted: true as const };
    for (const { id } of this.room(roomId).events.filter((one) => one.eventData.message?.quote?.eventId === eventId)) {
      this.changeEvent(roomId, id, (event) => {
        const { message } = event.eventData;
        if (message?.quote === undefined) return event;
        return { ...event, eventData: { ...event.eventData, message: { ...message, quote: { ...message.quote, ...now } } } };
      });
    }
    return frame;
  }

  /** What was done to a message after it was said; it is told as one change of its room. Throws EVENT_NOT_FOUND. */
  changeEvent(roomId: string, eventId: string, change: (event: RoomEvent) => RoomEvent): EventFrame {
    const before = this.room(roomId);
    const held = before.events.find(({ id }) => id === eventId);
    if (held === undefined) throw new Refusal('EVENT_NOT_FOUND');
    const event = { ...change(held), change: before.room.change + 1 };
    const events = before.events.map((one) => (one.id === eventId ? event : one));
    const payload: EventFrame = { roomId, epoch: before.room.epoch, change: event.change, event, again: true };
    this.#become({ ...before, room: withChangedEvent(before.room, event), events }, { type: frameKindOf(event), payload } as Frame);
    return payload;
  }

  /** The signed-in person has seen everything up to an event. */
  seen(roomId: string, eventId: string): void {
    const before = this.room(roomId);
    const event = before.events.find(({ id }) => id === eventId);
    if (event === undefined) return;
    const membership = seenUpTo(before.membership, event);
    this.#become({ ...before, membership }, { type: 'RoomMembership', payload: membership });
  }

  /** Stars a room or not, or follows it no more. */
  mark(roomId: string, marks: { starred?: boolean; followed?: boolean }): void {
    const before = this.room(roomId);
    const membership = { ...before.membership, ...marks };
    this.#become({ ...before, membership }, { type: 'RoomMembership', payload: membership });
  }

  rename(roomId: string, name: string): void {
    const before = this.room(roomId);
    const room = { ...before.room, name, change: before.room.change + 1 };
    this.#become(
      { ...before, room },
      { type: 'RoomLifecycle', payload: { roomId, epoch: room.epoch, change: room.change, lifecycle: 'UPDATED', room } },
    );
  }

  /** Throws CONVERSATION_NOT_FOUND. */
  #conversation(roomId: string, conversationId: string): Conversation {
    const found = this.room(roomId).room.roomConversations.find(({ id }) => id === conversationId);
    if (found === undefined) throw new Refusal('CONVERSATION_NOT_FOUND');
    return found;
  }

  changeConversation(roomId: string, conversation: Conversation, how: 'ConversationState' | 'AddChannel' = 'ConversationState'): void {
    const next = withConversationIn(this.room(roomId), { ...conversation, modifiedAt: new Date().toISOString() });
    const { epoch, change, roomConversations } = next.room;
    const changed = roomConversations.find(({ id }) => id === conversation.id);
    if (changed === undefined) throw new Error('A conversation was lost');
    const type = conversation.state === 'RESOLVED' ? 'ConversationResolved' : how;
    const payload = { roomId, epoch, change, conversation: changed };
    this.#become(next, type === 'AddChannel' ? { type, payload: { ...payload, state: 'CHANNEL_ADDED' } } : { type, payload });
  }

  /** Whole, as the server tells a room whose people or state have changed. */
  #announce(roomId: string, room: Partial<ExampleRoom['room']>): void {
    const before = this.room(roomId);
    const next = { ...before.room, ...room, change: before.room.change + 1 };
    const { epoch, change } = next;
    this.#become(
      { ...before, room: next },
      { type: 'RoomLifecycle', payload: { roomId, epoch, change, lifecycle: 'UPDATED', room: next } },
    );
  }

  /** Throws CONVERSATION_RESOLVED, CONVERSATION_TAKEN, CONVERSATION_MOVED, USER_NOT_FOUND. */
  assign(roomId: string, conversationId: string, userId: string, expectedUserId: string | null): void {
    const conversation = this.#conversation(roomId, conversationId);
    if (conversation.state === 'RESOLVED') throw new Refusal('CONVERSATION_RESOLVED');
    const { assignedUserId: holder } = conversation;
    if (holder === userId && userId === this.me.id) return;
    if (holder !== expectedUserId) throw new Refusal(holder === null ? 'CONVERSATION_MOVED' : 'CONVERSATION_TAKEN');
    const person = this.people.find(({ id }) => id === userId);
    if (person === undefined) throw new Refusal('USER_NOT_FOUND');
    const { firstName, lastName, jobTitle } = person;
    const assignedSince = new Date().toISOString();
    this.changeConversation(roomId, {
      ...conversation,
      state: 'ASSIGNED',
      assignedUserId: userId,
      assignedSince,
      waitingSince: null,
      snooze: null,
    });
    const others = this.room(roomId).room.roomParticipants.filter(
      ({ associatedParticipantId: id }) => id !== expectedUserId && id !== userId,
    );
    const joined = { id: crypto.randomUUID(), type: 'USER' as const, associatedParticipantId: userId, firstName, lastName, jobTitle };
    this.#announce(roomId, { roomParticipants: [...others, joined], state: 'ASSIGNED' });
    this.record(roomId, {
      type: 'USER_ASSIGNED',
      by: { type: 'USER', id: this.me.id, name: `${this.me.firstName} ${this.me.lastName}` },
      text: null,
      channel: null,
      conversationId,
      reason: userId === this.me.id ? 'ASSIGN_REASON_TAKEN' : 'ASSIGN_REASON_HANDED_OVER',
      people: [{ id: userId, type: 'USER', name: `${firstName} ${lastName}` }],
    });
  }

  /** Throws CONVERSATION_NOT_HELD, CONVERSATION_TAKEN. */
  snooze(roomId: string, conversationId: string, { expectedUserId, until }: { expectedUserId: string; until: string | null }): void {
    this.#laidAside(roomId, conversationId, expectedUserId, { until });
    this.record(roomId, {
      type: 'SNOOZED',
      by: this.byMe(),
      text: null,
      channel: null,
      conversationId,
      ...(until === null ? {} : { value: until }),
    });
  }

  /** Throws CONVERSATION_NOT_HELD, CONVERSATION_TAKEN. */
  wake(roomId: string, conversationId: string, { expectedUserId }: { expectedUserId: string }): void {
    this.#laidAside(roomId, conversationId, expectedUserId, null);
    this.record(roomId, { type: 'WOKEN', by: this.byMe(), text: null, channel: null, conversationId });
  }

  #laidAside(roomId: string, conversationId: string, expectedUserId: string, snooze: Conversation['snooze']): void {
    const conversation = this.#conversation(roomId, conversationId);
    if (conversation.assignedUserId === null) throw new Refusal('CONVERSATION_NOT_HELD');
    if (conversation.assignedUserId !== expectedUserId) throw new Refusal('CONVERSATION_TAKEN');
    this.changeConversation(roomId, { ...conversation, snooze });
  }

  byMe() {
    return { type: 'USER' as const, id: this.me.id, name: `${this.me.firstName} ${this.me.lastName}` };
  }

  setStatus(change: Partial<MockWorld['chatStatus']>): MockWorld['chatStatus'] {
    this.chatStatus = { ...this.chatStatus, ...change };
    this.push({ type: 'ChatStatus', payload: this.chatStatus });
    return this.chatStatus;
  }

  /** Before the signed-in person goes offline: what they have in hand goes back to its queue. Throws CONVERSATIONS_IN_HAND unless that is said. */
  leave(handBack: boolean): void {
    const held = [...this.rooms.values()].flatMap(({ room }) =>
      room.roomConversations
        .filter((one) => one.state === 'ASSIGNED' && one.assignedUserId === this.me.id && one.snooze === null)
        .map((conversation) => ({ roomId: room.id, conversation })),
    );
    if (held.length > 0 && !handBack) throw new Refusal('CONVERSATIONS_IN_HAND', { count: held.length });
    for (const { roomId, conversation } of held) {
      const waitingSince = conversation.createdAt;
      this.changeConversation(roomId, { ...conversation, state: 'UNASSIGNED', assignedUserId: null, assignedSince: null, waitingSince });
      const others = this.room(roomId).room.roomParticipants.filter(({ associatedParticipantId: id }) => id !== this.me.id);
      this.#announce(roomId, { roomParticipants: others, state: 'UNASSIGNED' });
      const entry = { type: 'ENTER_QUEUE', by: this.byMe(), text: null, channel: null, conversationId: conversation.id } as const;
      this.record(roomId, { ...entry, value: this.#queue().name, reason: 'QUEUE_REASON_AGENT_OFFLINE' });
    }
  }

  /** The queue of which everything here comes: the default one. */
  #queue(): MockWorld['queues'][number] {
    const found = this.queues.find(({ isDefault }) => isDefault);
    if (found === undefined) throw new Error('The examples have no default queue');
    return found;
  }

  /** Whoever resolves what they held wraps it up, where its queue has a time for that. Throws CONVERSATION_RESOLVED. */
  resolve(roomId: string, conversationId: string): void {
    const conversation = this.#conversation(roomId, conversationId);
    if (conversation.state === 'RESOLVED') throw new Refusal('CONVERSATION_RESOLVED');
    const by = { type: 'USER' as const, id: this.me.id, name: `${this.me.firstName} ${this.me.lastName}` };
    this.changeConversation(roomId, { ...conversation, state: 'RESOLVED', waitingSince: null, snooze: null });
    this.record(roomId, { type: 'RESOLVE', by, text: null, channel: null, conversationId });
    this.#announce(roomId, { state: 'RESOLVED' });
    const { wrapUpSeconds } = this.#queue();
    const isMine = conversation.assignedUserId === this.me.id;
    if (isMine && wrapUpSeconds > 0) this.setStatus({ wrapUpUntil: new Date(Date.now() + wrapUpSeconds * 1000).toISOString() });
  }

  /** Takes nothing from a room's visitor any more, and resolves what is open; null lets them write again. */
  block(roomId: string, given: NewVisitorBlock | null): void {
    const open = this.room(roomId).room.roomConversations.find(({ state }) => state !== 'RESOLVED');
    if (given === null) this.blocks.delete(roomId);
    else {
      if (open !== undefined) this.resolve(roomId, open.id);
      this.blocks.set(roomId, { ...given, at: new Date().toISOString(), byName: `${this.me.firstName} ${this.me.lastName}` });
    }
    this.push({ type: 'CustomerChanged', payload: { roomId } });
  }

  /** Puts a note beside the talk; one that stands there already stays as it is. */
  pin(roomId: string, eventId: string): void {
    const note = this.room(roomId).events.find(({ id, eventData }) => id === eventId && eventData.privateMessage);
    if (note === undefined) throw new Refusal('EVENT_NOT_FOUND');
    const held = this.pins.get(roomId) ?? [];
    if (held.some(({ event }) => event.id === eventId)) return;
    this.pins.set(roomId, [pinOf(note, this.me, new Date().toISOString()), ...held]);
    this.push({ type: 'PinnedNotesChanged', payload: { roomId } });
  }

  unpin(roomId: string, eventId: string): void {
    const held = this.pins.get(roomId) ?? [];
    this.pins.set(
      roomId,
      held.filter(({ event }) => event.id !== eventId),
    );
    this.push({ type: 'PinnedNotesChanged', payload: { roomId } });
  }

  /** A customer writes in a room, by the frame that the fixtures tell of it. */
  customerSays(roomId: string, text: string): void {
    const { room } = this.room(roomId);
    const conversationId = room.roomConversations.find((one) => one.state !== 'RESOLVED')?.id ?? null;
    const by = { type: 'CUSTOMER' as const, id: room.contactId, name: room.name };
    this.record(roomId, { type: 'MESSAGE', by, text, channel: room.channels[0] ?? null, conversationId });
  }
}

/** What an event tells of an uploaded file. */
const factsOf = ({ type: _type, notice: _notice, ...facts }: UploadedFile): EventFile => facts;
