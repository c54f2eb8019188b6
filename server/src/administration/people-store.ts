import { AccountRole, ChatStatus, Locale, type PeopleQuery, type UserDetails } from '@parley/contract';
import { type SelectQueryBuilder, sql } from 'kysely';
import { pageOf, sortOf } from '../accounts/index.ts';
import { hasJoined } from '../identity/index.ts';
import type { Reader, Tx } from '../platform/database.ts';
import { problem } from '../platform/problem.ts';
import type { DB } from '../platform/schema.ts';
import { knownThere, knownThereColumn } from './known-there.ts';

const SORTED_BY = {
  name: sql`lower(users.first_name || ' ' || users.last_name)`,
  email: sql`users.email_normalized`,
  role: sql`users.role`,
  createdAt: sql`users.created_at`,
  lastSeenAt: sql`p.last_seen_at`,
} as const;

const people = (on: Reader | Tx) =>
  on.selectFrom('users').leftJoin('user_presence as p', 'p.user_id', 'users.id').leftJoin('user_pictures as i', 'i.user_id', 'users.id');

const details = (on: Reader | Tx) =>
  people(on)
    .selectAll('users')
    .select(['p.chat_status', 'p.last_seen_at', 'i.file_id as picture_id'])
    .select(knownThereColumn('users.id').as('known_there'))
    .select([
      hasJoined.as('has_password'),
      sql<boolean>`exists (select from totp_secrets t where t.person_id = users.id and t.confirmed_at is not null)
        or exists (select from passkeys k where k.person_id = users.id)`.as('has_second_factor'),
    ]);
type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof details>['executeTakeFirst']>>>;

const detailsOf = (row: Row): UserDetails => ({
  id: row.id,
  accountId: row.account_id,
  firstName: row.first_name,
  lastName: row.last_name,
  username: row.username,
  email: row.email,
  role: AccountRole.parse(row.role),
  jobTitle: row.job_title,
  extension: row.extension,
  language: Locale.safeParse(row.language).data ?? 'en',
  timezone: row.timezone,
  pictureId: row.picture_id,
  status: row.active ? 'active' : 'inactive',
  chatStatus: row.chat_status === null ? 'offline' : ChatStatus.parse(row.chat_status),
  hasUnifyApiKey: row.unify_api_key !== null,
  hasPassword: row.has_password,
  hasSecondFactor: row.has_second_factor,
  knownThere: knownThere(row.known_there),
  createdAt: row.created_at,
  lastSeenAt: row.last_seen_at,
});

/** Somebody of the account that is set on `on`. Throws USER_NOT_FOUND. */
export async function readUser(on: Reader | Tx, userId: string): Promise<UserDetails> {
  const row = await details(on).where('users.id', '=', userId).executeTakeFirst();
  if (row === undefined) throw problem('USER_NOT_FOUND');
  return detailsOf(row);
}

function chosen<T extends SelectQueryBuilder<DB, 'users', object>>(query: T, { search, role, status }: PeopleQuery): T {
  let narrowed: SelectQueryBuilder<DB, 'users', object> = query;
  if (role !== undefined) narrowed = narrowed.where('users.role', '=', role);
  if (status !== undefined) narrowed = narrowed.where('users.active', '=', status === 'active');
  if (search !== undefined && search !== '') {
    narrowed = narrowed.where(sql<boolean>`strpos(lower(concat_ws(' ', users.first_name, users.last_name, users.username, users.email,
      users.job_title, users.extension)), lower(${search})) > 0`);
  }
  return narrowed as T;
}

/** A page of the people of the account that is set on `on`. */
export async function listPeople(on: Reader, query: PeopleQuery) {
  const { page, size, sort } = query;
  const { field, direction } = sortOf(sort);
  const counted = chosen(on.selectFrom('users') as never, query) as SelectQueryBuilder<DB, 'users', object>;
  const { count } = await counted.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const rows = await (chosen(details(on) as never, query) as ReturnType<typeof details>)
    .orderBy(SORTED_BY[field], (order) => (direction === 'desc' ? order.desc().nullsLast() : order.asc().nullsLast()))
    .orderBy('users.id')
    .limit(size)
    .offset(page * size)
    .execute();
  return pageOf(rows.map(detailsOf), query, count);
}
