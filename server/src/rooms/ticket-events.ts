import { type RoomEvent, type TicketLink, ticketLinkRefusal } from '@parley/contract';
import { afterCommit, type Tx } from '../platform/database.ts';
import { problem } from '../platform/problem.ts';
import { subject } from './access.ts';
import type { RoomsDeps } from './deps.ts';
import { requireConversation } from './own-conversation.ts';
import type { RoomWork } from './work.ts';

/** What is done about a ticket: one is made of a conversation, or a conversation's link to one is attached, changed or removed. */
export type TicketDeed =
  | { deed: 'CREATE'; ticketRefNumber: string }
  | { deed: 'ATTACH' | 'REMOVE'; link: TicketLink }
  | { deed: 'CHANGE'; link: TicketLink; removed: TicketLink };

/**
 * The port of whoever keeps tickets: records in a room's history what was done about one, in their transaction; a change is the end of one link
 * and the beginning of another. Whether it may be done is judged first (communications, section 5).
 *
 * @param links those that the room has, read under its lock
 * @returns the entries, of which a client learns by their frames
 * Throws TICKET_LINKED_ALREADY, TICKET_NOT_LINKED, and CONVERSATION_NOT_FOUND where the conversation is none of the room's.
 */
export async function recordTicketDeed(
  work: RoomWork,
  links: readonly TicketLink[],
  done: TicketDeed,
  by: { userId: string; name: string },
): Promise<readonly RoomEvent[]> {
  const entry = (
    type: 'TICKET_CREATED' | 'TICKET_CONVERSATION_ADDED' | 'TICKET_CONVERSATION_REMOVED',
    reference: string,
    conversationId?: string,
  ) => ({
    kind: 'SYSTEM' as const,
    type,
    origin: 'USER' as const,
    originId: by.userId,
    originName: by.name,
    modifiedValue: reference,
    ...(conversationId === undefined ? {} : { conversationId }),
  });
  if (done.deed === 'CREATE') return work.record([entry('TICKET_CREATED', done.ticketRefNumber)]);
  const refusal = ticketLinkRefusal(links, done.deed);
  if (refusal !== null) throw problem(refusal);
  const { deed, link } = done;
  const removed = deed === 'CHANGE' ? done.removed : link;
  if (
    deed !== 'ATTACH' &&
    !links.some(({ ticketId, conversationId }) => ticketId === removed.ticketId && conversationId === removed.conversationId)
  )
    throw problem('TICKET_NOT_LINKED');
  await requireConversation(work, link.conversationId);
  const ended = entry('TICKET_CONVERSATION_REMOVED', removed.ticketRefNumber, removed.conversationId);
  const begun = entry('TICKET_CONVERSATION_ADDED', link.ticketRefNumber, link.conversationId);
  return work.record(deed === 'ATTACH' ? [begun] : deed === 'REMOVE' ? [ended] : [ended, begun]);
}

/** The same port, of who has looked: one of this person's tickets is unseen no more, and every screen of theirs hears of it once that is stored. */
export function tellTicketSeen({ hub }: Pick<RoomsDeps, 'hub'>, tx: Tx, userId: string, ticketId: string): void {
  afterCommit(tx, () => hub.publish([subject.user(userId)], 'TicketSeen', { ticketId }));
}
