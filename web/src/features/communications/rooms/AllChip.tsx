import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { useCommand } from '../../../commands/active.ts';
import { useMissed } from '../../../frame/counters.ts';
import { useCan } from '../../../session/current-user.ts';
import { useText } from '../../../text.ts';
import { useCommunications, useStorePart } from '../context.ts';
import { useGo, usePlace } from '../place.ts';
import { listNames } from './ListChips.tsx';
import { afterChip } from './list-choice.ts';
import { missedElsewhere } from './missed-elsewhere.ts';
import styles from './RoomList.module.css';

/** The counter is asked a second after a change, lists hear of it at once: what stays so for longer is so. */
const STAYS_MS = 3000;

const own = ['mine', 'waiting', 'snoozed'] as const;

/** Whether the counter has counted rooms for a while that stand in none of one's own lists. */
function useMissesElsewhere(): boolean {
  const { me } = useCommunications();
  const { customers } = useMissed();
  const rooms = useDeferredValue(useStorePart(({ state }) => state.rooms));
  const areRead = useStorePart(({ lists }) => own.every((name) => lists[name]?.reading.status === 'ready'));
  const misses = areRead && missedElsewhere(customers, rooms.values(), me) > 0;
  const [stays, setStays] = useState(false);
  useEffect(() => {
    if (!misses) {
      setStays(false);
      return undefined;
    }
    const timer = setTimeout(() => setStays(true), STAYS_MS);
    return () => clearTimeout(timer);
  }, [misses]);
  return misses && stays;
}

/**
 * The list of all for an agent, whose work stands in lists of their own: where something was missed that stands in none of those (in a room that they follow and
 * a colleague holds), so that what is counted can be found; and as long as they are in it. Behind the other lists, of which none moves for it.
 */
export function AllChip() {
  const text = useText();
  const go = useGo();
  const { show } = usePlace();
  const seesAll = useCan(['rooms', 'readAll']);
  const misses = useMissesElsewhere();
  const isOffered = !seesAll && (misses || show === 'all');
  useCommand('list.all', isOffered ? () => go({ show: 'all' }, { replace: true }) : null);
  const place = useRef<HTMLSpanElement>(null);
  // The row hears of it that it is longer or shorter.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is as long as before while this is as before.
  useEffect(() => void place.current?.parentElement?.dispatchEvent(new Event('scroll')), [isOffered]);
  return (
    <>
      <span ref={place} hidden />
      {isOffered ? (
        <button
          type="button"
          className={styles.chip}
          aria-pressed={show === 'all'}
          onClick={() => go({ show: afterChip(show, 'all') }, { replace: true })}
        >
          {text(listNames.all)}
        </button>
      ) : null}
    </>
  );
}
