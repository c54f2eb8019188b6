import type { RoomFilters } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../../api/client.ts';
import { type TextKey, useText } from '../../../text.ts';
import { channelNames } from '../../../ui/ChannelMark.tsx';
import { useColleagueName } from '../names.ts';
import { useColleagueList } from '../queries.ts';
import type { RoomSort } from './narrowing.ts';

export const stateNames = {
  ASSIGNED: 'FILTER_STATE_ASSIGNED',
  UNASSIGNED: 'FILTER_STATE_UNASSIGNED',
  RESOLVED: 'FILTER_STATE_RESOLVED',
} as const satisfies Record<string, TextKey>;

export const sortNames = {
  newest: 'FILTER_SORT_NEWEST',
  oldest: 'FILTER_SORT_OLDEST',
  waited: 'FILTER_SORT_WAITED',
} as const satisfies Record<RoomSort, TextKey>;

/** Names of queues change seldom. */
const STAY_MS = 5 * 60_000;

/** The queues by which rooms can be narrowed. */
export const useQueues = () => useQuery({ ...orpc.roomViews.queues.queryOptions(), staleTime: STAY_MS });

/** Tells which of the queues, people and tags that filters name are not there any more; none while that is not known. Nobody keeps tags yet. */
export function useGone(): (filters: RoomFilters) => { queues: readonly string[]; agents: readonly string[]; tags: readonly string[] } {
  const queues = useQueues().data?.content;
  const people = useColleagueList().data;
  return ({ queue = [], agent = [], tag = [] }) => ({
    tags: tag,
    queues: queues === undefined ? [] : queue.filter((id) => !queues.some((one) => one.id === id)),
    agents: people === undefined ? [] : agent.filter((id) => !people.some((one) => one.id === id && one.active)),
  });
}

export interface FilterWords {
  readonly name: keyof RoomFilters;
  readonly words: string;
  /** It names what is not there any more. */
  readonly isGone: boolean;
}

/** Each filter in words, in the order of an address. */
export function useFilterWords(): (filters: RoomFilters) => FilterWords[] {
  const text = useText();
  const queues = useQueues().data?.content;
  const nameOf = useColleagueName();
  const goneOf = useGone();
  return (filters) => {
    const { search, state, channel, unread, starred, queue, agent, tag } = filters;
    const gone = goneOf(filters);
    const is = (name: TextKey, values: readonly string[]) => text('LIST_FILTER_IS', { name: text(name), value: values.join(', ') });
    const queueName = (id: string) =>
      gone.queues.includes(id) ? text('FILTER_QUEUE_GONE') : (queues?.find((one) => one.id === id)?.name ?? '…');
    const agentName = (id: string) => (gone.agents.includes(id) ? text('FILTER_AGENT_GONE') : nameOf(id));
    const all: (FilterWords | null)[] = [
      search === undefined ? null : { name: 'search', words: is('FILTER_SEARCH', [search]), isGone: false },
      state === undefined
        ? null
        : {
            name: 'state',
            words: is(
              'FILTER_STATE',
              state.map((one) => text(stateNames[one])),
            ),
            isGone: false,
          },
      channel === undefined
        ? null
        : {
            name: 'channel',
            words: is(
              'FILTER_CHANNEL',
              channel.map((one) => text(channelNames[one])),
            ),
            isGone: false,
          },
      unread === undefined ? null : { name: 'unread', words: text('FILTER_UNREAD'), isGone: false },
      starred === undefined ? null : { name: 'starred', words: text('COMMUNICATIONS_STARRED'), isGone: false },
      queue === undefined ? null : { name: 'queue', words: is('FILTER_QUEUE', queue.map(queueName)), isGone: gone.queues.length > 0 },
      agent === undefined ? null : { name: 'agent', words: is('FILTER_AGENT', agent.map(agentName)), isGone: gone.agents.length > 0 },
      tag === undefined
        ? null
        : {
            name: 'tag',
            words: is(
              'FILTER_TAG',
              gone.tags.map(() => text('FILTER_TAG_GONE')),
            ),
            isGone: gone.tags.length > 0,
          },
    ];
    return all.filter((one) => one !== null);
  };
}
