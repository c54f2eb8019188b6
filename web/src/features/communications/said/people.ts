import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { orpc } from '../../../api/client.ts';
import { useCommunications } from '../context.ts';
import { useColleagueList } from '../queries.ts';
import { type Nameable, nameables } from './mentioning.ts';

/** Who sees a room changes seldom while somebody writes in it; the server has the last word. */
const STAY_MS = 60_000;

/** Colleagues who may be named in a room: undefined until they are read; `failed` where they could not be. */
export function useNameables(roomId: string): { people: readonly Nameable[] | undefined; failed: boolean; again: () => void } {
  const { data, isError, fetchStatus, refetch } = useQuery({
    ...orpc.messages.mentionable.queryOptions({ input: { params: { roomId } } }),
    staleTime: STAY_MS,
  });
  const people = useMemo(() => (data === undefined ? undefined : nameables(data.content)), [data]);
  return { people, failed: people === undefined && (isError || fetchStatus === 'paused'), again: () => void refetch() };
}

const nobody: readonly Nameable[] = [];

/** Colleagues who may sign in and do not see a room, as far as both is known. */
export function useBlind(roomId: string): readonly Nameable[] {
  const { me } = useCommunications();
  const { people } = useNameables(roomId);
  const { data } = useColleagueList();
  return useMemo(() => {
    if (people === undefined || data === undefined) return nobody;
    const seeing = new Set(people.map(({ id }) => id));
    return nameables(data.filter(({ id, active }) => active && id !== me && !seeing.has(id)));
  }, [people, data, me]);
}
