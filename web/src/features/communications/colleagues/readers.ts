import type { ColleagueReads } from '@parley/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useMemo } from 'react';
import { orpc } from '../../../api/client.ts';
import { useCommunications } from '../context.ts';
import type { RoomRecord } from '../state/room-record.ts';
import { isAmongColleagues } from './among-colleagues.ts';
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

/** By event: the colleagues who have read up to it. */
export const PlacesOfReaders = createContext<ReadonlyMap<string, readonly string[]>>(new Map());

/** Who has read up to this message, in a chat of colleagues. */
export const useReadersAt = (eventId: string): readonly string[] | undefined => useContext(PlacesOfReaders).get(eventId);

export function usePlacesOfReaders(record: RoomRecord): ReadonlyMap<string, readonly string[]> {
  const { me } = useCommunications();
  const reads = useReaders(record);
  const { events } = record.public;
  const isTold = isAmongColleagues(record.room);
  return useMemo(() => (isTold ? placesOfReaders(events, reads, me) : new Map()), [isTold, events, reads, me]);
}
