import type { AgentReceives, HeldRoom, RoomEvent } from '@parley/contract';
import { SocketTimings } from '@parley/contract';
import { WebSocket } from 'ws';
import { retryDelay } from '../../web/src/realtime/retry-delay.ts';

/** What a window holds of a room: how far it has come, and what it has heard said since it was opened. */
interface Held {
  epoch: number;
  change: number;
  /** Texts by their events' places. */
  texts: Map<number, string>;
}

/** A page of somebody who is signed in, as far as its line and what comes over it go: it comes back by the page's own pauses, for ever. */
export class RestartedWindow {
  readonly held: ReadonlyMap<string, Held>;
  /** When it asked for tickets, in ms of this process. */
  readonly asked: number[] = [];
  /** When the server last told it what it had missed, and it had missed nothing more. */
  inStepAt: number | null = null;
  readonly #origin: string;
  readonly #token: () => Promise<string>;
  #socket: WebSocket | null = null;
  #stopped = false;
  #ids = 0;
  /** Openings in a row that took too long: the next may take longer, as the page's own. */
  #slow = 0;

  constructor(origin: string, token: () => Promise<string>, rooms: ReadonlyArray<{ id: string; epoch: number; change: number }>) {
    this.#origin = origin;
    this.#token = token;
    this.held = new Map(rooms.map(({ id, epoch, change }) => [id, { epoch, change, texts: new Map() }]));
    void this.#run();
  }

  stop(): void {
    this.#stopped = true;
    this.#socket?.terminate();
  }

  async #run(): Promise<void> {
    for (let attempt = 0; !this.#stopped; attempt++) {
      if (await this.#once().catch(() => false)) attempt = 0;
      if (!this.#stopped) await new Promise((resolve) => setTimeout(resolve, retryDelay(attempt, Math.random())));
    }
  }

  /** @returns whether anything was heard */
  async #once(): Promise<boolean> {
    this.asked.push(performance.now());
    const patience = Math.min(SocketTimings.reconnectCeiling, SocketTimings.receiveTimeout * 2 ** this.#slow);
    // Until something is heard it counts as too slow, unless it is refused at once.
    const began = performance.now();
    const failed = (error: unknown) => {
      if (performance.now() - began >= patience) this.#slow += 1;
      throw error;
    };
    const answer = await fetch(`${this.#origin}/api/realtime/tickets`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await this.#token()}` },
      signal: AbortSignal.timeout(patience),
    }).catch(failed);
    if (!answer.ok) throw new Error(`a ticket was answered ${answer.status}`);
    const { ticket } = (await answer.json()) as { ticket: string };
    const url = `${this.#origin.replace('http', 'ws')}/api/ws?app=agent-web&v=2&token=${encodeURIComponent(ticket)}`;
    const socket = new WebSocket(url, { origin: this.#origin, handshakeTimeout: patience, perMessageDeflate: false });
    this.#socket = socket;
    let hasHeard = false;
    const pings = setInterval(() => this.#tell('Ping', {}), SocketTimings.ping);
    socket.on('open', () => this.#tellAll());
    socket.on('message', (data: Buffer) => {
      hasHeard = true;
      this.#slow = 0;
      this.#hear(JSON.parse(data.toString()) as AgentReceives);
    });
    await new Promise<void>((resolve) => {
      socket.on('error', () => {});
      socket.on('close', () => resolve());
    });
    clearInterval(pings);
    this.#socket = null;
    this.inStepAt = null;
    return hasHeard;
  }

  #tell(type: string, payload: unknown): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ type, id: `w${++this.#ids}`, payload }));
  }

  #tellAll(): void {
    const rooms = [...this.held].map(([id, { epoch, change }]): HeldRoom => {
      return { id, epoch, change, seenPublicNo: 0, seenPrivateNo: 0, starred: false, followed: false };
    });
    this.#tell('RoomState', { rooms });
  }

  #hear(frame: AgentReceives): void {
    if (frame.type === 'RoomState') {
      for (const { room, events } of frame.payload.changes) {
        const held = this.held.get(room.id);
        if (held === undefined) continue;
        for (const event of events) keep(held, event);
        held.change = Math.max(held.change, room.change);
      }
      const isTold = frame.payload.reload.filter((id) => this.held.has(id)).length + frame.payload.gone.length === 0;
      if (isTold) this.inStepAt = performance.now();
      return;
    }
    const { payload } = frame;
    if (!('change' in payload) || !('roomId' in payload)) return;
    const held = this.held.get(payload.roomId);
    if (held === undefined || payload.change <= held.change) return;
    if (payload.change > held.change + 1) {
      this.#tellAll();
      return;
    }
    held.change = payload.change;
    if ('event' in payload) keep(held, payload.event);
  }
}

function keep({ texts }: Held, { seq, eventData }: RoomEvent): void {
  const text = eventData.message?.text;
  if (text !== undefined && text !== null) texts.set(seq, text);
}
