import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { orpc } from '../api/client.ts';
import { useConnectionIfAny } from '../realtime/connection.tsx';

const counters = () => orpc.users.counters.queryOptions();
/** Frames come in bursts; one look at the counters serves them all. */
const GATHER_MS = 1000;
const changing = ['Text', 'RoomMembership', 'ConversationState', 'ConversationResolved', 'ParticipantsChanged'] as const;

/** Rooms in which I missed something; kept true by the frames that can change it. */
export function useMissedRooms(): number {
  const client = useQueryClient();
  const connection = useConnectionIfAny();
  const { data } = useQuery(counters());
  const subscribe = connection?.subscribe;
  const onOpen = connection?.onOpen;
  useEffect(() => {
    if (subscribe === undefined || onOpen === undefined) return;
    let gathering: ReturnType<typeof setTimeout> | undefined;
    const soon = () => {
      gathering ??= setTimeout(() => {
        gathering = undefined;
        void client.invalidateQueries(counters());
      }, GATHER_MS);
    };
    const stops = [...changing.map((kind) => subscribe(kind, soon)), onOpen(({ first }) => (first ? undefined : soon()))];
    return () => {
      clearTimeout(gathering);
      for (const stop of stops) stop();
    };
  }, [client, subscribe, onOpen]);
  return (data?.missedRooms ?? 0) + (data?.missedInternalRooms ?? 0);
}
