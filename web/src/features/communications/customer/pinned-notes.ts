import type { PinnedNote } from '@parley/contract';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { api, orpc } from '../../../api/client.ts';
import { toastProblem } from '../../../ui/toast.ts';
import { useCommunications } from '../context.ts';

const queryOf = (roomId: string) =>
  orpc.pinnedNotes.list.queryOptions({ input: { params: { roomId } }, staleTime: Number.POSITIVE_INFINITY });
const keyOf = (roomId: string) => orpc.pinnedNotes.list.key({ input: { params: { roomId } } });

export type PinnedNotes = UseQueryResult<{ content: PinnedNote[] }>;

/**
 * The notes beside the talk of an open room, kept in step: read with every opening of the room, when somebody pins or unpins one, and
 * after every time without a connection.
 */
export function usePinnedNotes(roomId: string): PinnedNotes {
  const client = useQueryClient();
  const { line } = useCommunications();
  useEffect(() => {
    const readAgain = () => void client.invalidateQueries({ queryKey: keyOf(roomId) });
    const stops = [
      line.subscribe('PinnedNotesChanged', (changed) => {
        if (changed.roomId === roomId) readAgain();
      }),
      line.onOpen(({ first }) => (first ? undefined : readAgain())),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client, line, roomId]);
  return useQuery({ ...queryOf(roomId), refetchOnMount: 'always' });
}

/** Whether one note of an open room is pinned: undefined until that is known. */
export const useIsPinned = (roomId: string, eventId: string): boolean | undefined =>
  useQuery({ ...queryOf(roomId), select: ({ content }) => content.some(({ event }) => event.id === eventId) }).data;

/** Pins a note of a room, or unpins it, and shows it so as soon as that is done; a toast says where it was not. @returns whether it was done */
export function usePinning(roomId: string): (eventId: string, pinned: boolean) => Promise<boolean> {
  const client = useQueryClient();
  return useCallback(
    async (eventId, pinned) => {
      const params = { roomId, eventId };
      try {
        await (pinned ? api.pinnedNotes.pin({ params }) : api.pinnedNotes.unpin({ params }));
      } catch (problem) {
        toastProblem(problem);
        return false;
      }
      await client.invalidateQueries({ queryKey: keyOf(roomId) });
      return true;
    },
    [client, roomId],
  );
}
