import type { VisitorEvent, VisitorHistory, VisitorSendAnswer, VisitorSendText } from '@parley/contract';
import { VISITOR_PAGE_SIZE } from '@parley/contract';
import type { Database } from '../../platform/database.ts';
import {
  advanceDelivery,
  channelConversation,
  channelHistory,
  channelReach,
  inRooms,
  type RoomsDeps,
  receiveText,
  sayCustomerTyping,
} from '../../rooms/index.ts';
import { channelOfSession, type VisitorSession } from './sessions.ts';
import { widgetById } from './widgets.ts';

/** A visitor writes. The first message makes the contact; the same client message id is stored once. */
export async function visitorWrites(rooms: RoomsDeps, session: VisitorSession, message: VisitorSendText): Promise<VisitorSendAnswer> {
  const { appearance } = await widgetById(rooms.db, session.widgetId);
  const channel = await channelOfSession(rooms.db, session, appearance.language);
  const judged = await receiveText(rooms, { ...channel, text: message.text, clientMessageId: message.clientMessageId });
  if (judged.channel_seq === null) throw new Error(`a visitor's message was refused: ${judged.verdict}`);
  return { eventId: judged.event_id, channelSeq: judged.channel_seq, createdAt: judged.created_at };
}

/** What was said on this visitor's own channel, and where the conversation stands. */
export async function visitorHistory(db: Database, session: VisitorSession, before: number | null): Promise<VisitorHistory> {
  const now = new Date().toISOString();
  if (!session.channel) return { content: [], last: true, conversation: { state: 'NONE', agentName: null }, lastChannelSeq: 0, now };
  const on = db.reader(session.accountId);
  const reach = await channelReach(on, session.channel.contactChannelId);
  const { content, last } = await channelHistory(on, session.channel.contactChannelId, before, VISITOR_PAGE_SIZE);
  const conversation = await channelConversation(on, session.channel.contactChannelId);
  return { content: content.map((event) => visitorEvent(event, reach)), last, conversation, lastChannelSeq: reach.channelSeq, now };
}

interface Reach {
  agentsDeliveredSeq: number;
  agentsSeenSeq: number;
}
type Told = Awaited<ReturnType<typeof channelHistory>>['content'][number];

/** An event as the visitor sees it. Of their own messages the channel knows how far they have got; ours carry a status each. */
function visitorEvent(event: Told, reach: Reach): VisitorEvent {
  const own = event.originType === 'CUSTOMER';
  const ownStatus = event.channelSeq <= reach.agentsSeenSeq ? 'SEEN' : event.channelSeq <= reach.agentsDeliveredSeq ? 'DELIVERED' : 'SENT';
  const theirs = event.status === 'SEEN' || event.status === 'DELIVERED' ? event.status : 'SENT';
  return {
    id: event.id,
    channelSeq: event.channelSeq,
    createdAt: event.createdAt,
    from: own ? 'VISITOR' : event.originType === 'CHATBOT' ? 'BOT' : 'AGENT',
    name: own ? null : event.originName,
    text: event.text,
    clientMessageId: own ? event.clientMessageId : null,
    status: own ? ownStatus : theirs,
    statusAt: event.statusAt ?? event.createdAt,
  };
}

/** The visitor's widget reports that our messages have arrived or were looked at. */
export async function visitorReports(rooms: RoomsDeps, session: VisitorSession, upTo: number, status: 'DELIVERED' | 'SEEN'): Promise<void> {
  const { channel, accountId } = session;
  if (!channel) return;
  const report = { roomId: channel.roomId, contactChannelId: channel.contactChannelId, upTo, status };
  await inRooms(rooms.db, accountId, (tx) => advanceDelivery(rooms, tx, accountId, report));
}

export async function visitorTypes(rooms: RoomsDeps, session: VisitorSession): Promise<void> {
  if (!session.channel) return;
  await sayCustomerTyping(rooms, { ...session.channel, name: session.channel.contactName ?? '' });
}
