import { type AgentReceives, heldRoomOf } from '@parley/contract';
import { vi } from 'vitest';
import type { Outgoing } from '../../../realtime/socket.ts';
import type { Happening, World } from '../state/happenings.testing.ts';
import { eventsSince, newestPage, roomOf, viewOf } from '../state/room-readings.testing.ts';
import { happen } from '../state/room-world.testing.ts';
import { ROOM } from '../state/stories.testing.ts';
import type { Line } from './line.ts';

/** The far end of the line: the test plays the server, over the socket and over HTTP. */
export class Server {
  world: World;
  readonly told: Outgoing[] = [];
  readonly asked: string[] = [];
  /** What GET changes answers instead of what the world says. */
  changes: 'exact' | 'reload' | 'refused' = 'exact';
  /** The room may not be seen any more, and nobody has said so. */
  isHidden = false;
  #handlers = new Map<string, Set<(payload: never) => void>>();
  #openings = new Set<(opened: { first: boolean; atOnce: boolean; afterError: boolean }) => void>();

  constructor(world: World) {
    this.world = world;
    vi.stubGlobal('fetch', async (request: Request) => this.#answer(new URL(request.url)));
  }

  readonly line: Line = {
    send: () => Promise.resolve(null),
    tell: (frame) => {
      this.told.push(frame);
      return true;
    },
    subscribe: (kind, handler) => {
      const all = this.#handlers.get(kind) ?? new Set();
      this.#handlers.set(kind, all);
      all.add(handler);
      return () => void all.delete(handler);
    },
    onOpen: (callback) => {
      this.#openings.add(callback);
      return () => void this.#openings.delete(callback);
    },
  };

  open(opened: { first: boolean; atOnce: boolean; afterError: boolean }): void {
    for (const callback of this.#openings) callback(opened);
  }

  push({ type, payload }: Pick<AgentReceives, 'type' | 'payload'>): void {
    for (const handler of this.#handlers.get(type) ?? []) handler(payload as never);
  }

  happens(happening: Happening, isHeard = true): void {
    const step = happen(this.world, happening);
    this.world = step.world;
    if (isHeard) for (const frame of step.frames) this.push(frame);
  }

  of(type: Outgoing['type']) {
    return this.told.filter((frame) => frame.type === type).map(({ payload }) => payload);
  }

  paths = () => this.asked.map((url) => url.replace(ROOM, 'ROOM').replace(/\?.*/, ''));

  #answer({ pathname, search, searchParams }: URL): Response {
    this.asked.push(`${pathname}${search}`);
    const json = (body: unknown, status = 200) =>
      new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
    if (this.isHidden && pathname.includes(ROOM)) return json({ message: 'ROOM_NOT_FOUND', errors: [] }, 404);
    if (pathname === '/api/rooms') {
      const content = searchParams.get('view') === 'mine' ? [viewOf(this.world)] : [];
      return json({ content, page: 0, size: 1000, totalElements: content.length, totalPages: 1, last: true, next: null });
    }
    if (pathname.endsWith('/changes')) {
      if (this.changes === 'refused') return json({ message: 'ERROR_DEFAULT_MESSAGE', errors: [] }, 500);
      if (this.changes === 'reload') return json({ reload: true, changes: null });
      const since = Number(searchParams.get('change'));
      const changes = since === this.world.change ? null : { room: roomOf(this.world), events: eventsSince(this.world, since) };
      return json({ reload: false, changes });
    }
    if (pathname.endsWith('/recent-events')) {
      const { events, notes } = newestPage(this.world, searchParams.get('private_messages') === 'true', 30);
      return json({ roomId: ROOM, epoch: 1, change: this.world.change, recentEvents: events, notes });
    }
    return json(viewOf(this.world));
  }
}

export const mineBefore: Happening[] = [
  { kind: 'conversationStarts' },
  { kind: 'conversationAssigned', pick: 0, toMe: true },
  { kind: 'customerSays', text: 'one' },
];
export const word = (text: string): Happening => ({ kind: 'customerSays', text });

/** A browser as far as what keeps rooms in step asks for one, at a moment that stands until the test moves it. */
export function standInBrowser(): void {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 2, 9) });
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:8080' });
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
}

/** Full lists of what is held that the page has said, spelt out. */
export const listsTold = (server: Server) =>
  server
    .of('RoomState')
    .flatMap((payload) =>
      'rooms' in payload ? [{ ...payload, rooms: payload.rooms.map((one) => (typeof one === 'string' ? heldRoomOf(one) : one)) }] : [],
    );
