import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { orpc } from '../api/client.ts';
import { useConnectionIfAny } from '../realtime/connection.tsx';
import { useCan } from '../session/current-user.ts';

const counters = () => orpc.users.counters.queryOptions();
/** Frames come in bursts; one look at the counters serves them all. */
const GATHER_MS = 1000;
const changing = [
  'Text',
  'Email',
  'Image',
  'File',
  'RichMedia',
  'UnsupportedMedia',
  'CustomerCall',
  'CustomerCallStarted',
  'RoomMembership',
  'ConversationState',
  'ConversationResolved',
  'ParticipantsChanged',
] as const;

/** In how many rooms of customers, and of colleagues, I missed something: the numbers of the tabs above the rooms. */
export function useMissed(): { customers: number; colleagues: number } {
  const { data } = useQuery({ ...counters(), enabled: useCan(['rooms', 'read']) });
  return { customers: data?.missedRooms ?? 0, colleagues: data?.missedInternalRooms ?? 0 };
}

/** The same together: the number of the rail and of the page's title. */
export function useAllMissed(): number {
  const { customers, colleagues } = useMissed();
  return customers + colleagues;
}

/** Keeps these numbers true by the frames that can change it, and by what is told of those that were missed. */
export function useMissedInStep(): void {
  const client = useQueryClient();
  const connection = useConnectionIfAny();
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
    const stops = [
      ...changing.map((kind) => subscribe(kind, soon)),
      subscribe('RoomState', ({ changes, reload, gone, memberships }) => {
        if (changes.length + reload.length + gone.length + memberships.length > 0) soon();
      }),
      onOpen(({ atOnce }) => (atOnce ? undefined : soon())),
    ];
    return () => {
      clearTimeout(gathering);
      for (const stop of stops) stop();
    };
  }, [client, subscribe, onOpen]);
}
