import type { Conversation } from '@parley/contract';
import { createContext, useContext, useEffect } from 'react';
import { useCommunications, useStorePart } from '../context.ts';
import { useNarrowPart } from '../narrow/use-narrow-part.ts';
import { useGo, usePlace } from '../place.ts';
import { listsOf } from '../rooms/list-choice.ts';
import { isOneOfSeveral, listRows } from '../state/lists.ts';
import type { RoomRecord } from '../state/room-record.ts';
import { standIn } from '../writing.ts';
import { chosenConversation } from './chosen-conversation.ts';

/** The chosen conversation of the open room, for everything that is shown of it. */
export const Chosen = createContext<Conversation | undefined>(undefined);
export const useChosen = (): Conversation | undefined => useContext(Chosen);

/**
 * Which it is. Where the room has several open conversations the address names it, so that a reload, a link and the way back keep it, and only as
 * long as it has; where it names an event alone, it is that of the event; what arrives changes nothing, since it is known also of a room with one conversation which that is.
 */
export function useChosenOf(record: RoomRecord): Conversation | undefined {
  const { room } = record;
  const { me, store } = useCommunications();
  const { conversationId, show, filter, eventId } = usePlace();
  const go = useGo();
  const stood = useStorePart(({ standsIn }) => standsIn.get(room.id));
  const part = useNarrowPart(false);
  const narrowing = (filter !== '' && part?.narrowingOf(filter)) || null;
  const rows = () => listsOf[show].flatMap((name) => narrowing?.listOf([record], name, me, null) ?? listRows([record], name, me));
  const told =
    eventId === null ? undefined : [record.public, record.private].flatMap(({ events }) => events).find(({ id }) => id === eventId);
  const chosen = chosenConversation(room, [conversationId, told?.conversationId, stood], me, rows, show !== 'mine');
  const id = chosen?.id;
  const named = isOneOfSeveral(room, chosen) ? chosen.id : null;
  // The list may be narrowed to another; and of which an event is that is gone to is known once it is here.
  const isToCome =
    (filter !== '' && part === null && named !== (conversationId ?? stood)) ||
    (conversationId === null && eventId !== null && told === undefined);
  useEffect(() => {
    if (isToCome) return;
    if (id !== undefined) standIn(store, room.id, id, (named ?? conversationId) !== null);
    if (named !== conversationId) go({ conversationId: named, eventId }, { replace: true });
  }, [isToCome, store, room.id, id, named, conversationId, eventId, go]);
  return chosen;
}
