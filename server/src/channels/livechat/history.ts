import { type OriginType, VISITOR_PAGE_SIZE, type VisitorHistory } from '@parley/contract';
import type { Database } from '../../platform/database.ts';
import { channelHistory, channelReach } from '../../rooms/index.ts';
import { conversationOf } from './blocks.ts';
import { customerOf, type Visitor } from './session.ts';
import { fromOf, ownStatus, visitorStatus } from './visitor-view.ts';

/**
 * What was said in this session, the newest page before a place in it. Only this contact channel is read: no note, no other
 * channel of the contact, no other session (domain: live chat).
 */
export async function visitorHistory(db: Database, visitor: Visitor, before: number | null): Promise<VisitorHistory> {
  const on = db.reader(visitor.accountId);
  const customer = await customerOf(on, visitor);
  const now = new Date().toISOString();
  if (!customer) return { content: [], last: true, conversation: await conversationOf(on, visitor), lastChannelSeq: 0, now };
  const { contactChannelId } = customer;
  // How far the channel has got before what is in it: it may be behind, never ahead.
  const reach = await channelReach(on, contactChannelId);
  const { content, last } = await channelHistory(on, contactChannelId, before, VISITOR_PAGE_SIZE);
  return {
    content: content.map((event) => {
      const from = fromOf(event.originType as OriginType);
      const own = from === 'VISITOR';
      return {
        id: event.id,
        channelSeq: event.channelSeq,
        createdAt: event.createdAt,
        from,
        name: own ? null : event.originName,
        text: event.text,
        file: event.file,
        clientMessageId: own ? event.clientMessageId : null,
        status: own ? ownStatus(event.channelSeq, reach) : visitorStatus(event.status),
      };
    }),
    last,
    conversation: await conversationOf(on, visitor),
    lastChannelSeq: reach.channelSeq,
    now,
  };
}
