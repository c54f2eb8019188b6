import type { ColleagueReads } from '@parley/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useMemo } from 'react';
import { orpc } from '../../../api/client.ts';
import { useCommunications } from '../context.ts';
import type { RoomRecord } from '../state/room-record.ts';
import { isAmongColleagues, othersOf } from './among-colleagues.ts';
import { placesOfReaders, withReads } from './reading.ts';

const nobody: readonly ColleagueReads[] = [];

/** How far each has read in a chat of colleagues, kept true by frames; nobody in a customer's room, of whom that is not told. */
export function useReaders({ room }: RoomRecord): readonly ColleagueReads[] {
  const client = useQueryClient();
  const { line } = useCommunications();
  const isTold = isAmongColleagues(room);
  const query = orpc.rooms.readers.queryOptions({ input: { params: { roomId: room.id } } });
  const { data } = useQuery({ ...query, enabled: isTold });
  const { subscribe, onOpen } = line;
  const { id } = room;
  useEffect(() => {
    if (!isTold) return;
    const { queryKey } = orpc.rooms.readers.queryOptions({ input: { params: { roomId: id } } });
    const readAgain = () => void client.invalidateQueries({ queryKey });
    const stops = [
      subscribe('ColleagueSeen', ({ roomId, ...reads }) => {
        if (roomId !== id) return;
        // What is being read may be older than this word.
        if (client.isFetching({ queryKey }) > 0) return readAgain();
        client.setQueryData(queryKey, (held) => held && { content: [...withReads(held.content, reads)] });
      }),
      onOpen(({ first }) => (first ? undefined : readAgain())),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client, subscribe, onOpen, id, isTold]);
  return isTold ? (data?.content ?? nobody) : nobody;
}

/** Whether it is still to come how far colleagues have read. */
export const useAreReadersComing = (room: RoomRecord['room']): boolean =>
  useQuery({ ...orpc.rooms.readers.queryOptions({ input: { params: { roomId: room.id } } }), enabled: isAmongColleagues(room) }).isLoading;

interface Readers {
  /** By event: the colleagues who have read up to it. */
  readonly places: ReadonlyMap<string, readonly string[]>;
  /** So many colleagues are in the chat beside the reader. */
  readonly others: number;
}

const noReaders: Readers = { places: new Map(), others: 0 };

/** A context of its own: who is in a chat changes without its messages, whose rows are not drawn again for it. */
export const PlacesOfReaders = createContext<Readers>(noReaders);

/** Who has read up to this message in a chat of colleagues, and whether that is all of them; undefined for nobody. */
export function useReadersAt(eventId: string): { userIds: readonly string[]; areAll: boolean } | undefined {
  const { places, others } = useContext(PlacesOfReaders);
  const userIds = places.get(eventId);
  return userIds && { userIds, areAll: userIds.length === others };
}

export function usePlacesOfReaders(record: RoomRecord): Readers {
  const { me } = useCommunications();
  const reads = useReaders(record);
  const { events } = record.public;
  const { room } = record;
  return useMemo(() => {
    if (!isAmongColleagues(room)) return noReaders;
    const others = othersOf(room, me).map(({ associatedParticipantId }) => associatedParticipantId);
    return { places: placesOfReaders(events, reads, others), others: others.length };
  }, [room, events, reads, me]);
}
