import type { Room } from '@parley/contract';
import type { Connection } from '../../realtime/connection.tsx';
import { report } from '../../report.ts';

/** As many as somebody may be in at once, several times over. */
const MOST = 500;

/** Rooms by id, read when one is first asked for and kept true by frames. */
export interface KnownRooms {
  /** Null for a room that may not be seen (any more) or cannot be read now. */
  about(roomId: string): Promise<Room | null>;
  stop(): void;
}

export function knowRooms(line: Pick<Connection, 'subscribe' | 'onOpen'>, read: (roomId: string) => Promise<Room>): KnownRooms {
  const rooms = new Map<string, Promise<Room | null>>();
  const change = (roomId: string, changed: (room: Room) => Room) => {
    const known = rooms.get(roomId);
    if (known !== undefined) {
      rooms.set(
        roomId,
        known.then((room) => room && changed(room)),
      );
    }
  };
  const stops = [
    line.subscribe('ParticipantsChanged', ({ roomId, roomParticipants }) => change(roomId, (room) => ({ ...room, roomParticipants }))),
    line.subscribe('RoomLifecycle', ({ roomId, room }) => change(roomId, () => room)),
    // What happened meanwhile was not heard.
    line.onOpen(({ first }) => (first ? undefined : rooms.clear())),
  ];
  return {
    about(roomId) {
      const known = rooms.get(roomId);
      if (known !== undefined) return known;
      const asked = read(roomId).catch((problem: unknown) => {
        rooms.delete(roomId);
        report(problem);
        return null;
      });
      rooms.set(roomId, asked);
      for (const oldest of rooms.keys()) {
        if (rooms.size <= MOST) break;
        rooms.delete(oldest);
      }
      return asked;
    },
    stop() {
      for (const stop of stops) stop();
    },
  };
}
