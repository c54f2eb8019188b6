import type { MetaEventAssociation } from './entities/meta-event.ts';

/** Which conversations and calls of a room bear tags or comments, as a client holds it (communications, section 3). */
export interface TaggedOfRoom {
  readonly roomId: string;
  readonly conversationsWithMetaEvents: readonly string[];
  readonly callsWithMetaEvents: readonly string[];
}

/** Ends an entry whose tags or comments were changed since. */
const UPDATED = '-updated';
const idOf = (entry: string): string => (entry.endsWith(UPDATED) ? entry.slice(0, -UPDATED.length) : entry);

/** Whether it bears any: an entry that ends in `-updated` counts as well. */
export const isTagged = (entries: readonly string[], id: string): boolean => entries.some((entry) => idOf(entry) === id);

function withEntry(entries: readonly string[], { contextId, isTagged: isLeft, isUpdated }: MetaEventAssociation): readonly string[] {
  const others = entries.filter((entry) => idOf(entry) !== contextId);
  return isLeft ? [...others, isUpdated ? `${contextId}${UPDATED}` : contextId] : others;
}

/** What is held of a room after such a frame about it. */
export const taggedAfter = (held: TaggedOfRoom, told: MetaEventAssociation): TaggedOfRoom => {
  const list = told.contextType === 'PHONE' ? 'callsWithMetaEvents' : 'conversationsWithMetaEvents';
  return { ...held, [list]: withEntry(held[list], told) };
};

/**
 * What is held of the rooms after such a frame. Throws where the room's conversations are not held (communications, section 8): whoever asks for it
 * reads the room first.
 */
export function withMetaEvent(rooms: ReadonlyMap<string, TaggedOfRoom>, told: MetaEventAssociation): ReadonlyMap<string, TaggedOfRoom> {
  const held = rooms.get(told.roomId);
  if (held === undefined) throw new Error('Room conversations could not be found');
  return new Map(rooms).set(told.roomId, taggedAfter(held, told));
}
