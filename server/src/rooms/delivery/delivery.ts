import { type DeliveryStatus, eventStatus } from '@parley/contract';
import { sql } from 'kysely';
import { afterCommit, type Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import type { RoomsDeps } from '../deps.ts';

/** Which states a report may replace: status moves forward only (domain, invariant 6). */
const BEFORE = { DELIVERED: ['SENT'], SEEN: ['SENT', 'DELIVERED'] } as const satisfies Record<string, readonly DeliveryStatus[]>;

/** A room under its lock: what delivery needs of it. */
export interface LockedRoom {
  id: string;
  change: number;
  epoch: number;
  type: string;
  access_no: number;
}

/** Locks a room whose events' delivery is to move. Throws ROOM_NOT_FOUND. */
export async function lockRoom(tx: Tx, roomId: string): Promise<LockedRoom> {
  const room = await tx
    .selectFrom('rooms')
    .select(['id', 'change', 'epoch', 'type', 'access_no'])
    .where('id', '=', roomId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!room) throw problem('ROOM_NOT_FOUND');
  return room;
}

interface StatusChange {
  eventId: string;
  /** When the message was said. */
  said: string;
  status: DeliveryStatus;
  reason: string | null;
  at: string;
}

/**
 * Takes the room's next change for events whose rows already bear it, and tells it in one frame after the commit. `room` bears it afterwards,
 * so that what is told next by the same lock is another change: one frame with a number that was seen already is dropped by who reads it.
 */
export async function tellStatuses(
  deps: RoomsDeps,
  tx: Tx,
  accountId: string,
  room: LockedRoom,
  changes: readonly StatusChange[],
): Promise<void> {
  const change = room.change + 1;
  await tx.updateTable('rooms').set({ change }).where('id', '=', room.id).execute();
  room.change = change;
  const subjects = await deps.audiences.of(tx, accountId, { id: room.id, type: room.type, accessNo: room.access_no });
  const statuses = changes.map(({ eventId, said, ...how }) => eventStatus({ id: eventId, said }, how));
  afterCommit(tx, () => deps.hub.publish(subjects, 'MessageStatus', { roomId: room.id, epoch: room.epoch, change, statuses }));
}

/**
 * Our messages on a channel, up to a place in it, have arrived at the customer or were looked at. All of them take the
 * room's one next change number. Late and repeated reports change nothing.
 * @param upTo the channel's own numbering (`channelSeq`)
 */
export async function advanceDelivery(
  deps: RoomsDeps,
  tx: Tx,
  accountId: string,
  { roomId, contactChannelId, upTo, status }: { roomId: string; contactChannelId: string; upTo: number; status: 'DELIVERED' | 'SEEN' },
): Promise<void> {
  // Repeated reports are many: they wait for no lock. What is missed here was not there yet when it was reported.
  const { rows: ahead } = await sql`
    select from events where contact_channel_id = ${contactChannelId}::uuid and channel_seq <= ${upTo} and status in ('SENT', 'DELIVERED')
      and status = any(${[...BEFORE[status]]}::text[]) limit 1`.execute(tx);
  if (ahead.length === 0) return;
  const room = await lockRoom(tx, roomId);
  const { rows } = await sql<{ id: string; status_at: string; created_at: string; channel_seq: number }>`
    update events set status = ${status}, status_reason = null, status_at = clock_timestamp(),
      delivered_at = case when ${status} = 'DELIVERED' then clock_timestamp() else delivered_at end,
      seen_at = case when ${status} = 'SEEN' then clock_timestamp() else seen_at end, change = ${room.change + 1}
    where contact_channel_id = ${contactChannelId}::uuid and channel_seq <= ${upTo} and status in ('SENT', 'DELIVERED')
      and status = any(${[...BEFORE[status]]}::text[])
    returning id, status_at, created_at, channel_seq`.execute(tx);
  if (rows.length === 0) return;
  const reached = Math.max(...rows.map((row) => row.channel_seq));
  await tellStatuses(
    deps,
    tx,
    accountId,
    room,
    rows.map((row) => ({ eventId: row.id, said: row.created_at, status, reason: null, at: row.status_at })),
  );
  afterCommit(tx, () => {
    deps.customers.agentsMessages(contactChannelId, reached, status, rows[0]?.status_at ?? new Date().toISOString());
  });
}
