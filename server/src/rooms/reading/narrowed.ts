import { ENDS_GROUP, isSign, NUMBER_PARTS, type RoomFilters, searchedWords, VISITOR_WORDS } from '@parley/contract';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Actor } from '../../accounts/index.ts';
import type { DB } from '../../platform/schema.ts';
import { readsAll } from '../access.ts';
import { addressOfCustomer, TYPES_WITH_ADDRESS } from '../room-names.ts';

export type RoomQuery = SelectQueryBuilder<DB, 'rooms', object>;

/** As they come from a query, where a flag may be said to be off. */
type AskedFilters = Omit<RoomFilters, 'unread' | 'starred'> & { unread?: boolean | undefined; starred?: boolean | undefined };

/** Every word of the search begins a word of the name, which is folded as the words are; signs stand in the name itself (contract: isNamedSo). */
const bears = (folded: RawBuilder<unknown>, name: RawBuilder<unknown>, words: readonly string[]) =>
  sql.join(
    words.map((word) => (isSign(word) ? sql`strpos(${name}, ${word}) > 0` : sql`strpos(${folded}, ${` ${word}`}) > 0`)),
    sql` and `,
  );

/** Of a room among colleagues, this of the others in it. */
const othersOf = ({ userId }: Actor, what: RawBuilder<unknown>) => sql`
  select ${what} from participants p join users u on u.id = p.associated_id
  where p.room_id = rooms.id and p.type = 'USER' and p.associated_id <> ${userId}::uuid`;

/**
 * Called so by whoever looks, from the rows that hold the names (contract: fitsFilters). For whoever reads all rooms, customers are looked for among all of
 * the account at once: room by room, a search in ten thousand took three times as long. Others see few of them.
 */
function isNamed(actor: Actor, words: readonly string[]) {
  const customer = bears(sql`c.searched`, sql`c.first_name || ' ' || c.last_name`, words);
  return sql<boolean>`(case when rooms.type = 'EXTERNAL' then ${
    readsAll(actor)
      ? sql`rooms.contact_id in (select c.id from contacts c where ${customer})`
      : sql`(select ${customer} from contacts c where c.id = rooms.contact_id)`
  } else (select ${bears(
    sql`called.searched`,
    sql`coalesce(rooms.name, (${othersOf(actor, sql`string_agg(u.first_name || ' ' || u.last_name, ' ')`)}))`,
    words,
  )} from (
    select coalesce(rooms.searched, (${othersOf(actor, sql`string_agg(u.searched, '')`)})) as searched) called) end)`;
}

const isVisitorWord = (word: string): boolean => VISITOR_WORDS.some((whole) => whole.startsWith(word));

/** Visitors without a name are found by what their rows show instead: what they are, and the sign that is made of their id; null where no such row says all of that. */
function isUnnamedVisitor(words: readonly string[]): RawBuilder<boolean> | null {
  const signs = words.filter((word) => !isVisitorWord(word));
  if (signs.some((sign) => !/^\d{1,4}$/.test(sign))) return null;
  // Those that begin so: 12 is 1200 to 1299.
  const ranges = signs.map((sign) => [sign.padEnd(4, '0'), sign.padEnd(4, '9')].map(Number) as [number, number]);
  const low = Math.max(0, ...ranges.map(([from]) => from));
  const high = Math.min(9999, ...ranges.map(([, to]) => to));
  return sql<boolean>`(rooms.type = 'EXTERNAL' and rooms.contact_id in (
      select c.id from contacts c where c.first_name = '' and c.last_name = '' and c.sign between ${low} and ${high})
    and exists (select from contact_channels cc where cc.room_id = rooms.id and cc.type = 'LIVECHAT') and ${addressOfCustomer(sql`rooms.id`)} is null)`;
}

/**
 * Customers without a name are found by their addresses, in the forms of the contract's `searchedAddress`. As with names: for whoever reads all rooms
 * among all who have none, for others room by room.
 */
function isUnnamedAt(actor: Actor, words: readonly string[]): RawBuilder<boolean> {
  const rest = sql`substring(cc.address from ${NUMBER_PARTS.replace('(', '(?:')})`;
  const forms = sql`string_agg(concat_ws(' ', cc.address, regexp_replace(cc.address, ${NUMBER_PARTS}, '+\\1'),
    regexp_replace(${rest}, ${ENDS_GROUP}, '\\& ', 'g'), ${rest}, '0' || ${rest}), ' ')`;
  const found = sql`c.first_name = '' and c.last_name = '' and (
    select ${bears(sql`folded_name(${forms})`, forms, words)} from contact_channels cc
    where cc.contact_id = c.id and cc.type = any(${TYPES_WITH_ADDRESS}::text[]))`;
  return sql<boolean>`(rooms.type = 'EXTERNAL' and ${
    readsAll(actor)
      ? sql`rooms.contact_id in (select c.id from contacts c where ${found})`
      : sql`exists (select from contacts c where c.id = rooms.contact_id and ${found})`
  })`;
}

function isCalled(actor: Actor, words: readonly string[]) {
  const unnamed = isUnnamedVisitor(words);
  return sql<boolean>`(${sql.join([isNamed(actor, words), isUnnamedAt(actor, words), ...(unnamed === null ? [] : [unnamed])], sql` or `)})`;
}

/** Something was missed by whoever takes part in the room or follows it (contract: missedCount). */
const isUnread = ({ userId }: Actor) => sql<boolean>`rooms.id in (
  select r.id from (
    select p.room_id from participants p where p.type = 'USER' and p.associated_id = ${userId}::uuid
    union select m.room_id from memberships m where m.user_id = ${userId}::uuid and (m.starred or m.followed)) followed
  join rooms r on r.id = followed.room_id
  left join memberships m on m.room_id = r.id and m.user_id = ${userId}::uuid
  where r.public_count > coalesce(m.seen_public, 0) or r.private_count > coalesce(m.seen_private, 0))`;

const isStarred = ({ userId }: Actor) =>
  sql<boolean>`rooms.id in (select m.room_id from memberships m where m.user_id = ${userId}::uuid and m.starred)`;

/** A query for the ids of the conversations on which one of these tags hangs: the port of whoever keeps tags. */
export type TaggedConversations = (tagIds: readonly string[]) => RawBuilder<unknown>;
/** Nobody keeps any yet. */
const noneTagged: TaggedConversations = () => sql`select null::uuid where false`;

/** Of a room's last conversation. Room by room, by the index in their order: joined as a whole, all conversations of the account would be read. */
const ofLast = (what: RawBuilder<unknown>) => sql`(
  select ${what} from conversations c where c.room_id = rooms.id order by c.id desc limit 1)`;

/** What is asked of a conversation; `tagged` is the query for those on which one of the tags hangs. */
type OfConversation = Pick<AskedFilters, 'state' | 'channel' | 'queue' | 'agent'> & { tagged: RawBuilder<unknown> | undefined };

const all = (asked: readonly RawBuilder<unknown>[]) => sql<boolean>`(${sql.join(asked, sql` and `)})`;

/** One and the same of its unresolved conversations is all that is asked of one. A chat of colleagues has a state and no conversation. */
function hasOpen({ state, channel, queue, agent, tagged }: OfConversation): RawBuilder<boolean> {
  const asked = all([
    sql`c.state <> 'RESOLVED'`,
    ...(state ? [sql`c.state = any(${state}::text[])`] : []),
    ...(channel ? [sql`c.channel_types && ${channel}::text[]`] : []),
    ...(queue ? [sql`c.queue_id = any(${queue}::uuid[])`] : []),
    ...(agent ? [sql`c.state = 'ASSIGNED' and c.assigned_user_id = any(${agent}::uuid[])`] : []),
    ...(tagged ? [sql`c.id in (${tagged})`] : []),
  ]);
  const has = sql<boolean>`rooms.id in (select c.room_id from conversations c where ${asked})`;
  if (channel || queue || agent || tagged) return has;
  return sql<boolean>`(case when rooms.type = 'EXTERNAL' then ${has} else rooms.state = any(${state}::text[]) end)`;
}

/** Of a resolved room: its last queue and tags, who held it last, and over which channel the customer was heard last. */
const wasLast = ({ state, channel, queue, agent, tagged }: OfConversation): RawBuilder<boolean> =>
  all([
    ...(state ? [sql`rooms.state = any(${state}::text[])`] : []),
    ...(channel
      ? [sql`rooms.type = 'EXTERNAL' and coalesce(rooms.last_received_channel_type, rooms.last_channel_type) = any(${channel}::text[])`]
      : []),
    ...(queue ? [sql`${ofLast(sql`c.queue_id`)} = any(${queue}::uuid[])`] : []),
    ...(tagged ? [sql`${ofLast(sql`c.id`)} in (${tagged})`] : []),
    ...(agent ? [sql`rooms.last_assigned_user_id = any(${agent}::uuid[])`] : []),
  ]);

/** The conversation `meant` is all that is asked of it. */
const isMeant = ({ state, channel, queue, agent, tagged }: OfConversation): RawBuilder<boolean> =>
  all([
    ...(state ? [sql`meant.state = any(${state}::text[])`] : []),
    ...(channel ? [sql`meant.channel_types && ${channel}::text[]`] : []),
    ...(queue ? [sql`meant.queue_id = any(${queue}::uuid[])`] : []),
    ...(agent ? [sql`meant.assigned_user_id = any(${agent}::uuid[])`] : []),
    ...(tagged ? [sql`meant.id in (${tagged})`] : []),
  ]);

/** What is being narrowed. */
interface Narrowed {
  /** All of them are resolved rooms; otherwise none is. */
  areResolved: boolean;
  /** Each is a row, joined with the conversation `meant` for which it stands, if it stands for one: then that is judged. */
  areRows?: boolean;
  taggedWith?: TaggedConversations | undefined;
}

/** Of these rooms those that fit (contract: fitsFilters). Names of queues, people and tags that are not there, or are another account's, fit nothing. */
export function narrowed(
  rooms: RoomQuery,
  actor: Actor,
  filters: AskedFilters,
  { areResolved, areRows = false, taggedWith = noneTagged }: Narrowed,
): RoomQuery {
  const { search, state, channel, unread, starred, queue, agent, tag } = filters;
  let fitting = rooms;
  if (state || channel || queue || agent || tag) {
    const asked = { state, channel, queue, agent, tagged: tag && taggedWith(tag) };
    const room = areResolved ? wasLast(asked) : hasOpen(asked);
    fitting = fitting.where(areRows ? sql<boolean>`(case when meant.id is null then ${room} else ${isMeant(asked)} end)` : room);
  }
  if (starred) fitting = fitting.where(isStarred(actor));
  if (unread) fitting = fitting.where(isUnread(actor));
  const words = searchedWords(search ?? '');
  if (words.length > 0) fitting = fitting.where(isCalled(actor, words));
  return fitting;
}
