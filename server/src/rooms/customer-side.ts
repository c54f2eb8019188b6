import { EventFile } from '@parley/contract';
import { sql } from 'kysely';
import { newId } from '../platform/clock.ts';
import type { Reader, Tx } from '../platform/database.ts';

/** What a customer may read of one of their channels: its own numbering, no notes, nothing of other channels. */
export interface CustomerEvent {
  id: string;
  channelSeq: number;
  createdAt: string;
  originType: string;
  /** The given name of the colleague who wrote it: all that a customer learns of them. */
  originName: string | null;
  /** Empty where a file came without words. */
  text: string;
  file: EventFile | null;
  clientMessageId: string | null;
  status: string | null;
  statusAt: string | null;
}

/**
 * The newest messages of one contact channel before a place in it, ascending. This is the only way in which a customer's
 * side reads history: notes and other channels are not in it (domain, invariant 3; rooms and conversations).
 */
export async function channelHistory(
  on: Reader,
  contactChannelId: string,
  before: number | null,
  size: number,
): Promise<{ content: CustomerEvent[]; last: boolean }> {
  let query = on
    .selectFrom('events')
    .leftJoin('users', 'users.id', 'events.origin_id')
    .select(['events.id', 'channel_seq', 'events.created_at', 'origin_type', 'users.first_name', 'message', 'client_message_id'])
    .select(['events.status', 'status_at'])
    .where('contact_channel_id', '=', contactChannelId)
    .where('channel_seq', 'is not', null)
    .where('private', '=', false)
    .where('kind', '=', 'COMMUNICATION');
  if (before !== null) query = query.where('channel_seq', '<', before);
  const rows = await query
    .orderBy('channel_seq', 'desc')
    .limit(size + 1)
    .execute();
  const content = rows.slice(0, size).map(
    (row): CustomerEvent => ({
      id: row.id,
      channelSeq: row.channel_seq as number,
      createdAt: row.created_at,
      originType: row.origin_type,
      originName: row.first_name,
      text: (row.message as { text: string | null } | null)?.text ?? '',
      file: EventFile.safeParse(row.message).data ?? null,
      clientMessageId: row.client_message_id,
      status: row.status,
      statusAt: row.status_at,
    }),
  );
  return { content: content.reverse(), last: rows.length <= size };
}

/** Which of these files a customer may read by this channel: those of its messages, as `channelHistory` shows them. */
export async function filesOfChannel(on: Reader, contactChannelId: string, fileIds: readonly string[]): Promise<string[]> {
  const rows = await on
    .selectFrom('events')
    .select('file_id')
    .where('file_id', 'in', fileIds)
    .where('contact_channel_id', '=', contactChannelId)
    .where('channel_seq', 'is not', null)
    .where('private', '=', false)
    .execute();
  return rows.flatMap(({ file_id }) => file_id ?? []);
}

/** How far a channel's numbering has come, and how far the customer's messages have got on our side. */
export async function channelReach(
  on: Reader,
  contactChannelId: string,
): Promise<{ channelSeq: number; agentsDeliveredSeq: number; agentsSeenSeq: number }> {
  const row = await on
    .selectFrom('contact_channels')
    .select(['channel_seq', 'agents_delivered_seq', 'agents_seen_seq'])
    .where('id', '=', contactChannelId)
    .executeTakeFirstOrThrow();
  return { channelSeq: row.channel_seq, agentsDeliveredSeq: row.agents_delivered_seq, agentsSeenSeq: row.agents_seen_seq };
}

/** Where the conversation of this channel stands: the open one, else the last one. */
export async function channelConversation(
  on: Reader,
  contactChannelId: string,
): Promise<{ state: 'NONE' | 'WAITING' | 'ASSIGNED' | 'RESOLVED'; agentName: string | null }> {
  const row = await on
    .selectFrom('conversation_channels as cc')
    .innerJoin('conversations as c', 'c.id', 'cc.conversation_id')
    .leftJoin('users as u', 'u.id', 'c.assigned_user_id')
    .select(['c.state', 'u.first_name'])
    .where('cc.contact_channel_id', '=', contactChannelId)
    .orderBy('cc.open', 'desc')
    .orderBy('c.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return { state: 'NONE', agentName: null };
  if (row.state === 'ASSIGNED') return { state: 'ASSIGNED', agentName: row.first_name };
  return { state: row.state === 'RESOLVED' ? 'RESOLVED' : 'WAITING', agentName: null };
}

/**
 * The contact's one room for life, made when it has none yet (domain, invariant 1). The contact's channels that had no room
 * get it. Two callers at once get the same room.
 * @returns the room's id
 */
export async function roomOfContact(tx: Tx, accountId: string, contactId: string): Promise<string> {
  const id = newId();
  const made = await tx
    .insertInto('rooms')
    .values({ id, account_id: accountId, type: 'EXTERNAL', contact_id: contactId })
    .onConflict((conflict) => conflict.column('contact_id').where('contact_id', 'is not', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  const roomId = made?.id ?? (await tx.selectFrom('rooms').select('id').where('contact_id', '=', contactId).executeTakeFirstOrThrow()).id;
  if (made) {
    await tx
      .insertInto('participants')
      .values({ id: newId(), account_id: accountId, room_id: roomId, type: 'CUSTOMER', associated_id: contactId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  await sql`update contact_channels set room_id = ${roomId}::uuid where contact_id = ${contactId}::uuid and room_id is null`.execute(tx);
  return roomId;
}
