import { countsMissed, isCountable, type RoomEvent } from '@parley/contract';
import { isParticipant } from './lists.ts';
import type { RoomRecord, Tab } from './room-record.ts';
import { type CommunicationsState, withRecord } from './state.ts';

/** From the newest end; above it what arrives below is missed (communications, section 9; domain: "scrolled up"). */
export const SCROLLED_UP_LIMIT = 10;

/** What is in front of the agent's eyes. */
export interface Gaze {
  /** The page is open, its browser tab shows, and its window has the focus. */
  readonly attentive: boolean;
  readonly activeRoomId: string | null;
  readonly tab: Tab;
  /** Ids of the events of that tab that are wholly or partly on the screen. */
  readonly onScreen: ReadonlySet<string>;
}

/**
 * The event that a Seen frame should name, or null when none is due (communications, section 4, "Missed counter"):
 * the highest event that was really on the screen, if it is higher than what was seen before. Only who has a missed
 * counter here sends one; whoever merely looks on never does.
 *
 * It is the customer's read receipt too, and that is another matter than the counter: one's own answer, and what one saw before
 * one took part, moved the counter and told the customer nothing. Then the customer's highest message on the screen is named.
 */
export function seenToSend(record: RoomRecord, gaze: Gaze, me: string): RoomEvent | null {
  const { room, membership } = record;
  if (!gaze.attentive || gaze.activeRoomId !== room.id || gaze.tab === 1) return null;
  if (!countsMissed(room, membership, me)) return null;
  const isPrivate = gaze.tab === 2;
  const numberOf = (event: RoomEvent) => (isPrivate ? event.privateNo : event.publicNo);
  const seenNo = isPrivate ? membership.seenPrivateNo : membership.seenPublicNo;
  const shown = (isPrivate ? record.private : record.public).events.filter((event) => gaze.onScreen.has(event.id));
  const highest = shown.at(-1);
  if (highest !== undefined && numberOf(highest) > seenNo) return highest;
  if (isPrivate || room.type !== 'EXTERNAL' || !isParticipant(room, me)) return null;
  const customers = shown.findLast((event) => event.origin.type === 'CUSTOMER' && isCountable(event));
  return customers !== undefined && customers.publicNo > record.toldRead ? customers : null;
}

/** What a Seen of this event makes of the membership, until the server's own word comes. */
export function afterSeen(record: RoomRecord, event: RoomEvent, me: string): RoomRecord {
  const { membership } = record;
  const isTold = !event.eventData.privateMessage && isParticipant(record.room, me);
  const seen = event.eventData.privateMessage
    ? { seenPrivateNo: Math.max(membership.seenPrivateNo, event.privateNo) }
    : { seenPublicNo: Math.max(membership.seenPublicNo, event.publicNo) };
  return {
    ...record,
    membership: { ...membership, ...seen },
    toldRead: isTold ? Math.max(record.toldRead, event.publicNo) : record.toldRead,
  };
}

/** What was told last may be lost with its connection: it is told again from the screen. */
export function untoldRead(state: CommunicationsState): CommunicationsState {
  const told = [...state.rooms.values()].filter((record) => record.toldRead > 0);
  return told.reduce((next, record) => withRecord(next, record.room.id, { ...record, toldRead: 0 }), state);
}

/** Countable events of a tab that were not seen. */
export const missedInTab = ({ room, membership }: RoomRecord, tab: Tab): number =>
  tab === 2 ? Math.max(0, room.privateCount - membership.seenPrivateNo) : Math.max(0, room.publicCount - membership.seenPublicNo);
