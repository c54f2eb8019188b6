import type { LinkedRoom } from '@parley/contract';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { orpc } from '../../../api/client.ts';
import { currentLanguage, type useText } from '../../../text.ts';
import { useCommunications } from '../context.ts';

/** What is linked with a room, kept in step: read with every opening of it, when a discussion is begun, and after every time without a connection. */
export function useLinkedRooms(roomId: string): UseQueryResult<{ content: LinkedRoom[] }> {
  const client = useQueryClient();
  const { line } = useCommunications();
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
  return useQuery({
    ...orpc.discussions.list.queryOptions({ input: { params: { roomId } } }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  });
}

/** How a linked room is called. */
export function linkedName({ name, type, people }: NonNullable<LinkedRoom['room']>, say: ReturnType<typeof useText>): string {
  if (name !== null) return name;
  if (type === 'EXTERNAL') return say('COMMUNICATIONS_UNNAMED');
  return people.length === 0
    ? say('COMMUNICATIONS_UNNAMED_GROUP')
    : new Intl.ListFormat(currentLanguage(), { type: 'unit', style: 'short' }).format(people);
}
