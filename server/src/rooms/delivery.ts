import type { DeliveryStatus } from '@parley/contract';
import { sql } from 'kysely';
import { afterCommit, type Tx } from '../platform/database.ts';
import { problem } from '../platform/problem.ts';
import type { RoomsDeps } from './deps.ts';

/** Which states a report may replace: status moves forward only (domain, invariant 6). */
const BEFORE = { DELIVERED: ['SENT'], SEEN: ['SENT', 'DELIVERED'] } as const satisfies Record<string, readonly DeliveryStatus[]>;

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
  const room = await tx
    .selectFrom('rooms')
    .select(['change', 'epoch', 'type', 'access_no'])
    .where('id', '=', roomId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!room) throw problem('ROOM_NOT_FOUND');
  const change = room.change + 1;
  const { rows } = await sql<{ id: string; status_at: string; channel_seq: number }>`
    update events set status = ${status}, status_reason = null, status_at = clock_timestamp(), change = ${change}
    where contact_channel_id = ${contactChannelId}::uuid and channel_seq <= ${upTo} and status in ('SENT', 'DELIVERED')
      and status = any(${[...BEFORE[status]]}::text[])
    returning id, status_at, channel_seq`.execute(tx);
  if (rows.length === 0) return;
  await tx.updateTable('rooms').set({ change }).where('id', '=', roomId).execute();
  const statuses = rows.map((row) => ({ roomEventId: row.id, clientStatus: status, reason: null, at: row.status_at }));
  const reached = Math.max(...rows.map((row) => row.channel_seq));
  const subjects = await deps.audiences.of(tx, accountId, { id: roomId, type: room.type, accessNo: room.access_no });
  afterCommit(tx, () => {
    deps.hub.publish(subjects, 'MessageStatus', { roomId, epoch: room.epoch, change, statuses });
    deps.customers.agentsMessages(contactChannelId, reached, status, statuses[0]?.at ?? new Date().toISOString());
  });
}
