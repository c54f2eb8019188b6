import { type Invitation, Locale, type NewSuperUser, type PasswordLink, type SuperUser, type SuperUserQuery } from '@parley/contract';
import { sql } from 'kysely';
import { pageOf, sortOf } from '../accounts/index.ts';
import { type Doer, difference, recordDeed } from '../audit/index.ts';
import { claimAddress, normalizeEmail } from '../identity/index.ts';
import { newId } from '../platform/clock.ts';
import type { Reader, Tx } from '../platform/database.ts';
import { inTurnOfAccount } from '../platform/own-turn.ts';
import { problem } from '../platform/problem.ts';
import { partsOf } from './changed-parts.ts';
import type { AdministrationDeps } from './deps.ts';
import { requireMayHaveLink, requireSomebodyElse } from './guards.ts';
import { knownThere, knownThereColumn } from './known-there.ts';

type SuperUserGiven = Partial<Pick<SuperUser, 'firstName' | 'lastName' | 'email' | 'language' | 'timezone' | 'status'>>;

const SORTED_BY = {
  name: sql`lower(first_name || ' ' || last_name)`,
  email: sql`email_normalized`,
  createdAt: sql`created_at`,
} as const;

/** Whether a super admin has chosen a password, or has come from an outside provider. */
const hasJoined = sql<boolean>`(password_hash is not null
  or exists (select from outside_identities i where i.person_id = super_users.id and i.arrived_at is not null))`;

const details = (on: Reader | Tx) =>
  on
    .selectFrom('super_users')
    .select(['id', 'first_name', 'last_name', 'email', 'language', 'timezone', 'active', 'created_at'])
    .select(knownThereColumn('super_users.id').as('known_there'))
    .select([
      hasJoined.as('has_password'),
      sql<boolean>`exists (select from totp_secrets t where t.person_id = super_users.id and t.confirmed_at is not null)
        or exists (select from passkeys k where k.person_id = super_users.id)`.as('has_second_factor'),
    ]);
type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof details>['executeTakeFirst']>>>;

const detailsOf = (row: Row): SuperUser => ({
  id: row.id,
  firstName: row.first_name,
  lastName: row.last_name,
  email: row.email,
  language: Locale.safeParse(row.language).data ?? 'en',
  timezone: row.timezone,
  status: row.active ? 'active' : 'inactive',
  hasPassword: row.has_password,
  hasSecondFactor: row.has_second_factor,
  knownThere: knownThere(row.known_there),
  createdAt: row.created_at,
});

const entityOf = ({ id, firstName, lastName }: SuperUser) => ({ type: 'SUPER_USER' as const, id, name: `${firstName} ${lastName}`.trim() });

/** Throws USER_NOT_FOUND. */
export async function readSuperUser(on: Reader | Tx, id: string): Promise<SuperUser> {
  const row = await details(on).where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw problem('USER_NOT_FOUND');
  return detailsOf(row);
}

export async function listSuperUsers(on: Reader, query: SuperUserQuery) {
  const { page, size, sort, search = '', status } = query;
  const { field, direction } = sortOf(sort);
  const matches = sql<boolean>`(${search} = '' or strpos(lower(concat_ws(' ', first_name, last_name, email)), lower(${search})) > 0)
    and (${status ?? null}::text is null or active = (${status ?? null}::text = 'active'))`;
  const { count } = await on
    .selectFrom('super_users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(matches)
    .executeTakeFirstOrThrow();
  const rows = await details(on)
    .where(matches)
    .orderBy(SORTED_BY[field], direction)
    .orderBy('id')
    .limit(size)
    .offset(page * size)
    .execute();
  return pageOf(rows.map(detailsOf), query, count);
}

/** One after another, so that of the last two one remains. */
const holdSuperUsers = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtextextended('super-users', 0))`.execute(tx);

async function invitation({ identity, letters }: AdministrationDeps, tx: Tx, doer: Doer, { id, email }: SuperUser): Promise<Invitation> {
  const { link, mailed } = await identity.invite(tx, id);
  if (mailed) letters.take(doer, email);
  return { mailed, link: mailed ? null : link };
}

/** Adds a super admin and invites them. Throws USER_EMAIL_TAKEN. */
export async function createSuperUser(
  deps: AdministrationDeps,
  doer: Doer,
  given: NewSuperUser,
): Promise<{ superUser: SuperUser; invitation: Invitation }> {
  const id = newId();
  const { firstName, lastName = '', email, language = 'en', timezone = 'UTC' } = given;
  const there = await deps.identity.make({ id, accountId: null, email, firstName, lastName, role: 'superAdmin' });
  const work = deps.db.outside(async (tx) => {
    if (!(await claimAddress(tx, given.email, null))) throw problem('USER_EMAIL_TAKEN');
    const names = { first_name: firstName, last_name: lastName, email, email_normalized: normalizeEmail(email) };
    await tx
      .insertInto('super_users')
      .values({ id, ...names, language, timezone })
      .execute();
    await there.keep(tx);
    const superUser = await readSuperUser(tx, id);
    await recordDeed(tx, doer, { kind: 'SUPER_USER_CREATED', entity: entityOf(superUser), after: { ...given } });
    return { superUser, invitation: await invitation(deps, tx, doer, superUser) };
  });
  return work.catch(async (refusal: unknown) => {
    await there.undo();
    throw refusal;
  });
}

/** Throws USER_NOT_FOUND, USER_EMAIL_TAKEN, USER_SIGN_IN_IS_OWN, USER_IS_ONESELF, USER_LAST_SUPER_ADMIN. */
export async function changeSuperUser(deps: AdministrationDeps, doer: Doer, id: string, given: SuperUserGiven): Promise<SuperUser> {
  if (given.email !== undefined && given.email !== (await readSuperUser(deps.db.outsideReader(), id)).email) {
    requireSomebodyElse(doer, id);
    await deps.identity.claimEmail({ id, accountId: null }, given.email);
  }
  return inTurnOfAccount(deps.db, null, () =>
    deps.db.outside(async (tx) => {
      await holdSuperUsers(tx);
      const stood = await readSuperUser(tx, id);
      const told = difference({ ...stood }, given);
      if (told === null) return stood;
      if ('email' in told.after) requireSomebodyElse(doer, id);
      if ('status' in told.after && given.status === 'inactive') {
        if (doer.actor?.id === id) throw problem('USER_IS_ONESELF');
        await requireAnother(tx, stood);
        await deps.identity.endSessions(tx, id);
      }
      if ('email' in told.after && given.email !== undefined) {
        const { mailed } = await deps.identity.changeEmail(tx, id, given.email);
        if (mailed) deps.letters.take(doer, stood.email);
      }
      await tx
        .updateTable('super_users')
        .set({
          first_name: given.firstName ?? stood.firstName,
          last_name: given.lastName ?? stood.lastName,
          language: given.language ?? stood.language,
          timezone: given.timezone ?? stood.timezone,
          active: (given.status ?? stood.status) === 'active',
        })
        .where('id', '=', id)
        .execute();
      await deps.identity.changed(tx, id, partsOf(told.after));
      const superUser = await readSuperUser(tx, id);
      const { status: was, ...before } = told.before;
      const { status, ...after } = told.after;
      if (status !== undefined) {
        const kind = status === 'active' ? 'SUPER_USER_ACTIVATED' : 'SUPER_USER_DEACTIVATED';
        await recordDeed(tx, doer, { kind, entity: entityOf(superUser), before: { status: was }, after: { status } });
      }
      if (Object.keys(after).length > 0) {
        await recordDeed(tx, doer, { kind: 'SUPER_USER_CHANGED', entity: entityOf(superUser), before, after });
      }
      deps.identity.personChanged(tx, id);
      return superUser;
    }),
  );
}

/** Throws USER_LAST_SUPER_ADMIN unless another active one remains; after one who can sign in, one who can as well. */
async function requireAnother(tx: Tx, { id, hasPassword }: SuperUser): Promise<void> {
  const other = await tx
    .selectFrom('super_users')
    .select('id')
    .where('active', '=', true)
    .where('id', '<>', id)
    .$if(hasPassword, (query) => query.where(hasJoined))
    .limit(1)
    .executeTakeFirst();
  if (other === undefined) throw problem('USER_LAST_SUPER_ADMIN');
}

/** Throws USER_NOT_FOUND, USER_INACTIVE, USER_HAS_JOINED. */
export async function inviteSuperUser(deps: AdministrationDeps, doer: Doer, id: string): Promise<Invitation> {
  return deps.db.outside(async (tx) => {
    const superUser = await readSuperUser(tx, id);
    if (superUser.status === 'inactive') throw problem('USER_INACTIVE');
    if (superUser.hasPassword) throw problem('USER_HAS_JOINED');
    await recordDeed(tx, doer, { kind: 'SUPER_USER_INVITED', entity: entityOf(superUser) });
    return invitation(deps, tx, doer, superUser);
  });
}

/** Throws USER_NOT_FOUND, USER_PASSWORD_IS_OWN, USER_INACTIVE, USER_NOT_JOINED, IDENTITY_MANAGED_ELSEWHERE. */
export async function makeSuperUserPasswordLink(deps: AdministrationDeps, doer: Doer, id: string): Promise<PasswordLink> {
  return deps.db.outside(async (tx) => {
    const superUser = await readSuperUser(tx, id);
    requireMayHaveLink(doer, superUser);
    const { link, mailed } = await deps.identity.passwordLink(tx, id);
    if (mailed) deps.letters.take(doer, superUser.email);
    await recordDeed(tx, doer, { kind: 'SUPER_USER_PASSWORD_LINK_MADE', entity: entityOf(superUser) });
    return { mailed, link: mailed ? null : link };
  });
}

/** Throws USER_NOT_FOUND. */
export async function endSessionsOfSuperUser(deps: AdministrationDeps, doer: Doer, id: string): Promise<number> {
  return deps.db.outside(async (tx) => {
    const superUser = await readSuperUser(tx, id);
    const endedSessions = await deps.identity.endSessions(tx, id);
    await recordDeed(tx, doer, { kind: 'SUPER_USER_SESSIONS_ENDED', entity: entityOf(superUser), after: { endedSessions } });
    return endedSessions;
  });
}

/** Throws USER_SIGN_IN_IS_OWN and USER_NOT_FOUND. */
export async function removeSecondFactorsOfSuperUser(deps: AdministrationDeps, doer: Doer, id: string): Promise<SuperUser> {
  requireSomebodyElse(doer, id);
  return deps.db.outside(async (tx) => {
    const superUser = await readSuperUser(tx, id);
    if (!superUser.hasSecondFactor) return superUser;
    await deps.identity.removeSecondFactors(tx, id);
    await recordDeed(tx, doer, { kind: 'SUPER_USER_SECOND_FACTORS_REMOVED', entity: entityOf(superUser) });
    return readSuperUser(tx, id);
  });
}
