import type { OriginType, VisitorConversation, VisitorEvent } from '@parley/contract';

type From = VisitorEvent['from'];

/** Whom the visitor sees behind an origin: themselves, a bot, or the account's people. */
export function fromOf(origin: OriginType): From {
  if (origin === 'CUSTOMER') return 'VISITOR';
  return origin === 'CHATBOT' ? 'BOT' : 'AGENT';
}

/** How far a message has got, as its visitor sees it. What an agent sent keeps its own status; failures are one word. */
export function visitorStatus(status: string | null): VisitorEvent['status'] {
  if (status === 'SEEN' || status === 'DELIVERED') return status;
  return status === 'ERROR' || status === 'REJECTED' || status === 'DELIVERY_FAILED' ? 'ERROR' : 'SENT';
}

/** The visitor's own messages have no status of their own: their channel knows how far our side has read. */
export function ownStatus(channelSeq: number, reach: { agentsDeliveredSeq: number; agentsSeenSeq: number }): VisitorEvent['status'] {
  if (channelSeq <= reach.agentsSeenSeq) return 'SEEN';
  return channelSeq <= reach.agentsDeliveredSeq ? 'DELIVERED' : 'SENT';
}

/** Where it stands for whom nothing is taken from any more. */
export const BLOCKED: VisitorConversation = { state: 'BLOCKED', agentName: null };

/** Where a conversation stands, in the visitor's words. */
export function conversationView(state: 'ASSIGNED' | 'UNASSIGNED' | 'RESOLVED', agentName: string | null): VisitorConversation {
  if (state === 'ASSIGNED') return { state, agentName };
  return { state: state === 'RESOLVED' ? 'RESOLVED' : 'WAITING', agentName: null };
}
