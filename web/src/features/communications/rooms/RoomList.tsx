import { type FocusEvent, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { activeRun, useCommand } from '../../../commands/active.ts';
import { lateParts } from '../../../late-parts.ts';
import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx';
import { useRoomActions } from '../actions.ts';
import { useCommunications, useStorePart } from '../context.ts';
import type { Staying } from '../narrow/staying.ts';
import { useNarrowPart } from '../narrow/use-narrow-part.ts';
import { useGo, usePlace } from '../place.ts';
import { type ListName, listRows, type Narrowing } from '../state/lists.ts';
import { setWritesIn } from '../store.ts';
import { isPaged, readWith, turnTo } from '../sync/lists.ts';
import { AsideTabs } from './AsideTabs.tsx';
import { ListChips } from './ListChips.tsx';
import { listsOf } from './list-choice.ts';
import styles from './RoomList.module.css';
import { RoomListBody } from './RoomListBody.tsx';
import { useHeldOrder } from './use-held-order.ts';
import { useSelection } from './use-selection.ts';

const BulkPart = lateParts(() => import('../bulk/BulkPart.tsx')).late('BulkPart');
const TouchSelect = lateParts(() => import('../bulk/TouchSelect.tsx')).late('TouchSelect');

/** Nothing can be pointed at. */
const isGlass = () => matchMedia('(pointer: coarse)').matches;

/** Of these the number stands beside their name. */
const workLists = ['mine', 'waiting', 'snoozed'] as const;

/**
 * Ids of the rows of each list that is shown, how many the work lists have, and how many are shown in all: null where not all of them are
 * here, or only some are wanted.
 */
function useIds(names: readonly ListName[], narrowing: Narrowing | null, stays: readonly string[] | undefined) {
  const { me } = useCommunications();
  const rooms = useStorePart(({ state }) => state.rooms);
  const lists = useStorePart((all) => all.lists);
  // The page is drawn anew more often than its rooms change.
  const { work, shown } = useMemo(() => {
    const idsOf = (name: ListName) => listRows(rooms.values(), name, me, lists[readWith(name)]?.since ?? null);
    const work: Partial<Record<ListName, readonly string[]>> = Object.fromEntries(workLists.map((name) => [name, idsOf(name)]));
    const narrowed = (name: ListName) => narrowing?.listOf(rooms.values(), name, me, lists[narrowing.keyOf(name)]?.since ?? null, stays);
    return { work, shown: names.map((name) => ({ name, ids: narrowed(name) ?? work[name] ?? idsOf(name) })) };
  }, [rooms, names, me, lists, narrowing, stays]);
  const isRead = (name: ListName) => lists[readWith(name)]?.reading.status === 'ready';
  // What could not be read is not said to be none.
  const counts: Partial<Record<ListName, number>> = Object.fromEntries(
    workLists.map((name) => [name, isRead(name) || (work[name]?.length ?? 0) > 0 ? work[name]?.length : undefined]),
  );
  const isWhole = narrowing === null && names.every((name) => isRead(name) && lists[readWith(name)]?.more === false);
  const total = isWhole ? new Set(shown.flatMap(({ ids }) => ids)).size : null;
  return { shown, counts, total };
}

/** Reads the lists that the page does not keep by itself, whenever they are chosen. */
function useReading(names: readonly ListName[]): void {
  const { store } = useCommunications();
  const wanted = names.join();
  useEffect(() => {
    if (isPaged(wanted)) void turnTo(store, wanted);
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

const noLists: readonly ListName[] = [];

/** The rooms: which of them, how many, and the list itself. */
export function RoomList() {
  const text = useText();
  const go = useGo();
  const { show, roomId, filter, conversationId } = usePlace();
  const part = useNarrowPart(filter !== '');
  const isToCome = part === null && filter !== '';
  const narrowing = (filter !== '' && part?.narrowingOf(filter)) || null;
  const isInternal = show === 'internal';
  const names = listsOf[show];
  const list = show + filter;
  const staying = useRef<Staying | null>(null);
  const stays = narrowing === null || part === null ? null : part.stayingIn(staying.current, list, roomId);
  const { shown, counts, total } = useIds(names, narrowing, stays?.rows);
  const { isHeld, holders, release } = useHold();
  const { store } = useCommunications();
  const { takeLongest } = useRoomActions();
  const body = useRef<{ move: (step: 1 | -1) => void; reached: () => string | null }>(null);
  const held = useRef<HTMLDivElement>(null);
  // What is narrowed is read by what shows its filters.
  useReading(narrowing === null && !isToCome ? names : noLists);

  const flat = shown.flatMap(({ name, ids }) => ids.map((id) => `${name}:${id}`));
  staying.current = stays && part ? part.stayingOnceShown(stays, roomId, flat) : null;
  const order = useHeldOrder(list, flat, isHeld);
  const selection = useSelection(order.ids.map((entry) => entry.slice(entry.indexOf(':') + 1)));

  const takeFirst = async () => {
    const taken = await takeLongest();
    if (taken === null) return;
    setWritesIn(store, taken.roomId, 0, taken.conversationId);
    go({ ...taken, tab: 0 });
  };
  // Rooms are found by the search of the whole product, which holds those of this page.
  useCommand('list.search', () => activeRun('palette.open')?.('key'));
  useCommand('list.next', () => body.current?.move(1));
  useCommand('list.previous', () => body.current?.move(-1));
  useCommand(
    'list.select',
    isInternal
      ? null
      : () => {
          const reached = body.current?.reached() ?? null;
          if (reached !== null) selection.toggle(reached);
        },
  );
  useCommand('list.takeLongest', !counts.waiting ? null : () => void takeFirst());

  const behind = order.fresh > 0 ? text('COMMUNICATIONS_NEW_IN_LIST', { count: order.fresh }) : text('COMMUNICATIONS_ORDER_CHANGED');
  return (
    <>
      <div className={styles.top}>
        <AsideTabs total={total} />
        {order.isBehind ? (
          <button type="button" className={styles.behind} title={behind} onClick={release}>
            <Icon name="up" size={14} />
            <span>{behind}</span>
          </button>
        ) : null}
        {isGlass() && !isInternal ? (
          <Suspense fallback={null}>
            <TouchSelect list={held} selection={selection} />
          </Suspense>
        ) : null}
        <span className={styles.filter}>{part === null ? null : <part.FilterButton />}</span>
      </div>
      <ListChips counts={counts} all={part === null ? null : <part.AllCount />} ends={part === null ? null : <part.RowEnds />}>
        {part === null ? null : <part.ViewChips />}
      </ListChips>
      {isToCome ? <div className={styles.chosenPlace} /> : null}
      {part === null || narrowing === null ? null : <part.ChosenFilters entries={flat} />}
      <div ref={held} id="rooms-panel" className={styles.held} {...holders}>
        {isToCome ? (
          <SkeletonRows rows={6} />
        ) : (
          <RoomListBody
            // Another list begins at its top.
            key={list}
            ref={body}
            show={show}
            filter={filter}
            narrowing={narrowing}
            nothing={part === null || narrowing === null ? null : <part.NothingFits />}
            names={names}
            entries={order.ids}
            counts={counts}
            openRoomId={roomId}
            conversationId={conversationId}
            selection={selection}
            onTakeFirst={() => void takeFirst()}
          />
        )}
        {selection.wasUsed ? (
          <Suspense fallback={null}>
            <BulkPart selection={selection} />
          </Suspense>
        ) : null}
      </div>
    </>
  );
}
