import { type OriginType, VISITOR_PAGE_SIZE, type VisitorHistory } from '@parley/contract';
import { channelConversation, channelHistory } from '../../rooms/index.ts';
import type { LivechatDeps } from './deps.ts';
import { channelOfSession, type Visitor } from './session.ts';
import { fromOf, ownStatus, visitorStatus } from './visitor-view.ts';

/**
 * What was said in this session, the newest page before a place in it. Only this contact channel is read: no note, no other
 * channel of the contact, no other session (domain: live chat).
 */
export async function visitorHistory(
  deps: LivechatDeps,
  { accountId, sessionId }: Visitor,
  before: number | null,
): Promise<VisitorHistory> {
  const on = deps.rooms.db.reader(accountId);
  const channelId = channelOfSession(sessionId);
  // The counter first: it may only be behind what is read after it, never ahead.
  const channel = await on
    .selectFrom('contact_channels')
    .select(['channel_seq', 'agents_delivered_seq', 'agents_seen_seq'])
    .where('id', '=', channelId)
    .executeTakeFirst();
  const { content, last } = await channelHistory(on, channelId, before, VISITOR_PAGE_SIZE);
  const writers = content.map(({ originType, originId }) => (originType === 'USER' ? originId : null));
  const given = await deps.names.of(accountId, writers);
  const reached = { delivered: channel?.agents_delivered_seq ?? 0, seen: channel?.agents_seen_seq ?? 0 };
  return {
    content: content.map((event) => {
      const from = fromOf(event.originType as OriginType);
      return {
        id: event.id,
        channelSeq: event.channelSeq,
        createdAt: event.createdAt,
        from,
        name: from === 'VISITOR' ? null : (given.get(event.originId ?? '') ?? null),
        text: event.text,
        clientMessageId: from === 'VISITOR' ? event.clientMessageId : null,
        status: from === 'VISITOR' ? ownStatus(event.channelSeq, reached) : visitorStatus(event.status),
      };
    }),
    last,
    conversation: await channelConversation(on, channelId),
    lastChannelSeq: channel?.channel_seq ?? 0,
    now: new Date().toISOString(),
  };
}
