import type pg from 'pg';

/** One entry of a room's history as its row says it. */
export interface EventRow {
  id: string;
  room_id: string;
  seq: number;
  channel_seq: number | null;
  kind: string;
  type: string;
  private: boolean;
  origin_type: string;
  origin_id: string | null;
  participants: Array<{ id: string; type: string }>;
  text: string | null;
  status: string | null;
}

interface Waited {
  room_id: string;
  state: string;
  user_id: string;
}

/** What the rows of one account say, read without the product and without anything that the product has counted. */
export interface Rows {
  events: EventRow[];
  byRoom: Map<string, EventRow[]>;
  roles: Map<string, string>;
  /** For each conversation, who belongs to the queue that it came by. */
  waited: Waited[];
}

export async function readRows(client: pg.Client, accountId: string): Promise<Rows> {
  const { rows: events } = await client.query<EventRow>(
    `select id, room_id, seq::int, channel_seq::int, kind, type, private, origin_type, origin_id, participants, message ->> 'text' as text, status
     from events where account_id = $1 order by room_id, seq`,
    [accountId],
  );
  const { rows: people } = await client.query<{ id: string; role: string }>('select id, role from users where account_id = $1', [
    accountId,
  ]);
  const { rows: waited } = await client.query<Waited>(
    `select c.room_id, c.state, m.user_id from conversations c join queue_members m on m.queue_id = c.queue_id where c.account_id = $1`,
    [accountId],
  );
  const byRoom = Map.groupBy(events, (event) => event.room_id);
  return { events, byRoom, roles: new Map(people.map(({ id, role }) => [id, role])), waited };
}

const isWord = (event: EventRow) => event.kind === 'COMMUNICATION';

/** Who was given a room's conversation last: in a storm each room has one. */
function holderOf(events: readonly EventRow[]): string | null {
  const given = events.findLast((event) => event.type === 'USER_ASSIGNED');
  return given?.participants.find(({ type }) => type === 'USER')?.id ?? null;
}

/** Whoever is of this room by the rule of the domain: reads all, held, wrote, or is of a queue in which it waits or has waited. */
export function maySee({ byRoom, roles, waited }: Rows, userId: string, roomId: string): boolean {
  if (roles.get(userId) !== 'agent') return true;
  const events = byRoom.get(roomId) ?? [];
  const held = events.some((event) => event.type === 'USER_ASSIGNED' && event.participants.some(({ id }) => id === userId));
  const wrote = events.some((event) => isWord(event) && event.origin_id === userId);
  const ofQueue = waited.some((one) => one.room_id === roomId && one.user_id === userId && one.state !== 'ASSIGNED');
  return held || wrote || ofQueue;
}

/**
 * How many words somebody has missed: of whoever holds the room, all above the highest that they wrote themselves or said to
 * have seen, of notes and of the rest apart; of whoever looks on, none.
 */
export function missedOf({ byRoom }: Rows, userId: string, roomId: string, saidSeen: ReadonlySet<string>): number {
  const events = byRoom.get(roomId) ?? [];
  if (holderOf(events) !== userId) return 0;
  return [false, true].reduce((sum, isNote) => {
    const words = events.filter((event) => isWord(event) && event.private === isNote);
    const known = words.findLastIndex((event) => event.origin_id === userId || saidSeen.has(event.id));
    return sum + words.length - (known + 1);
  }, 0);
}

/** How far the customer's own words were seen by whoever held the room when they said so, in the channel's numbers. */
export function seenByUs({ byRoom }: Rows, roomId: string, saidSeen: ReadonlySet<string>): number {
  const events = byRoom.get(roomId) ?? [];
  const upTo = events.findLast((event) => saidSeen.has(event.id))?.seq ?? 0;
  return events.findLast((event) => event.seq <= upTo && event.origin_type === 'CUSTOMER')?.channel_seq ?? 0;
}
