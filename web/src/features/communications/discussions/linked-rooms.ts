import { type LinkedRoom, readableAddress, signOfContact } from '@parley/contract';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, orpc } from '../../../api/client.ts';
import type { useText } from '../../../text.ts';
import { useCommunications } from '../context.ts';
import { listedNames } from '../room/room-words.ts';

/**
 * What is linked with a room, page by page and kept in step: read with every opening of it, when a discussion is begun or ended, and after every
 * time without a connection.
 */
export function useLinkedRooms(roomId: string) {
  const client = useQueryClient();
  const { line } = useCommunications();
  const queryKey = orpc.discussions.list.key({ input: { params: { roomId } } });
  useEffect(() => {
    const readAgain = () => void client.invalidateQueries({ queryKey: orpc.discussions.list.key({ input: { params: { roomId } } }) });
    const stops = [
      line.subscribe('DiscussionsChanged', (changed) => {
        if (changed.roomId === roomId) readAgain();
      }),
      line.onOpen(({ first }) => (first ? undefined : readAgain())),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client, line, roomId]);
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => api.discussions.list({ params: { roomId }, query: { page: pageParam } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ last }, pages) => (last ? undefined : pages.length),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  });
}

export type LinkedRooms = ReturnType<typeof useLinkedRooms>;

/** How a linked room is called: as everywhere (`roomName`), by what is told of it here. */
export function linkedName({ name, type, people, contactId, address, isVisitor }: SeenRoom, say: ReturnType<typeof useText>): string {
  if (name !== null) return name;
  if (type !== 'EXTERNAL') return people.length === 0 ? say('COMMUNICATIONS_UNNAMED_GROUP') : listedNames(people);
  if (address !== null) return readableAddress(address);
  return isVisitor && contactId !== null
    ? say('COMMUNICATIONS_UNNAMED_VISITOR', { sign: signOfContact(contactId) })
    : say('COMMUNICATIONS_UNNAMED');
}
type SeenRoom = NonNullable<LinkedRoom['room']>;
