import { once } from 'node:events';
import type { AgentReceives, RoomEvent } from '@parley/contract';
import { WebSocket } from 'ws';
import type { Actor } from '../../server/src/accounts/index.ts';
import type { Tickets } from '../../server/src/realtime/index.ts';
import { retryDelay } from '../../web/src/realtime/retry-delay.ts';

const PING_EVERY = 5000;
const DIGEST_EVERY = 10_000;
/** The sign-in outlives the run. */
const SIGNED_IN_FOR = 48 * 3_600_000;
/** Clients lose their line now and then: about once in so many ms. */
const CUT_EVERY = 120_000;
/** A conversation is resolved after so many messages of the customer's. */
export const MESSAGES = 6;

export interface SoakCounts {
  heard: number;
  answered: number;
  cuts: number;
  refused: number;
}

/** One simulated agent: keeps a socket as the page does, hears, says what was seen, answers some, and loses the line from time to time. */
export class SoakAgent {
  readonly #origin: string;
  readonly #actor: Actor;
  readonly #tickets: Tickets;
  readonly #counts: SoakCounts;
  #socket: WebSocket | null = null;
  /** Rooms whose conversation is this agent's. */
  readonly #held = new Set<string>();
  #stopped = false;
  #ids = 0;

  constructor(origin: string, actor: Actor, tickets: Tickets, counts: SoakCounts) {
    this.#origin = origin;
    this.#actor = actor;
    this.#tickets = tickets;
    this.#counts = counts;
  }

  /** Until it is stopped. */
  async run(): Promise<void> {
    for (let attempt = 0; !this.#stopped; attempt++) {
      if (await this.#once().catch(() => false)) attempt = 0;
      if (!this.#stopped) await pause(retryDelay(attempt, Math.random()));
    }
  }

  stop(): void {
    this.#stopped = true;
    this.#socket?.terminate();
  }

  /** @returns whether the socket was open */
  async #once(): Promise<boolean> {
    const ticket = this.#tickets.forActor({ actor: this.#actor, expiresAt: Date.now() + SIGNED_IN_FOR, sessionId: null });
    const url = `${this.#origin.replace('http', 'ws')}/api/ws?app=agent-web&v=2&token=${encodeURIComponent(ticket)}`;
    const socket = new WebSocket(url, { origin: this.#origin, perMessageDeflate: false });
    socket.on('error', () => {});
    socket.on('message', (data: Buffer) => this.#hear(JSON.parse(data.toString()) as AgentReceives));
    const closed = once(socket, 'close');
    await Promise.race([once(socket, 'open'), closed.then(() => Promise.reject(new Error('closed')))]);
    this.#socket = socket;
    this.#say('RoomState', { rooms: [] });
    const timers = [
      setInterval(() => this.#say('Ping', {}), PING_EVERY),
      setInterval(() => this.#say('RoomState', { count: 0, digest: '0' }), DIGEST_EVERY),
    ];
    const cut = setTimeout(
      () => {
        this.#counts.cuts++;
        socket.terminate();
      },
      CUT_EVERY * (0.5 + Math.random()),
    );
    await closed;
    this.#socket = null;
    clearTimeout(cut);
    for (const timer of timers) clearInterval(timer);
    return true;
  }

  #say(type: string, payload: unknown): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ type, id: `s${++this.#ids}`, payload }));
  }

  #hear(frame: AgentReceives): void {
    this.#counts.heard++;
    if (frame.type === 'VALIDATION' || frame.type === 'INVALID_REQUEST') this.#counts.refused++;
    if (frame.type === 'Assign') this.#noteAssigned(frame.payload.event);
    if (frame.type !== 'Text') return;
    const { event } = frame.payload;
    // Whoever is in the queue hears it; whoever holds it answers.
    if (event.origin.type !== 'CUSTOMER' || !this.#held.has(event.roomId)) return;
    this.#say('Ack', { roomId: event.roomId, roomEventId: event.id });
    this.#say('Seen', { clientStatus: 'SEEN', roomId: event.roomId, roomEventId: event.id });
    this.#say('Typing', { roomId: event.roomId, channelId: event.origin.channelId });
    const answer = {
      clientMessageId: `soak-${event.id}`,
      roomId: event.roomId,
      channelId: event.origin.channelId,
      text: 'Thank you, I am looking.',
    };
    const { roomId, conversationId } = event;
    const isLast = event.eventData.message?.text === `Question ${MESSAGES}`;
    setTimeout(() => {
      this.#counts.answered++;
      this.#say('Text', answer);
      if (!isLast) return;
      this.#held.delete(roomId);
      setTimeout(() => this.#say('Resolve', { roomId, conversationId }), 1000);
    }, 1000);
  }

  #noteAssigned({ roomId, eventData, modifiedParticipants }: RoomEvent): void {
    if (eventData.type !== 'USER_ASSIGNED') return;
    if (modifiedParticipants.some(({ id }) => id === this.#actor.userId)) this.#held.add(roomId);
    else this.#held.delete(roomId);
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
