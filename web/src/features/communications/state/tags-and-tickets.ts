import {
  conversationsWithTicket,
  type MetaEventAssociation,
  type TaggedOfRoom,
  type TicketOfConversation,
  taggedAfter,
  withTicketEvent,
} from '@parley/contract';
import { answer, ask, type Followed, giveUp, hear, unheld } from './followed.ts';
import type { PayloadOf } from './frames/payload.ts';
import type { History } from './history.ts';

type TicketSeen = PayloadOf<'TicketSeen'>;

/**
 * What other areas hang on rooms, as a client holds it (communications, section 3): by room which conversations and calls bear tags or comments, and which
 * tickets of mine I have not looked at. Whoever shows some of it has it read; what is not held is no news.
 */
export interface TagsAndTickets {
  readonly tagged: ReadonlyMap<string, Followed<TaggedOfRoom, MetaEventAssociation>>;
  readonly unseenTickets: Followed<ReadonlySet<string>, TicketSeen>;
}

export const nothingHeld: TagsAndTickets = { tagged: new Map(), unseenTickets: unheld };

type OfRoom = TagsAndTickets['tagged'] extends ReadonlyMap<string, infer Held> ? Held : never;

const ofRoom = (state: TagsAndTickets, roomId: string, change: (held: OfRoom) => OfRoom): TagsAndTickets => ({
  ...state,
  tagged: new Map(state.tagged).set(roomId, change(state.tagged.get(roomId) ?? unheld)),
});

export const askTagged = (state: TagsAndTickets, roomId: string, no: number): TagsAndTickets =>
  ofRoom(state, roomId, (held) => ask(held, no));

export const answerTagged = (state: TagsAndTickets, no: number, read: TaggedOfRoom): TagsAndTickets =>
  ofRoom(state, read.roomId, (held) => answer(held, no, read, taggedAfter));

export const giveUpTagged = (state: TagsAndTickets, roomId: string, no: number): TagsAndTickets =>
  ofRoom(state, roomId, (held) => giveUp(held, no));

/** MetaEventAssociation; of a room of which nothing is held it says nothing. */
export const hearTagged = (state: TagsAndTickets, told: MetaEventAssociation): TagsAndTickets =>
  state.tagged.has(told.roomId) ? ofRoom(state, told.roomId, (held) => hear(held, told, taggedAfter)) : state;

const withoutSeen = (unseen: ReadonlySet<string>, { ticketId }: TicketSeen): ReadonlySet<string> =>
  new Set([...unseen].filter((id) => id !== ticketId));

const ofTickets = (state: TagsAndTickets, unseenTickets: TagsAndTickets['unseenTickets']): TagsAndTickets => ({ ...state, unseenTickets });

export const askUnseen = (state: TagsAndTickets, no: number): TagsAndTickets => ofTickets(state, ask(state.unseenTickets, no));

export const answerUnseen = (state: TagsAndTickets, no: number, read: ReadonlySet<string>): TagsAndTickets =>
  ofTickets(state, answer(state.unseenTickets, no, read, withoutSeen));

export const giveUpUnseen = (state: TagsAndTickets, no: number): TagsAndTickets => ofTickets(state, giveUp(state.unseenTickets, no));

/** TicketSeen: looked at, on whichever of my screens. */
export const hearSeen = (state: TagsAndTickets, told: TicketSeen): TagsAndTickets =>
  ofTickets(state, hear(state.unseenTickets, told, withoutSeen));

/**
 * The conversations of a room that have a ticket (communications, section 3: room events store). Links are entries of the history, so that what was read goes
 * on by those.
 *
 * @param read the room's links, and the place of its newest entry at that moment
 * @returns null where not all that has happened since is held: then it is to be read anew
 */
export function ticketedConversations(
  read: { readonly links: readonly TicketOfConversation[]; readonly lastSeq: number },
  history: History,
): readonly string[] | null {
  const first = history.events[0]?.seq ?? 1;
  if (history.newer || (history.older && first > read.lastSeq + 1)) return null;
  return conversationsWithTicket(history.events.filter(({ seq }) => seq > read.lastSeq).reduce(withTicketEvent, read.links));
}
