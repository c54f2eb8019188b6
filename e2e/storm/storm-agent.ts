import type { AgentReceives, HeldRoom, Room, RoomEvent, RoomView } from '@parley/contract';
import { withConversation, withEvent } from '@parley/contract';
import { Line, type Where } from './line.ts';
import { isAcknowledged, PARTING, pause } from './storm-visitor.ts';

/** Of how many of a customer's messages an agent says that they were on the screen. */
const SEES_EVERY = 3;

interface Held {
  room: Room;
  events: Map<string, RoomEvent>;
}

/**
 * Somebody at the desk: takes what waits, answers each customer's message once, and holds rooms by frames and catching up
 * alone, so that what is held at the end shows whether those tell everything.
 */
export class StormAgent {
  readonly held = new Map<string, Held>();
  readonly said: string[] = [];
  /** Events of which the server has taken that they were seen here. */
  readonly saidSeen = new Set<string>();
  readonly notes: string[] = [];
  /** Rooms that could only be read afresh, because catching up said so or a number was missing. */
  rereads = 0;
  readonly #where: Where;
  readonly #line: Line;
  readonly #token: () => Promise<string>;
  readonly #answered = new Set<string>();
  readonly #reading = new Set<string>();
  /** By room, the last event that is to be said to have been seen. */
  readonly #seeing = new Map<string, string>();
  readonly #noted = new Set<string>();
  readonly #habits: { notes: boolean; seesParting: boolean };
  readonly userId: string;
  readonly name: string;
  /** What was asked and is not yet stored, with the last answer to it. */
  readonly #outstanding = new Map<string, string>();
  #running = true;

  /** @param habits whether they have the list of all rooms and leave a note in each, and look at a customer's last word */
  constructor(where: Where, name: string, userId: string, token: () => Promise<string>, habits: { notes: boolean; seesParting: boolean }) {
    this.#habits = habits;
    this.#where = where;
    this.name = name;
    this.userId = userId;
    this.#token = token;
    this.#line = new Line({
      where,
      app: 'agent-web',
      ticket: async () => ((await this.#call('POST', '/realtime/tickets')) as { ticket: string }).ticket,
      heard: (frame) => this.#hear(frame as AgentReceives),
      opened: async () => {
        // As the page of somebody who has the list of all rooms open: a room that began while they were away is none of their work, and told by no frame.
        this.#line.tell('RoomState', { rooms: this.#holds(), ...(habits.notes && { lists: ['all'] }) }, 'state');
      },
    });
    void this.#work();
  }

  /** What is asked and not answered yet, in words. */
  get waitsFor(): string[] {
    const reads = [...this.#reading].map((roomId) => `${this.name} reads ${roomId}`);
    return [...reads, ...[...this.#outstanding].map(([what, answer]) => `${this.name}: ${what}, last answered ${answer}`)];
  }

  #holds(): HeldRoom[] {
    return [...this.held.values()].map(({ room }) => ({
      id: room.id,
      epoch: room.epoch,
      change: room.change,
      seenPublicNo: 0,
      seenPrivateNo: 0,
      starred: false,
      followed: false,
    }));
  }

  async #call(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.#where.origin}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${await this.#token()}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(5000),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return response.json();
  }

  #hear(frame: AgentReceives): void {
    if (frame.type === 'RoomState') {
      for (const { room, events } of frame.payload.changes) this.#merge(room, events);
      for (const id of frame.payload.reload) void this.#read(id);
      // A colleague holds it now.
      for (const id of frame.payload.gone) this.held.delete(id);
      return;
    }
    const { payload } = frame;
    if (!('change' in payload) || !('roomId' in payload)) return;
    const held = this.held.get(payload.roomId);
    if (!held) return void this.#read(payload.roomId);
    if (payload.change <= held.room.change) return;
    if (payload.change > held.room.change + 1) return void this.#fill(payload.roomId);
    this.#apply(held, frame);
    held.room = { ...held.room, change: payload.change };
    this.#answerAll(held);
  }

  #apply(held: Held, frame: AgentReceives): void {
    switch (frame.type) {
      case 'MessageStatus':
        for (const status of frame.payload.statuses) {
          const event = held.events.get(status.roomEventId);
          if (event) held.events.set(event.id, { ...event, change: frame.payload.change, eventData: { ...event.eventData, status } });
        }
        return;
      case 'ConversationState':
      case 'AddChannel':
      case 'ConversationResolved':
        if (!('conversation' in frame.payload)) return;
        held.room = { ...held.room, roomConversations: withConversation(held.room.roomConversations, frame.payload.conversation) };
        return;
      case 'ParticipantsChanged':
        held.room = { ...held.room, roomParticipants: frame.payload.roomParticipants };
        return;
      case 'RoomLifecycle':
        held.room = frame.payload.room;
        return;
      default:
        if (!('event' in frame.payload)) return;
        held.events.set(frame.payload.event.id, frame.payload.event);
        held.room = withEvent(held.room, frame.payload.event);
    }
  }

  #merge(room: Room, events: readonly RoomEvent[]): void {
    const held = this.held.get(room.id);
    if (!held) return;
    for (const event of events) if ((held.events.get(event.id)?.change ?? -1) < event.change) held.events.set(event.id, event);
    if (room.change > held.room.change) held.room = room;
    this.#answerAll(held);
  }

  /** A hole: exactly what is missing, one request per room. */
  async #fill(roomId: string): Promise<void> {
    const held = this.held.get(roomId);
    if (!held || this.#reading.has(roomId)) return;
    this.#reading.add(roomId);
    await pause(300);
    try {
      const { epoch, change } = held.room;
      const answer = (await this.#call('GET', `/rooms/${roomId}/changes?epoch=${epoch}&change=${change}`)) as {
        reload: boolean;
        changes: { room: Room; events: RoomEvent[] } | null;
      };
      if (answer.changes) this.#merge(answer.changes.room, answer.changes.events);
      this.#reading.delete(roomId);
      if (answer.reload) await this.#read(roomId);
    } catch {
      // The server is away; the next connect tells what is held and hears what is missing.
    } finally {
      this.#reading.delete(roomId);
    }
  }

  async #read(roomId: string): Promise<void> {
    if (this.#reading.has(roomId)) return;
    this.#reading.add(roomId);
    try {
      const {
        membership: _membership,
        starred: _starred,
        missedCounter: _missed,
        lastSeenEventTimestamp: _seen,
        ...room
      } = (await this.#call('GET', `/rooms/${roomId}`)) as RoomView;
      const events = await this.history(roomId);
      this.rereads++;
      const held: Held = { room, events: new Map(events.map((event) => [event.id, event])) };
      this.held.set(roomId, held);
      this.#answerAll(held);
      // What was pushed between the two reads is told again by number.
      this.#line.tell('RoomState', { rooms: this.#holds().filter((one) => one.id === roomId) }, 'state');
    } catch {
      // As above.
    } finally {
      this.#reading.delete(roomId);
    }
  }

  /** What the server says that this person has missed in a room; null for a room that they may not see. */
  async missed(roomId: string): Promise<number | null> {
    const response = await fetch(`${this.#where.origin}/api/rooms/${roomId}`, {
      headers: { authorization: `Bearer ${await this.#token()}` },
    });
    if (response.status === 404) return null;
    return ((await response.json()) as RoomView).missedCounter;
  }

  /** Every public event and note of a room, by pages. */
  async history(roomId: string): Promise<RoomEvent[]> {
    const all: RoomEvent[] = [];
    for (const privately of ['false', 'true']) {
      for (let page = 0; ; page++) {
        const answer = (await this.#call('GET', `/rooms/${roomId}/history?size=100&page=${page}&private_messages=${privately}`)) as {
          content: RoomEvent[];
          last: boolean;
        };
        all.push(...answer.content);
        if (answer.last) break;
      }
    }
    return all.sort((a, b) => a.seq - b.seq);
  }

  #answerAll({ room, events }: Held): void {
    if (this.#habits.notes) this.#noteOnce(events);
    const mine = room.roomConversations.find((one) => one.state === 'ASSIGNED' && one.assignedUserId === this.userId);
    if (!mine) return;
    for (const event of events.values()) {
      if (event.origin.type !== 'CUSTOMER' || event.eventType !== 'COMMUNICATION' || this.#answered.has(event.id)) continue;
      const isLast = event.eventData.message?.text === PARTING;
      if (isLast ? this.#habits.seesParting : event.publicNo % SEES_EVERY === 0) void this.#see(event);
      this.#answered.add(event.id);
      void this.#answer(event);
    }
  }

  /** Says that an event was on the screen until the server has taken it. As on the page, of one room one is under way, and the last of those that wait follows. */
  async #see({ id, roomId }: RoomEvent): Promise<void> {
    const isUnderWay = this.#seeing.has(roomId);
    this.#seeing.set(roomId, id);
    if (isUnderWay) return;
    const what = `says what it saw in ${roomId}`;
    this.#outstanding.set(what, 'nothing');
    while (this.#running) {
      const due = this.#seeing.get(roomId) as string;
      const answer = await this.#line.ask('Seen', { clientStatus: 'SEEN', roomId, roomEventId: due });
      if (answer?.type === 'Ack') {
        this.saidSeen.add(due);
        if (this.#seeing.get(roomId) === due) break;
      } else {
        this.#outstanding.set(what, JSON.stringify(answer));
        await pause(200 + Math.random() * 300);
      }
    }
    this.#seeing.delete(roomId);
    this.#outstanding.delete(what);
  }

  /** A word among colleagues on each customer's first question, whoever holds it. */
  #noteOnce(events: ReadonlyMap<string, RoomEvent>): void {
    for (const { id, roomId, eventData } of events.values()) {
      if (!/^visitor \d+ says 1$/.test(eventData.message?.text ?? '') || this.#noted.has(id)) continue;
      this.#noted.add(id);
      const text = `${this.name} notes on ${id}`;
      this.notes.push(text);
      void this.#send('Note', { clientMessageId: `aside-on-${id}`, roomId, text });
    }
  }

  async #answer(event: RoomEvent): Promise<void> {
    const words = event.eventData.message?.text ?? '';
    if (!/ says \d+$/.test(words)) return;
    const payload = {
      clientMessageId: `answer-to-${event.id}`.slice(0, 64),
      roomId: event.roomId,
      channelId: event.origin.channelId,
      text: `re: ${words}`,
    };
    this.said.push(payload.text);
    await this.#send('Text', payload);
  }

  /** By socket and by REST in turn, until it is stored. */
  async #send(
    type: 'Text' | 'Note',
    payload: { clientMessageId: string; roomId: string; text: string; channelId?: string | null },
  ): Promise<void> {
    const what = `${type} ${payload.clientMessageId} in ${payload.roomId}`;
    this.#outstanding.set(what, 'nothing');
    for (let attempt = 0; this.#running; attempt++) {
      const answer =
        attempt % 2 === 0
          ? await this.#line.ask(type, payload)
          : await this.#call('POST', `/rooms/${payload.roomId}/messages`, { type, payload }).catch((error: unknown) => String(error));
      if (isAcknowledged(answer)) break;
      this.#outstanding.set(what, JSON.stringify(answer));
      await pause(200 + Math.random() * 300);
    }
    this.#outstanding.delete(what);
  }

  /** Looks for what waits, as the page does with its list, and takes it. */
  async #work(): Promise<void> {
    while (this.#running) {
      await pause(400 + Math.random() * 400);
      for (const { room } of this.held.values()) {
        const waits = room.roomConversations.find((one) => one.state === 'UNASSIGNED');
        if (!waits) continue;
        await this.#line.ask('Assign', { roomId: room.id, conversationId: waits.id, userId: this.userId, expectedUserId: null });
        break;
      }
    }
  }

  stop(): void {
    this.#running = false;
    this.#line.stop();
  }
}
