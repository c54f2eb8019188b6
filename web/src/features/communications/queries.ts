import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { orpc } from '../../api/client.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { useText } from '../../text.ts';
import type { Line } from './sync/line.ts';

/** Names of people change seldom. */
const NAMES_STAY_MS = 5 * 60_000;

const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }): string => `${firstName} ${lastName}`.trim();

/** The people of the account as they are read (communications, section 7, accounts/{accountId}/users); undefined until they are read. */
export function useColleagueList() {
  const { accountId } = useCurrentUser();
  const { data, error, refetch } = useQuery({
    ...orpc.users.ofAccount.queryOptions({ input: { params: { accountId: accountId ?? '' }, query: { size: 1000 } } }),
    enabled: accountId !== null,
    staleTime: NAMES_STAY_MS,
  });
  return { data: data?.content, error, refetch };
}

const useColleagues = () => useColleagueList().data;

/** Tells whether somebody may sign in still; of whom nothing is known it is taken to be so. */
export function useActiveColleagues(): (userId: string) => boolean {
  const data = useColleagues();
  return useMemo(() => {
    const gone = new Set(data?.filter(({ active }) => !active).map(({ id }) => id));
    return (userId) => !gone.has(userId);
  }, [data]);
}

/** Reads the names of colleagues, for `useColleagueName`. */
export function useColleagueNames(): (userId: string) => string {
  const text = useText();
  const data = useColleagues();
  return useMemo(() => {
    const names = new Map(data?.map((user) => [user.id, fullName(user)]));
    return (userId) => names.get(userId) ?? text('COMMUNICATIONS_SOMEBODY');
  }, [data, text]);
}

/** Reads which pictures colleagues chose, for `useColleaguePicture`. */
export function useColleaguePictures(): (userId: string) => string | null {
  const data = useColleagues();
  return useMemo(() => {
    const pictures = new Map(data?.map(({ id, pictureId }) => [id, pictureId]));
    return (userId) => pictures.get(userId) ?? null;
  }, [data]);
}

/** What could not be read while the connection was away is read again when it is back. */
export function useFailedReadAgain({ onOpen }: Pick<Line, 'onOpen'>): void {
  const client = useQueryClient();
  useEffect(
    () => onOpen(() => void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })),
    [client, onOpen],
  );
}

/** Names are read again when one of the account's people was added or changed, and after every time without a connection. */
export function useColleaguesInStep({ subscribe, onOpen }: Pick<Line, 'subscribe' | 'onOpen'>): void {
  const client = useQueryClient();
  useEffect(() => {
    const readAgain = () => void client.invalidateQueries({ queryKey: orpc.users.ofAccount.key() });
    const stops = [subscribe('Colleague', readAgain), onOpen(({ first }) => (first ? undefined : readAgain()))];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client, subscribe, onOpen]);
}
