import {
  type ChannelType,
  type ConversationState,
  FILTER_CHOICES_LIMIT,
  fitsFilters,
  hasVisible,
  placeOfRoom,
  ROOM_SEARCH_LIMIT,
  type RoomFilters,
} from '@parley/contract';
import { channelNames } from '../../../ui/ChannelMark.tsx';
import type { Show } from '../place.ts';
import { listsOf } from '../rooms/list-choice.ts';
import {
  type ListName,
  longestFirst,
  type Narrowing,
  newestFirst,
  oldestFirst,
  type Row,
  roomOfRow,
  rowId,
  rowsOf,
} from '../state/lists.ts';
import type { RoomRecord } from '../state/room-record.ts';
import { isPaged, paged, type Query, readWith } from '../sync/lists.ts';

export const roomSorts = ['newest', 'oldest', 'waited'] as const;
/** Another order than a list's own: what changed last, what changed longest ago, or what has waited longest comes first. */
export type RoomSort = (typeof roomSorts)[number];

/** What the filter part of an address says. */
export interface Chosen {
  readonly filters: RoomFilters;
  readonly sort: RoomSort | null;
}

const states = ['ASSIGNED', 'UNASSIGNED', 'RESOLVED'] as const satisfies readonly ConversationState[];
const channels = Object.keys(channelNames) as ChannelType[];
const isId = (given: string): given is string => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(given);

const isKnown =
  <Value extends string>(all: readonly Value[]) =>
  (given: string): given is Value =>
    (all as readonly string[]).includes(given);

/** Between filters, and between the name of one and what is chosen: signs that an address bears as they are. */
const [BETWEEN, DOT] = ['~', '.'];

/** Without the half of a letter that a cut may have left: no address can bear it. */
const whole = (words: string): string => words.replace(/\p{Cs}/gu, '');

const written = (words: string): string => encodeURIComponent(whole(words)).replaceAll('.', '%2E').replaceAll('~', '%7E');
function readWords(words: string): string {
  try {
    return decodeURIComponent(words);
  } catch {
    return '';
  }
}

/** Reads the filter part of an address (`channel.SMS.EMAIL~unread~sort.oldest`); what does not fit is left out. */
export function chosenOf(filter: string): Chosen {
  const given = new Map(
    filter.split(BETWEEN).map((one) => {
      const [name = '', ...values] = one.split(DOT);
      return [name, values] as const;
    }),
  );
  const some = <Value extends string>(name: string, fits: (one: string) => one is Value): Value[] | undefined => {
    const all = [...new Set((given.get(name) ?? []).filter(fits))];
    return all.length === 0 ? undefined : all.slice(0, FILTER_CHOICES_LIMIT);
  };
  const ids = (name: string) => some(name, isId)?.map((one) => one.toLowerCase());
  const flag = (name: string) => (given.has(name) ? (true as const) : undefined);
  const search = whole(
    readWords(given.get('search')?.[0] ?? '')
      .trim()
      .slice(0, ROOM_SEARCH_LIMIT),
  );
  const filters = {
    search: hasVisible(search) ? search : undefined,
    state: some('state', isKnown(states)),
    channel: some('channel', isKnown(channels)),
    unread: flag('unread'),
    starred: flag('starred'),
    queue: ids('queue'),
    agent: ids('agent'),
    tag: ids('tag'),
  };
  return {
    filters: Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)) as RoomFilters,
    sort: roomSorts.find((sort) => sort === given.get('sort')?.[0]) ?? null,
  };
}

/** The filter part of an address that says it. */
export function filterOf({ filters, sort }: Chosen): string {
  const { search, ...others } = filters;
  const parts = [
    ...(search === undefined ? [] : [['search', written(search)]]),
    ...Object.entries(others).flatMap(([name, value]) => (value === undefined ? [] : [value === true ? [name] : [name, ...value]])),
    ...(sort === null ? [] : [['sort', sort]]),
  ];
  return parts.map((part) => part.join(DOT)).join(BETWEEN);
}

/** The same filters in the same words, however they were written. */
export const sameFilter = (a: string, b: string): boolean => settled(a) === settled(b);

/** The filter part of an address in one order, with what fits alone. */
function settled(filter: string): string {
  const { filters, sort } = chosenOf(filter);
  const sorted = Object.entries(filters)
    .map(([name, value]) => [name, Array.isArray(value) ? value.toSorted() : value] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return filterOf({ filters: Object.fromEntries(sorted) as RoomFilters, sort });
}

const orders = { newest: newestFirst, oldest: oldestFirst, waited: longestFirst } as const;

/** Whether a list can be put into this order: one that comes by pages comes as its pages do. */
export const canSort = (name: ListName, sort: RoomSort): boolean => sort !== 'waited' || !isPaged(name);

/** The orders into which what is shown can be put. */
export const sortsOf = (show: Show): readonly RoomSort[] =>
  roomSorts.filter((sort) => listsOf[show].every((name) => canSort(name, sort)) && (sort !== 'waited' || show !== 'internal'));

interface NarrowedList extends Narrowing {
  readonly fits: (row: Row, me: string) => boolean;
  /** How it comes, where it comes by pages. */
  readonly pagesOf: (name: 'all' | 'resolved') => (typeof paged)[string];
}

/** Of the list that is shown, and of its views. */
const made = new Map<string, NarrowedList>();
const MADE_LIMIT = 200;

/** What the filter part of an address leaves of a list. The same object for the same filter. */
export function narrowingOf(filter: string): NarrowedList {
  const known = made.get(filter);
  if (known !== undefined) return known;
  const { filters, sort } = chosenOf(filter);
  const isOldestFirst = sort === 'oldest';
  const asked = Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, String(value)]));
  const query = { ...asked, ...(isOldestFirst ? { sort: 'lastEventTimestamp,asc' as const } : {}) };
  const key = new URLSearchParams(query).toString();
  const fits = ({ record: { room, membership }, conversation }: Row, me: string) =>
    fitsFilters(filters, room, membership, me, conversation);
  const isOfConversation = (filters.state ?? filters.channel ?? filters.queue ?? filters.agent ?? filters.tag) !== undefined;
  /** The row of a room tells of that one of its conversations by which it was found. */
  const asFound = (row: Row, me: string): Row => {
    const { room } = row.record;
    if (row.conversation !== undefined || !isOfConversation || room.state === 'RESOLVED') return row;
    const open = room.roomConversations.filter(({ state }) => state !== 'RESOLVED');
    const conversation = open.length < 2 ? undefined : open.find((one) => fits({ ...row, conversation: one }, me));
    return conversation === undefined ? row : { ...row, id: rowId(room.id, conversation.id), conversation };
  };
  const narrowing: NarrowedList = {
    fits,
    keyOf: (name) => (key === '' || !isPaged(name) ? readWith(name) : `${name}?${key}`),
    pagesOf: (name) => {
      const { size, queries } = paged[name];
      // Beside a conversation that somebody holds another may wait, and the room counts as held.
      const hasSome = (one: ConversationState, { room_state }: Query) =>
        one === room_state || (one === 'UNASSIGNED' && room_state === 'ASSIGNED');
      const isAsked = (list: Query) => filters.state === undefined || filters.state.some((one) => hasSome(one, list));
      return { size, queries: queries.filter(isAsked).map((one): Query => ({ ...one, ...query })), isOldestFirst };
    },
    listOf: (rooms, name, me, since, stays = []) => {
      const isRead = ({ room }: RoomRecord) => since === null || (isOldestFirst ? placeOfRoom(room) <= since : placeOfRoom(room) >= since);
      const staying = (row: Row) => stays.some((one) => one === row.id || (row.conversation === undefined && roomOfRow(one) === row.id));
      const rows = rowsOf([...rooms].filter(isRead), name, me).filter((row) => fits(row, me) || staying(row));
      const sorted = sort === null || !canSort(name, sort) ? rows : rows.toSorted(orders[sort]);
      return sorted.map((row) => asFound(row, me).id);
    },
  };
  if (made.size >= MADE_LIMIT) made.clear();
  made.set(filter, narrowing);
  return narrowing;
}
