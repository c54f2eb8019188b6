import type { Reader } from '../../platform/database.ts';
import type { PartOfRoom } from './room-parts.ts';

/** A name that stands in a room's JSON, as it was when that was made: of a person, or of a channel application with whether that is closed. */
export interface NameInRoom {
  id: string;
  name: string;
}

/** A room in JSON but for its closing brace, and of what a user's view of it is made besides. */
export interface MadeRoom {
  epoch: string;
  change: string;
  json: string;
  publicCount: number;
  privateCount: number;
  roomParticipants: readonly PartOfRoom[];
  names: readonly NameInRoom[];
}

/** Rooms as everybody sees them, held so that a list reads again only those that have changed since. */
export interface MadeRooms {
  /** As it was made by this reader, and so of its account; whatever has become of the room since. */
  get(on: Reader, roomId: string): MadeRoom | undefined;
  keep(on: Reader, roomId: string, room: MadeRoom): void;
}

/** What a room takes beside its text: numbers, lists and keys. */
const ASIDE = 1000;

/** @param bytes held at most; what was asked for longest ago goes first */
export function createMadeRooms(bytes: number): MadeRooms {
  const held = new Map<string, { on: Reader; room: MadeRoom; weight: number }>();
  let weight = 0;

  function drop(roomId: string): void {
    weight -= held.get(roomId)?.weight ?? 0;
    held.delete(roomId);
  }

  return {
    get(on, roomId) {
      const found = held.get(roomId);
      if (found?.on !== on) return undefined;
      held.delete(roomId);
      held.set(roomId, found);
      return found.room;
    },
    keep(on, roomId, room) {
      drop(roomId);
      // A text that was put together holds all that it was put together from.
      const json = Buffer.from(room.json).toString();
      const one = { on, room: { ...room, json }, weight: 2 * json.length + ASIDE };
      held.set(roomId, one);
      weight += one.weight;
      for (const oldest of held.keys()) {
        if (weight <= bytes) return;
        drop(oldest);
      }
    },
  };
}
