import type { ReplacementUnderWay, ScheduledMessage } from '@parley/contract';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { orpc, queryClient } from '../../../api/client.ts';
import { useCommunications } from '../context.ts';
import { dropSend } from '../state/pending.ts';
import { changeState, type RoomsStore } from '../store.ts';

export type Told = { content: ScheduledMessage[]; replacing: ReplacementUnderWay[] };
const inputOf = (roomId: string) => ({ params: { roomId } });

/** Reads anew what is to be sent later in a room, if anybody looks at it. */
export const readAgain = (roomId: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: orpc.scheduled.list.key({ input: inputOf(roomId) }) });

/** What was told last of what is to be sent later in a room; undefined where nobody has looked. */
export const toldOf = (roomId: string): Told | undefined =>
  queryClient.getQueryData<Told>(orpc.scheduled.list.queryKey({ input: inputOf(roomId) }));

/** What is to be sent later in an open room, kept in step: read with every opening, when it changes, and after every time without a connection. */
export function useScheduled(roomId: string): UseQueryResult<Told> {
  const { line, store } = useCommunications();
  useEffect(() => {
    const read = () => void readAgain(roomId);
    const heard = (changed: { roomId: string }) => {
      if (changed.roomId === roomId) read();
    };
    const stored = ({ roomId: of, event }: { roomId: string; event: { clientMessageId: string | null } }) => {
      if (of === roomId && isAmong(event.clientMessageId, roomId)) read();
    };
    const stops = [
      line.subscribe('ScheduledChanged', heard),
      // Its end may be all that was heard of it.
      line.subscribe('Text', stored),
      line.subscribe('Image', stored),
      line.subscribe('File', stored),
      line.onOpen(({ atOnce }) => (atOnce ? undefined : read())),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [line, roomId]);
  const scheduled = useQuery({
    ...orpc.scheduled.list.queryOptions({ input: inputOf(roomId), staleTime: Number.POSITIVE_INFINITY }),
    refetchOnMount: 'always',
  });
  const { data } = scheduled;
  useEffect(() => {
    if (data !== undefined) dropTaken(store, roomId, data.content);
  }, [store, roomId, data]);
  return scheduled;
}

/** A `later-…` tells of one that was waiting or held here, by its id or its author's. */
function isAmong(clientMessageId: string | null, roomId: string): boolean {
  return (
    toldOf(roomId)?.content.some((one) => `${clientMessageId}`.includes(one.clientMessageId) || `${clientMessageId}`.includes(one.id)) ===
    true
  );
}

/** What was held here and waits no more was taken back, or could not be sent: it stands in the talk no longer. Stored, its event takes its place. */
function dropTaken(store: RoomsStore, roomId: string, content: readonly ScheduledMessage[]): void {
  const waiting = new Set(content.filter(({ state }) => state === 'WAITING').map(({ clientMessageId }) => clientMessageId));
  for (const { status, clientMessageId } of store.getState().state.pending.get(roomId) ?? []) {
    if (status === 'held' && !waiting.has(clientMessageId)) changeState(store, (state) => dropSend(state, roomId, clientMessageId));
  }
}
