import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { useText } from '../../../text.ts';
import { useCommunications, useStorePart } from '../context.ts';
import { useGo, usePlace } from '../place.ts';
import { listNames } from '../rooms/ListChips.tsx';
import { listsOf } from '../rooms/list-choice.ts';
import styles from './Narrow.module.css';
import { narrowingOf } from './narrowing.ts';

const held = ['mine', 'waiting', 'snoozed'] as const;
const counted = ['all', 'resolved'] as const;

/** How many rooms a list of the server's holds by these filters; it counts what this person may see. */
async function countOf(name: (typeof counted)[number], filter: string, signal: AbortSignal): Promise<{ count: number; isMore: boolean }> {
  const { queries } = narrowingOf(filter).pagesOf(name);
  const pages = await Promise.all(queries.map((query) => api.rooms.list({ query: { ...query, size: 1 } }, { signal })));
  return {
    count: pages.reduce((sum, { totalElements }) => sum + totalElements, 0),
    isMore: pages.some(({ totalIsLowerBound }) => totalIsLowerBound === true),
  };
}

/**
 * Where a narrowed list is empty: which other lists hold rooms that fit, and how many, each a way there. One's own work is counted here, the
 * list of all that one may see (what one follows or has starred stands there alone, perhaps) and of what is resolved by the server.
 */
export function Elsewhere() {
  const text = useText();
  const go = useGo();
  const { me } = useCommunications();
  const { show, filter } = usePlace();
  const rooms = useStorePart(({ state }) => state.rooms);
  const asked = counted.filter((name) => name !== show);
  const found = useQuery({
    queryKey: ['rooms-elsewhere', filter, asked],
    queryFn: ({ signal }) => Promise.all(asked.map(async (name) => ({ name, ...(await countOf(name, filter, signal)) }))),
    enabled: show !== 'internal' && asked.length > 0,
    staleTime: 0,
    gcTime: 0,
  });
  if (show === 'internal') return null;
  const narrowing = narrowingOf(filter);
  const here = held
    .filter((name) => !listsOf[show].includes(name))
    .map((name) => ({ name, count: narrowing.listOf(rooms.values(), name, me, null).length, isMore: false }));
  const others = [...here, ...(found.data ?? [])].filter(({ count }) => count > 0);
  return (
    <div className={styles.elsewhere} role="status">
      {others.length === 0 ? null : <span>{text('FILTER_ELSEWHERE')}</span>}
      {others.map(({ name, count, isMore }) => (
        <button key={name} type="button" className={styles.plain} onClick={() => go({ show: name })}>
          {text('FILTER_ELSEWHERE_IN', { count: isMore ? `${count}+` : count, name: text(listNames[name]) })}
        </button>
      ))}
      {found.isError ? (
        <>
          <span>{text('FILTER_ELSEWHERE_FAILED')}</span>
          <button type="button" className={styles.plain} onClick={() => void found.refetch()}>
            {text('FRAME_TRY_AGAIN')}
          </button>
        </>
      ) : null}
    </div>
  );
}
