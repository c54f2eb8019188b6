import { type FocusEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useCommand } from '../../../commands/active.ts';
import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { useRoomActions } from '../actions.ts';
import { useCommunications, useStorePart } from '../context.ts';
import { useGo, usePlace } from '../place.ts';
import { type ListName, listRooms } from '../state/lists.ts';
import { setWritesIn } from '../store.ts';
import { readList, readResolved } from '../sync/lists.ts';
import { ListChips } from './ListChips.tsx';
import { listsOf } from './list-choice.ts';
import styles from './RoomList.module.css';
import { RoomListBody } from './RoomListBody.tsx';
import { useHeldOrder } from './use-held-order.ts';

/**
 * Ids of each list that is shown, how many rooms the work lists have, and how many rooms stand in what is shown: null
 * where not all of them were read.
 */
function useIds(names: readonly ListName[]) {
  const { me } = useCommunications();
  const rooms = useStorePart(({ state }) => state.rooms);
  const lists = useStorePart((all) => all.lists);
  const since = lists.resolved?.since ?? null;
  // The page is drawn anew more often than its rooms change.
  const { mine, waiting, shown } = useMemo(() => {
    const idsOf = (name: ListName) => listRooms(rooms.values(), name, me, name === 'resolved' ? since : null);
    const work = { mine: idsOf('mine'), waiting: idsOf('waiting') };
    const ids = (name: ListName) => (name === 'mine' || name === 'waiting' ? work[name] : idsOf(name));
    return { ...work, shown: names.map((name) => ({ name, ids: ids(name) })) };
  }, [rooms, names, me, since]);
  const counts = { mine: mine.length, waiting: waiting.length };
  const isWhole = names.every((name) => lists[name]?.reading.status === 'ready' && lists[name]?.more === false);
  const total = isWhole ? new Set(shown.flatMap(({ ids }) => ids)).size : null;
  return { shown, counts, total };
}

/** Reads the lists that the page does not keep by itself, once they are asked for. */
function useReading(names: readonly ListName[]): void {
  const { store } = useCommunications();
  const wanted = names.join();
  useEffect(() => {
    const { lists } = store.getState();
    if (wanted === 'all' && lists.all?.reading.status !== 'ready') void readList(store, 'all');
    if (wanted === 'resolved' && lists.resolved === undefined) void readResolved(store);
  }, [store, wanted]);
}

/** The list stands still while somebody points at it or goes through it by keyboard. */
function useHold() {
  const [points, setPoints] = useState(false);
  const [focuses, setFocuses] = useState(false);
  const holders = {
    onPointerEnter: () => setPoints(true),
    onPointerLeave: () => setPoints(false),
    onFocus: (event: FocusEvent) => setFocuses(event.target.matches(':focus-visible')),
    onBlur: (event: FocusEvent) => setFocuses(event.currentTarget.contains(event.relatedTarget) && focuses),
  };
  const release = () => {
    setPoints(false);
    setFocuses(false);
  };
  return { isHeld: points || focuses, holders, release };
}

/** The rooms: which of them, how many, and the list itself. */
export function RoomList() {
  const text = useText();
  const go = useGo();
  const { show, roomId } = usePlace();
  const names = listsOf[show];
  const { shown, counts, total } = useIds(names);
  const { isHeld, holders, release } = useHold();
  const { store } = useCommunications();
  const { takeLongest } = useRoomActions();
  const body = useRef<{ move: (step: 1 | -1) => void }>(null);
  useReading(names);

  const flat = shown.flatMap(({ name, ids }) => ids.map((id) => `${name}:${id}`));
  const order = useHeldOrder(show, flat, isHeld);

  const takeFirst = async () => {
    const taken = await takeLongest();
    if (taken === null) return;
    setWritesIn(store, taken);
    go({ roomId: taken, tab: 0 });
  };
  useCommand('list.next', () => body.current?.move(1));
  useCommand('list.previous', () => body.current?.move(-1));
  useCommand('list.takeLongest', counts.waiting === 0 ? null : () => void takeFirst());

  return (
    <>
      <div className={styles.top}>
        <h2 className={styles.aside}>
          {text('COMMUNICATIONS_ASIDE_EXTERNAL')} {total === null ? null : <span className={styles.n}>{total}</span>}
        </h2>
        {order.isBehind ? (
          <button type="button" className={styles.behind} onClick={release}>
            <Icon name="up" size={14} />
            {order.fresh > 0 ? text('COMMUNICATIONS_NEW_IN_LIST', { count: order.fresh }) : text('COMMUNICATIONS_ORDER_CHANGED')}
          </button>
        ) : null}
      </div>
      <ListChips counts={counts} />
      <div className={styles.held} {...holders}>
        <RoomListBody
          // Another list begins at its top.
          key={show}
          ref={body}
          show={show}
          names={names}
          entries={order.ids}
          counts={counts}
          openRoomId={roomId}
          onTakeFirst={() => void takeFirst()}
        />
      </div>
    </>
  );
}
