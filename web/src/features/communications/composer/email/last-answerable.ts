import type { Email, RoomEvent } from '@parley/contract';

/**
 * The last e-mail among what is held of a room that can be answered: of the conversation that is looked at, where one is, and of a channel that can be
 * written on now.
 * @param channels such channels of the room, by id
 */
export function lastAnswerable(
  events: readonly RoomEvent[],
  conversationId: string | undefined,
  channels: ReadonlySet<string>,
): { event: RoomEvent; email: Email } | undefined {
  for (const event of events.toReversed()) {
    const { email } = event.eventData;
    const isOfConversation = conversationId === undefined || event.conversationId === conversationId;
    if (email != null && isOfConversation && channels.has(event.origin.channelId ?? '')) return { event, email };
  }
  return undefined;
}
