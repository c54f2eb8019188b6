import { type ProblemKey, SAVED_VIEW_COUNTED, SAVED_VIEWS_LIMIT, type SavedView } from '@parley/contract';
import { type Selectable, sql } from 'kysely';
import { type Actor, makeOnceBy, requirePermission } from '../../accounts/index.ts';
import { newId } from '../../platform/clock.ts';
import { afterCommit, type Database, type Reader, type Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import type { RoomViews } from '../../platform/schema.ts';
import { readsAll, subject } from '../access.ts';
import type { RoomsDeps } from '../deps.ts';
import { rowsIn } from './rows.ts';

type Content = Pick<SavedView, 'name' | 'list' | 'filters' | 'sort'>;
type Row = Selectable<RoomViews>;

const contentOf = ({ name, list, filters, sort }: Row): Content => ({
  name,
  list: list as SavedView['list'],
  filters: filters as unknown as SavedView['filters'],
  sort: sort as SavedView['sort'],
});

/** What is counted for every window again and again takes no longer than this, in milliseconds. */
const COUNTED_WITHIN = 1000;

interface CountedViews {
  content: SavedView[];
  all: number | null;
}

/**
 * Everybody's views and this person's own, in their order, each with how many rooms are in it for them; and how many the list of all holds, for whoever
 * has it. One statement counts all, or none in its time.
 */
export async function roomViews(db: Database, actor: Actor, within = COUNTED_WITHIN): Promise<CountedViews> {
  const rows = await db
    .reader(actor.accountId)
    .selectFrom('room_views')
    .selectAll()
    .where((eb) => eb.or([eb('owner_id', 'is', null), eb('owner_id', '=', actor.userId)]))
    .orderBy(sql`owner_id is not null`)
    .orderBy('place')
    .orderBy('id')
    .execute();
  const views = rows.map((row) => ({ id: row.id, shared: row.owner_id === null, ...contentOf(row) }));
  const counted = [...views, ...(readsAll(actor) ? [{ list: 'all', filters: {} } as const] : [])];
  const counts = await inTime(db, actor, within, (tx) => countsOf(tx, actor, counted));
  const countAt = (place: number) => (counts === null ? null : (counts.get(place) ?? 0));
  return {
    content: views.map((view, place) => ({ ...view, count: countAt(place) })),
    all: counted.length > views.length ? countAt(views.length) : null,
  };
}

/** Null where PostgreSQL was not done by then. */
async function inTime<Found>(db: Database, { accountId }: Actor, within: number, work: (tx: Tx) => Promise<Found>): Promise<Found | null> {
  try {
    return await db.inAccount(accountId, async (tx) => {
      await sql`select set_config('statement_timeout', ${String(within)}, true)`.execute(tx);
      return work(tx);
    });
  } catch (error) {
    if ((error as { code?: unknown }).code === QUERY_CANCELED) return null;
    throw error;
  }
}
const QUERY_CANCELED = '57014';

/** How many rows each has for this person, by its place; counted no further than a screen says it. */
async function countsOf(on: Tx, actor: Actor, views: readonly Pick<Content, 'list' | 'filters'>[]): Promise<ReadonlyMap<number, number>> {
  if (views.length === 0) return new Map();
  const counted = views.map(({ list, filters }, place) => {
    const rows = rowsIn(on, actor, list, filters).select('rooms.id').limit(SAVED_VIEW_COUNTED);
    return sql`select ${place}::integer as place, (select count(*) from (${rows}) found) as count`;
  });
  const { rows } = await sql<{ place: number; count: number }>`${sql.join(counted, sql` union all `)}`.execute(on);
  return new Map(rows.map(({ place, count }) => [place, count]));
}

/** Queues by which rooms can be narrowed, by name. */
export async function roomQueues(on: Reader): Promise<{ id: string; name: string }[]> {
  return on.selectFrom('queues').select(['id', 'name']).where('removed_at', 'is', null).orderBy('name').orderBy('id').execute();
}

/** What one owner's views are called, and the order in which they stand, changes one after another. */
async function holdViews(tx: Tx, { accountId }: Actor, ownerId: string | null): Promise<Row[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`room_views ${accountId} ${ownerId ?? ''}`}, 0))`.execute(tx);
  return tx
    .selectFrom('room_views')
    .selectAll()
    .where('owner_id', ownerId === null ? 'is' : '=', ownerId)
    .orderBy('place')
    .orderBy('id')
    .execute();
}

/** Names are the same as they are for the index that keeps them apart. To be asked while the owner's views are held. */
async function requireFreeName(tx: Tx, ownerId: string | null, name: string, viewId: string | null): Promise<void> {
  const { rows } = await sql`
    select from room_views where owner_id is not distinct from ${ownerId}::uuid and lower(name) = lower(${name})
      and id is distinct from ${viewId}::uuid limit 1`.execute(tx);
  if (rows.length > 0) throw problem('VIEW_NAME_TAKEN');
}

/** Each queue, agent and tag that it names is there: what comes to be missing later is told by the screen. Nobody keeps tags yet. */
async function requireChoices(tx: Tx, { queue = [], agent = [], tag = [] }: SavedView['filters']): Promise<void> {
  const missing = async (table: 'queues' | 'users', ids: readonly string[], key: ProblemKey) => {
    if (ids.length === 0) return;
    const { rows } = await sql`select id from ${sql.table(table)} where id = any(${[...new Set(ids)]}::uuid[])`.execute(tx);
    if (rows.length < new Set(ids).size) throw problem(key);
  };
  await missing('queues', queue, 'QUEUE_NOT_FOUND');
  await missing('users', agent, 'USER_NOT_FOUND');
  if (tag.length > 0) throw problem('TAG_NOT_FOUND');
}

/** Every screen that shows these views reads them again. */
function tellViews({ hub }: RoomsDeps, tx: Tx, { accountId }: Actor, ownerId: string | null): void {
  afterCommit(tx, () => hub.publish([ownerId === null ? subject.account(accountId) : subject.user(ownerId)], 'RoomViewsChanged', {}));
}

export type NewView = Content & { shared: boolean; clientViewId?: string | undefined };

/**
 * Keeps a view at the end of the others. Throws VIEW_NAME_TAKEN, VIEWS_FULL, QUEUE_NOT_FOUND, USER_NOT_FOUND, TAG_NOT_FOUND, ERROR_FORBIDDEN
 * and CREATION_ID_USED. @returns its id
 */
export async function createView(deps: RoomsDeps, tx: Tx, actor: Actor, { clientViewId, ...given }: NewView): Promise<string> {
  const { accountId, userId } = actor;
  const { shared, name, list, filters, sort } = given;
  if (shared) requirePermission(actor, ['rooms', 'shareViews']);
  const ownerId = shared ? null : userId;
  const made = await makeOnceBy(tx, { accountId, kind: 'VIEW', userId, clientId: clientViewId, content: given }, async () => {
    const views = await holdViews(tx, actor, ownerId);
    if (views.length >= SAVED_VIEWS_LIMIT) throw problem('VIEWS_FULL', { limit: String(SAVED_VIEWS_LIMIT) });
    await requireFreeName(tx, ownerId, name, null);
    await requireChoices(tx, filters);
    const row = { id: newId(), account_id: accountId, owner_id: ownerId, name, list, filters: JSON.stringify(filters), sort };
    await tx
      .insertInto('room_views')
      .values({ ...row, place: (views.at(-1)?.place ?? -1) + 1 })
      .execute();
    return row.id;
  });
  if (made.isNew) tellViews(deps, tx, actor, ownerId);
  return made.id;
}

/** One that this person may change, with all of the same owner. Throws VIEW_NOT_FOUND and ERROR_FORBIDDEN. */
async function holdView(tx: Tx, actor: Actor, viewId: string): Promise<{ view: Row; views: Row[] }> {
  const found = await tx.selectFrom('room_views').select('owner_id').where('id', '=', viewId).executeTakeFirst();
  // Somebody else's own is nobody's business.
  if (!found || (found.owner_id !== null && found.owner_id !== actor.userId)) throw problem('VIEW_NOT_FOUND');
  if (found.owner_id === null) requirePermission(actor, ['rooms', 'shareViews']);
  const views = await holdViews(tx, actor, found.owner_id);
  const view = views.find(({ id }) => id === viewId);
  if (!view) throw problem('VIEW_NOT_FOUND');
  return { view, views };
}

/** Throws VIEW_NOT_FOUND, VIEW_NAME_TAKEN, QUEUE_NOT_FOUND, USER_NOT_FOUND, TAG_NOT_FOUND and ERROR_FORBIDDEN. */
export async function changeView(
  deps: RoomsDeps,
  tx: Tx,
  actor: Actor,
  viewId: string,
  { place, filters, ...fields }: Partial<Content> & { place?: number | undefined },
): Promise<void> {
  const { view, views } = await holdView(tx, actor, viewId);
  if (fields.name !== undefined) await requireFreeName(tx, view.owner_id, fields.name, viewId);
  if (filters !== undefined) await requireChoices(tx, filters);
  const changed = { ...fields, ...(filters === undefined ? {} : { filters: JSON.stringify(filters) }) };
  if (Object.keys(changed).length > 0) await tx.updateTable('room_views').set(changed).where('id', '=', viewId).execute();
  if (place !== undefined) {
    const order = views.filter(({ id }) => id !== viewId).toSpliced(place, 0, view);
    const ids = order.map(({ id }) => id);
    await sql`update room_views v set place = moved.place - 1 from unnest(${ids}::uuid[]) with ordinality moved(id, place) where v.id = moved.id`.execute(
      tx,
    );
  }
  tellViews(deps, tx, actor, view.owner_id);
}

/** Throws VIEW_NOT_FOUND and ERROR_FORBIDDEN. */
export async function removeView(deps: RoomsDeps, tx: Tx, actor: Actor, viewId: string): Promise<void> {
  const { view } = await holdView(tx, actor, viewId);
  await tx.deleteFrom('room_views').where('id', '=', viewId).execute();
  tellViews(deps, tx, actor, view.owner_id);
}
