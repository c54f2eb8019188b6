import {
  type FocusEvent,
  type ReactNode,
  type Ref,
  Suspense,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Strokes } from '../../../commands/Strokes.tsx';
import { useWorkingKeys } from '../../../commands/single-keys.ts';
import { type TextKey, useText } from '../../../text.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx';
import { useCommunications, useStorePart } from '../context.ts';
import { NoChats } from '../group/later.ts';
import type { Show } from '../place.ts';
import { NothingSnoozed } from '../snooze/later.ts';
import { draftsOfRooms } from '../state/drafts.ts';
import { conversationOfRow, isOfRow, type ListName, type Narrowing, roomOfRow, rowId } from '../state/lists.ts';
import type { RoomRecord } from '../state/room-record.ts';
import type { CommunicationsState } from '../state/state.ts';
import type { ListReading, Reading } from '../store.ts';
import { isPaged, readList, readPage, readWith } from '../sync/lists.ts';
import { listNames } from './ListChips.tsx';
import { ListRow } from './ListRow.tsx';
import styles from './RoomList.module.css';
import { startsOf } from './row-window.ts';
import { useFolded } from './use-folded.ts';
import { useRowHeight } from './use-row-height.ts';
import { useRowWindow } from './use-row-window.ts';
import type { Selection } from './use-selection.ts';

interface RoomListBodyProps {
  /** `reached`: the row that has the focus, else of the one that Tab reaches. */
  ref: Ref<{ move: (step: 1 | -1) => void; reached: () => string | null }>;
  show: Show;
  filter: string;
  narrowing: Narrowing | null;
  /** In place of a list of which the filters leave nothing. */
  nothing: ReactNode;
  names: readonly ListName[];
  /** `list:row`, in the order shown. */
  entries: readonly string[];
  /** How many rows each list has now, also while the order shown is an earlier one. */
  counts: Readonly<Partial<Record<ListName, number>>>;
  openRoomId: string | null;
  /** The chosen one of its conversations, where it has several that are open. */
  conversationId: string | null;
  selection: Selection;
  onTakeFirst: () => void;
}

/** As RoomList.module.css has it: a finger needs more. */
const headingHeight = () => (matchMedia('(pointer: coarse)').matches ? 44 : 26);

type Item =
  | { kind: 'heading'; key: string; name: ListName; count: number }
  | { kind: 'room'; key: string; name: ListName; row: string; roomId: string };

/** Headings stand only where several lists are shown, and not above nothing. */
function itemsOf(names: readonly ListName[], entries: readonly string[], folded: readonly ListName[]): readonly Item[] {
  return names.flatMap((name): Item[] => {
    const ids = entries.filter((entry) => entry.startsWith(`${name}:`)).map(rowOf);
    const rooms = ids.map((row): Item => ({ kind: 'room', key: `${name}:${row}`, name, row, roomId: roomOfRow(row) }));
    const isHeaded = ids.length > 0 && (names.length > 1 || name === 'waiting');
    return isHeaded ? [{ kind: 'heading', key: name, name, count: ids.length }, ...(folded.includes(name) ? [] : rooms)] : rooms;
  });
}

const emptyWords: Record<Exclude<Show, 'snoozed' | 'internal'>, readonly [TextKey, TextKey]> = {
  work: ['COMMUNICATIONS_EMPTY_WORK', 'COMMUNICATIONS_EMPTY_WORK_WORDS'],
  waiting: ['COMMUNICATIONS_EMPTY_WORK', 'COMMUNICATIONS_EMPTY_WORK_WORDS'],
  mine: ['COMMUNICATIONS_EMPTY_MINE', 'COMMUNICATIONS_EMPTY_MINE_WORDS'],
  all: ['COMMUNICATIONS_EMPTY_ALL', 'COMMUNICATIONS_EMPTY_ALL_WORDS'],
  resolved: ['COMMUNICATIONS_EMPTY_RESOLVED', 'COMMUNICATIONS_EMPTY_RESOLVED_WORDS'],
};

/** Failed counts before loading, loading before ready. */
function together(readings: readonly (ListReading | undefined)[]): Reading {
  const all = readings.map((list) => list?.reading ?? ({ status: 'loading' } as const));
  return all.find(({ status }) => status === 'failed') ?? all.find(({ status }) => status === 'loading') ?? { status: 'ready' };
}

interface HeadingProps {
  name: ListName;
  count: number;
  isFolded: boolean;
  onFold: () => void;
  onTakeFirst: () => void;
}

/** The name of a list, which folds and opens it. */
function Heading({ name, count, isFolded, onFold, onTakeFirst }: HeadingProps) {
  const text = useText();
  const keysOf = useWorkingKeys();
  return (
    <div className={styles.section}>
      <h2 className={styles.heading}>
        <button type="button" className={styles.fold} aria-expanded={!isFolded} onClick={onFold}>
          <Icon name={isFolded ? 'next' : 'down'} size={14} />
          {text(listNames[name])} <span className={styles.n}>{count}</span>
        </button>
      </h2>
      {name === 'waiting' ? (
        <button type="button" className={styles.first} onClick={onTakeFirst}>
          {text('COMMUNICATIONS_TAKE_LONGEST')}
          <span className={styles.key} aria-hidden="true">
            <Strokes keys={keysOf('list.takeLongest')} />
          </span>
        </button>
      ) : null}
    </div>
  );
}

const rowOf = (entry: string): string => entry.slice(entry.indexOf(':') + 1);

/** The record of a room by its id; while the order is held also of one that went out of sight, as it was last seen: its row stays where it is. */
function useLastSeen(entries: readonly string[], rooms: CommunicationsState['rooms'], gone: CommunicationsState['gone']) {
  const seen = useRef<CommunicationsState['rooms']>(new Map());
  seen.current = useMemo(() => {
    const ids = entries.map((entry) => roomOfRow(rowOf(entry)));
    return new Map(
      ids.flatMap((id) => {
        const held = rooms.get(id);
        if (held !== undefined) return [[id, held] as const];
        const last = seen.current.get(id);
        if (last === undefined) return [];
        const left = gone.get(id)?.room ?? last.room;
        return [[id, { ...last, room: { ...left, lastEventData: last.room.lastEventData } }] as const];
      }),
    );
  }, [entries, rooms, gone]);
  return (roomId: string) => seen.current.get(roomId);
}

/** Rows under their headings; only those near the screen are drawn. */
export function RoomListBody({
  ref,
  show,
  filter,
  narrowing,
  nothing,
  names,
  entries,
  counts,
  openRoomId,
  conversationId,
  selection,
  onTakeFirst,
}: RoomListBodyProps) {
  const text = useText();
  const { me, store } = useCommunications();
  const rooms = useStorePart(({ state }) => state.rooms);
  const gone = useStorePart(({ state }) => state.gone);
  const recordOf = useLastSeen(entries, rooms, gone);
  const drafts = useStorePart((all) => draftsOfRooms(all.drafts));
  const lists = useStorePart((all) => all.lists);
  const keyOf = narrowing?.keyOf ?? readWith;
  const reading = together(names.map((name) => lists[keyOf(name)]));
  const [current, setCurrent] = useState<string | null>(null);
  const wanted = entries.join();
  const { folded, turn } = useFolded();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `wanted` says whether names or entries are others.
  const items = useMemo(() => itemsOf(names, entries, folded), [wanted, show, folded]);
  const { height, ruler } = useRowHeight();
  const starts = useMemo(() => startsOf(items.map(({ kind }) => (kind === 'heading' ? headingHeight() : height))), [items, height]);
  const { from, to, element, scroller, reveal } = useRowWindow(starts);

  const roomItems = items.filter((item) => item.kind === 'room');
  // A room that stands in several rows is open in that of the chosen conversation, else in its own; until one is known, in the lowest, which is of Mine.
  const opens = roomItems.filter(({ roomId }) => roomId === openRoomId);
  const isChosen = ({ row, roomId }: { row: string; roomId: string }) => row === rowId(roomId, conversationId ?? undefined);
  const open = (opens.findLast(isChosen) ?? opens.findLast(({ row, roomId }) => conversationId === null || row === roomId))?.key;
  const previousRoomId = useStorePart(({ navigation }) => navigation.previousRoomId);
  const previous = roomItems.find(({ roomId }) => roomId === previousRoomId)?.key;
  const reachable = roomItems.some(({ key }) => key === current) ? current : (open ?? previous ?? roomItems[0]?.key ?? null);

  const draftOf = (row: string, { room }: RoomRecord) =>
    drafts.get(room.id)?.find(({ channelId }) => isOfRow(room, conversationOfRow(row, room), channelId)) ?? null;

  const focusRow = (key: string) => {
    setCurrent(key);
    reveal(items.findIndex((item) => item.key === key));
    const link = () => element.current?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(key)}"] a`) ?? null;
    // At once, so that Enter right after J opens it; a row that is not drawn yet is there with the next frame.
    if (link() === null) requestAnimationFrame(() => link()?.focus());
    else link()?.focus();
  };
  /** The row that has the focus, and its place. */
  const focused = useRef<{ key: string; at: number } | null>(null);
  const keepFocused = ({ target }: FocusEvent) => {
    const key = target.closest<HTMLElement>('[data-entry]')?.dataset.entry;
    focused.current = key === undefined ? null : { key, at: roomItems.findIndex((item) => item.key === key) };
  };
  useLayoutEffect(() => {
    const lost = focused.current;
    if (lost === null || roomItems.some(({ key }) => key === lost.key)) return;
    focused.current = null;
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    // The row that has come to its place; the list does not move for it.
    const next = roomItems[Math.min(lost.at, roomItems.length - 1)]?.key;
    if (next === undefined) return;
    setCurrent(next);
    element.current?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(next)}"] a`)?.focus({ preventScroll: true });
  });
  /** The row of the open room, undefined where it has none here; null: none is open. */
  const wasOpen = useRef(openRoomId && open);
  useEffect(() => {
    const was = wasOpen.current;
    wasOpen.current = openRoomId && open;
    if (was === null || openRoomId !== null) return;
    // Whoever closes a room goes on from its row, however it was opened.
    const row = roomItems.some(({ key }) => key === was) ? was : reachable;
    if (row && !(element.current?.contains(document.activeElement) ?? false)) focusRow(row);
  });
  useImperativeHandle(ref, () => ({
    reached: () => {
      const focused = document.activeElement?.closest<HTMLElement>('[data-entry]')?.dataset.entry;
      return roomItems.find(({ key }) => key === (focused ?? reachable))?.row ?? null;
    },
    move: (step) => {
      const at = roomItems.findIndex(({ key }) => key === reachable);
      const inList = element.current?.contains(document.activeElement) === true;
      const next = roomItems[inList || open !== undefined ? at + step : 0];
      if (next !== undefined) focusRow(next.key);
    },
  }));

  const [first = 'mine'] = names;
  const byPages = isPaged(keyOf(first)) ? keyOf(first) : null;
  const more = byPages !== null && lists[byPages]?.more === true;
  const atEnd = to > items.length - 5;
  useEffect(() => {
    if (byPages !== null && more && atEnd && reading.status === 'ready') void readPage(store, byPages);
  }, [byPages, more, atEnd, reading.status, store]);

  const retry = () => {
    if (byPages !== null) void readPage(store, byPages);
    else for (const name of names.map(readWith)) if (name !== 'all' && name !== 'resolved') void readList(store, name);
  };
  if (items.length === 0) {
    if (reading.status === 'loading') return <SkeletonRows rows={6} />;
    if (reading.status === 'failed')
      return <ErrorState title={text('COMMUNICATIONS_LIST_FAILED')} problem={reading.problem} onRetry={retry} />;
    if (nothing !== null) return nothing;
    if (show === 'snoozed' || show === 'internal')
      return <Suspense fallback={null}>{show === 'snoozed' ? <NothingSnoozed /> : <NoChats />}</Suspense>;
    const [title, words] = emptyWords[show];
    return <EmptyState icon="check" title={text(title)} words={text(words)} />;
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices which of its rows has the focus.
    <div className={styles.scroller} ref={scroller} onFocus={keepFocused} onBlur={() => (focused.current = null)}>
      <div className={styles.canvas} style={{ height: starts.at(-1) }}>
        <div ref={ruler} className={styles.ruler} aria-hidden="true" />
        {items.slice(from, to).map((item, i) => {
          const record = item.kind === 'room' ? recordOf(item.roomId) : undefined;
          const place = { transform: `translateY(${starts[from + i]}px)` };
          return (
            <div key={item.key} data-entry={item.key} className={styles.item} style={place}>
              {item.kind === 'heading' ? (
                <Heading
                  name={item.name}
                  // Of what is narrowed, those that are left.
                  count={(narrowing === null ? counts[item.name] : undefined) ?? item.count}
                  isFolded={folded.includes(item.name)}
                  onFold={() => turn(item.name)}
                  onTakeFirst={onTakeFirst}
                />
              ) : null}
              {item.kind === 'room' && record !== undefined ? (
                <ListRow
                  record={record}
                  row={item.row}
                  me={me}
                  draft={draftOf(item.row, record)}
                  isOpen={item.key === open}
                  isCurrent={item.key === reachable}
                  showsWait={item.name !== 'mine'}
                  show={show}
                  filter={filter}
                  isSelected={selection.ids.has(item.row)}
                  isSelecting={selection.isOn}
                  onToggle={selection.toggle}
                />
              ) : null}
            </div>
          );
        })}
      </div>
      {reading.status === 'failed' ? (
        <ErrorState title={text('COMMUNICATIONS_LIST_FAILED')} problem={reading.problem} onRetry={retry} />
      ) : null}
      {byPages !== null && reading.status === 'loading' ? (
        <p className={styles.more} role="status">
          <Icon name="clock" size={14} /> {text('COMMUNICATIONS_LOADING_MORE')}
        </p>
      ) : null}
    </div>
  );
}
