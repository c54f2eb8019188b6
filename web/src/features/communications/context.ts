import { createContext, useContext } from 'react';
import type { RoomRecord } from './state/room-record.ts';
import { type CommunicationsStore, type RoomsStore, useRooms } from './store.ts';
import type { Line } from './sync/line.ts';

/** What every part of the page works with. */
export interface Communications {
  readonly me: string;
  readonly store: RoomsStore;
  readonly line: Line;
}

export const CommunicationsContext = createContext<Communications | null>(null);

/** Only below the Communications page; elsewhere it is a bug and throws. */
export function useCommunications(): Communications {
  const communications = useContext(CommunicationsContext);
  if (communications === null) throw new Error('useCommunications outside the Communications page');
  return communications;
}

/** Part of the store; the component renders anew when that part becomes another. */
export function useStorePart<Part>(part: (all: CommunicationsStore) => Part): Part {
  return useRooms(useCommunications().store, part);
}

export const useRecord = (roomId: string): RoomRecord | undefined => useStorePart(({ state }) => state.rooms.get(roomId));
