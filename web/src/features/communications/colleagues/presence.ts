import type { ChatStatus } from '@parley/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { orpc } from '../../../api/client.ts';
import { chatStatusQuery } from '../../../frame/chat-status.ts';
import { useCurrentUser } from '../../../session/current-user.ts';
import { useActiveColleagues } from '../queries.ts';
import type { Line } from '../sync/line.ts';

/** Whoever's server was killed says no word: after so long it is asked again. */
const ASKED_AGAIN_MS = 60_000;

const presence = () => orpc.users.presence.queryOptions();

/** What colleagues see of somebody now; null until it is known, and of who is no user any more. Of oneself what the frame says: the server may not have heard of this window yet. */
export function usePresenceOf(userId: string): ChatStatus | null {
  const isMe = useCurrentUser().id === userId;
  const isActive = useActiveColleagues();
  const own = useQuery({ ...chatStatusQuery(), enabled: isMe });
  const { data } = useQuery({ ...presence(), staleTime: ASKED_AGAIN_MS, refetchInterval: ASKED_AGAIN_MS });
  if (isMe) return own.data?.status ?? null;
  if (data === undefined || !isActive(userId)) return null;
  return data.content.find((one) => one.userId === userId)?.status ?? 'offline';
}

/** Whether it is still to come how colleagues are seen. */
export const useIsPresenceComing = (): boolean => useQuery({ ...presence(), staleTime: ASKED_AGAIN_MS }).isLoading;

/** Takes in who came, went or chose another status; after every time without a connection it is read again. */
export function usePresenceInStep({ subscribe, onOpen }: Pick<Line, 'subscribe' | 'onOpen'>): void {
  const client = useQueryClient();
  useEffect(() => {
    const { queryKey } = presence();
    const readAgain = () => void client.invalidateQueries({ queryKey });
    const stops = [
      subscribe('ColleaguePresence', ({ people }) => {
        // What is being read may be older than this word.
        if (client.isFetching({ queryKey }) > 0) return readAgain();
        client.setQueryData(queryKey, (held) => {
          if (held === undefined) return held;
          const others = held.content.filter(({ userId }) => people.every((one) => one.userId !== userId));
          return { content: [...others, ...people] };
        });
      }),
      onOpen(({ first }) => (first ? undefined : readAgain())),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client, subscribe, onOpen]);
}
