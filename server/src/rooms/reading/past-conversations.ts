import type { PastConversation } from '@parley/contract';
import { sql } from 'kysely';
import type { Actor } from '../../accounts/index.ts';
import type { Reader } from '../../platform/database.ts';
import { requireVisible } from './history.ts';

/** So far behind its beginning a conversation is searched for what the customer began with. */
const FIRST_EVENTS = 20;

interface Row {
  id: string;
  assigned_user_id: string | null;
  created_at: string;
  resolved_at: string;
  channels: PastConversation['channels'];
  first_event_id: string | null;
  first_type: NonNullable<PastConversation['firstMessage']>['type'] | null;
  first_text: string | null;
  end_type: string | null;
  end_origin: NonNullable<PastConversation['ending']>['originType'] | null;
  end_by: string | null;
  end_name: string | null;
  end_reason: string | null;
}

/**
 * The resolved conversations of a room, the newest first: who held each, how it ended, and where it begins in the history.
 * @param asked `after`: goes on behind this conversation
 * Throws ROOM_NOT_FOUND for a room that this person may not see.
 */
export async function pastConversations(
  on: Reader,
  actor: Actor,
  asked: { roomId: string; after: string | null; size: number },
): Promise<{ content: PastConversation[]; last: boolean }> {
  const { roomId, after, size } = asked;
  await requireVisible(on, actor, roomId);
  const behind = after === null ? sql`true` : sql`c.id < ${after}::uuid`;
  const { rows } = await sql<Row>`
    select c.id, c.assigned_user_id, c.created_at, c.resolved_at,
      coalesce((
        select jsonb_agg(jsonb_build_object('channelId', cc.id, 'channelType', cc.type, 'channelApplicationId', cc.channel_application_id)
          order by cch.added_at, cc.id)
        from conversation_channels cch join contact_channels cc on cc.id = cch.contact_channel_id
        where cch.conversation_id = c.id), '[]') as channels,
      first.id as first_event_id, said.type as first_type, said.message ->> 'text' as first_text,
      ending.type as end_type, ending.origin_type as end_origin, ending.origin_id as end_by, ending.origin_name as end_name,
      ending.reason as end_reason
    from (
      select * from conversations c where c.room_id = ${roomId}::uuid and c.state = 'RESOLVED' and ${behind}
      order by c.id desc limit ${size + 1}) c
      left join lateral (
        select e.id, e.seq from events e where e.conversation_id = c.id and e.type = 'CREATE' order by e.seq limit 1) first on true
      left join lateral (
        select e.type, e.message from events e
        where e.room_id = c.room_id and e.seq between first.seq and first.seq + ${FIRST_EVENTS} and e.conversation_id = c.id
          and e.kind = 'COMMUNICATION' and e.origin_type = 'CUSTOMER'
        order by e.seq limit 1) said on true
      left join lateral (
        select e.type, e.origin_type, e.origin_id, e.origin_name, e.reason from events e
        where e.conversation_id = c.id and e.type in ('RESOLVE', 'AUTO_RESOLVE') order by e.seq desc limit 1) ending on true
    order by c.id desc`.execute(on);
  return { content: rows.slice(0, size).map(told), last: rows.length <= size };
}

const told = (row: Row): PastConversation => ({
  id: row.id,
  assignedUserId: row.assigned_user_id,
  channels: row.channels,
  createdAt: row.created_at,
  resolvedAt: row.resolved_at,
  firstEventId: row.first_event_id,
  firstMessage: row.first_type === null ? null : { type: row.first_type, text: row.first_text },
  ending:
    row.end_type === null || row.end_origin === null
      ? null
      : {
          isAutomatic: row.end_type === 'AUTO_RESOLVE',
          originType: row.end_origin,
          byId: row.end_by,
          byName: row.end_name,
          reason: row.end_reason,
        },
});
