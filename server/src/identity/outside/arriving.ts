import type { Role } from '@parley/contract';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { recordDeed } from '../../audit/index.ts';
import { announce, domainEvent } from '../../platform/announce.ts';
import { newId } from '../../platform/clock.ts';
import type { Database, Reader, Tx } from '../../platform/database.ts';
import { inTurnOfAccount } from '../../platform/own-turn.ts';
import { problem } from '../../platform/problem.ts';
import { claimAddress, setEmail } from '../credentials.ts';
import type { PersonKey } from '../one-time-links.ts';
import { asPerson, findIn, normalizeEmail, type People, type Person, personIn, readerOf } from '../people.ts';
import type { PersonChanges } from '../person-changes.ts';
import type { OutsideToken } from './outside-token.ts';

/** Somebody of an account came for the first time, or is another by the word of the outside provider. Announced in their account. */
export interface ToldPerson {
  accountId: string;
  userId: string;
  /** Their role is one that they did not have before. */
  hasNewRole: boolean;
}
export const toldByProvider = domainEvent<ToldPerson>('toldByProvider');

/** What was last told of somebody, there or from here. */
const Told = z.partial(z.object({ role: z.string(), email: z.nullable(z.string()), firstName: z.string(), lastName: z.string() }));
export type Told = z.infer<typeof Told>;
const FIELDS = ['role', 'email', 'firstName', 'lastName'] as const;

const toldIn = ({ role, email, firstName, lastName }: OutsideToken): Told => ({ role: role ?? '', email, firstName, lastName });
const issuedAt = (token: OutsideToken) => new Date(token.issuedAt * 1000).toISOString();
/** Nobody of ours did it, and from nowhere that is known: the provider said so. */
const PROVIDER = { actor: null, address: '', requestId: '' };

export interface ArrivingDeps {
  db: Database;
  issuer: string;
  people: Pick<People, 'forget'>;
  changes: Pick<PersonChanges, 'announce'>;
}

/** Where a token places somebody; throws IDENTITY_WITHOUT_ROLE and IDENTITY_WITHOUT_ACCOUNT when it does not. */
function placeOf(token: OutsideToken): { role: Role; accountId: string | null } {
  if (token.role === null) throw problem('IDENTITY_WITHOUT_ROLE');
  if (token.role === 'superAdmin') return { role: token.role, accountId: null };
  if (token.accountId === undefined || token.accountId === null) throw problem('IDENTITY_WITHOUT_ACCOUNT');
  return { role: token.role, accountId: token.accountId };
}

/** What is done to the people of one account, and to super admins, happens one after another. False for an account that is none. */
async function hold(tx: Tx, accountId: string | null): Promise<boolean> {
  if (accountId === null) {
    await sql`select pg_advisory_xact_lock(hashtextextended('super-users', 0))`.execute(tx);
    return true;
  }
  const account = await tx.selectFrom('accounts').select('status').where('id', '=', accountId).forNoKeyUpdate().executeTakeFirst();
  return account?.status === 'active';
}

/**
 * Makes those known here who come with a token of the outside provider (domain: identity). A first sign-in makes somebody where
 * account and role are told and known, or takes up who was added here under the same, verified address. Later tokens
 * change what the provider changed; older ones than the newest change nothing.
 */
export function arrivingBy({ db, issuer, people, changes }: ArrivingDeps) {
  async function find(on: Reader | Tx, subject: string): Promise<PersonKey | null> {
    const { rows } = await sql<{ person_id: string; account_id: string | null }>`
      select person_id, account_id from find_outside_identity(${issuer}, ${subject})`.execute(on);
    const row = rows[0];
    return row === undefined ? null : { id: row.person_id, accountId: row.account_id };
  }

  /** Everybody who holds them as they were looks anew. */
  async function tell(tx: Tx, { id, accountId }: PersonKey, hasNewRole: boolean): Promise<void> {
    changes.announce(tx, id);
    if (accountId !== null) await announce(tx, toldByProvider, [{ accountId, userId: id, hasNewRole }]);
  }

  const rowOf = (on: Reader | Tx, person: PersonKey, at: string) =>
    on
      .selectFrom('outside_identities')
      .select(['told', 'wanted', 'done', 'arrived_at'])
      .select(sql<boolean>`told_at < ${at}::timestamptz`.as('is_newer'))
      .where('person_id', '=', person.id)
      .where('issuer', '=', issuer);

  async function follow(key: PersonKey, token: OutsideToken): Promise<void> {
    const at = issuedAt(token);
    const row = await rowOf(readerOf(db, key), key, at).executeTakeFirstOrThrow();
    // What was changed here and is not known there yet must not be undone by what is still said there.
    const counts = row.is_newer && row.wanted === row.done;
    if (!counts && row.arrived_at !== null) return;
    const before = Told.parse(row.told);
    const told = toldIn(token);
    const differs = counts && FIELDS.some((field) => told[field] !== before[field]);
    const take = () =>
      asPerson(db, key, async (tx) => {
        if (differs) {
          await hold(tx, key.accountId);
          const now = await rowOf(tx, key, at).forUpdate().executeTakeFirstOrThrow();
          if (now.is_newer && now.wanted === now.done) await apply(tx, key, Told.parse(now.told), token);
        }
        await tx
          .updateTable('outside_identities')
          .set({ arrived_at: sql<string>`coalesce(arrived_at, clock_timestamp())` })
          .$if(counts, (update) => update.set({ told: JSON.stringify(told), told_at: sql<string>`greatest(told_at, ${at}::timestamptz)` }))
          .where('person_id', '=', key.id)
          .where('issuer', '=', issuer)
          .$if(counts, (update) => update.where(sql<boolean>`wanted = done and told_at < ${at}::timestamptz`))
          .execute();
      });
    await (differs ? inTurnOfAccount(db, key.accountId, take) : take());
    people.forget(key.id);
  }

  /** Of what is told otherwise than before, what is otherwise here too. */
  async function apply(tx: Tx, key: PersonKey, before: Told, token: OutsideToken): Promise<void> {
    const person = await personIn(tx, key.id);
    if (person === null) throw problem('ERROR_UNAUTHENTICATED');
    const told = toldIn(token);
    const changed: Record<string, string> = {};
    for (const field of FIELDS) {
      const value = told[field];
      if (value !== before[field] && typeof value === 'string' && value !== person[field]) changed[field] = value;
    }
    // Addresses are locked before people, as everywhere. One that is somebody else's stays theirs.
    if (changed.email !== undefined && !(await setEmail(tx, key, changed.email))) delete changed.email;
    if (Object.keys(changed).length === 0) return;
    await store(tx, key, changed);
    await recordChanges(tx, person, changed);
    await tell(tx, key, changed.role !== undefined);
  }

  async function store(tx: Tx, { id, accountId }: PersonKey, changed: Readonly<Record<string, string>>): Promise<void> {
    const { role, firstName: first_name, lastName: last_name } = changed;
    const names = { ...(first_name === undefined ? {} : { first_name }), ...(last_name === undefined ? {} : { last_name }) };
    if (accountId !== null) {
      const modified_at = sql<string>`clock_timestamp()`;
      await tx
        .updateTable('users')
        .set({ ...names, ...(role === undefined ? {} : { role }), modified_at })
        .where('id', '=', id)
        .execute();
    } else if (Object.keys(names).length > 0) {
      await tx.updateTable('super_users').set(names).where('id', '=', id).execute();
    }
  }

  async function recordChanges(tx: Tx, person: Person, { role, ...rest }: Readonly<Record<string, string>>): Promise<void> {
    const isSuper = person.accountId === null;
    const name = `${person.firstName} ${person.lastName}`.trim();
    const entity = { type: isSuper ? ('SUPER_USER' as const) : ('USER' as const), id: person.id, name };
    if (role !== undefined)
      await recordDeed(tx, PROVIDER, { kind: 'USER_ROLE_CHANGED', entity, before: { role: person.role }, after: { role } });
    if (Object.keys(rest).length === 0) return;
    const before = Object.fromEntries(Object.keys(rest).map((field) => [field, person[field as 'email' | 'firstName' | 'lastName']]));
    await recordDeed(tx, PROVIDER, { kind: isSuper ? 'SUPER_USER_CHANGED' : 'USER_CHANGED', entity, before, after: rest });
  }

  async function link(tx: Tx, { id, accountId }: PersonKey, token: OutsideToken, told: Told): Promise<void> {
    const known = {
      subject: token.subject,
      told: JSON.stringify(told),
      told_at: issuedAt(token),
      arrived_at: sql<string>`clock_timestamp()`,
    };
    await tx
      .insertInto('outside_identities')
      .values({ account_id: accountId, person_id: id, issuer, ...known })
      .onConflict((conflict) => conflict.columns(['person_id', 'issuer']).doUpdateSet(known))
      .execute();
  }

  /** Who was added here before they came: taken up when the provider vouches for the address, and nobody else was. */
  async function takeUp(tx: Tx, token: OutsideToken, { accountId }: ReturnType<typeof placeOf>): Promise<PersonKey> {
    const bearer = await findIn(tx, token.email ?? '');
    if (bearer === null || !token.emailVerified || bearer.accountId !== accountId) throw problem('IDENTITY_ADDRESS_TAKEN');
    const key = { id: bearer.userId, accountId };
    const linked = await rowOf(tx, key, issuedAt(token)).select('subject').executeTakeFirst();
    if (linked !== undefined && linked.subject !== null) throw problem('IDENTITY_ADDRESS_TAKEN');
    const isPending = linked !== undefined && linked.wanted > linked.done;
    if (!isPending) await apply(tx, key, { email: token.email }, token);
    await link(tx, key, token, toldIn(token));
    return key;
  }

  async function make(tx: Tx, token: OutsideToken, { role, accountId }: ReturnType<typeof placeOf>): Promise<PersonKey> {
    const id = newId();
    const email = token.email ?? '';
    const names = { first_name: token.firstName, last_name: token.lastName, email, email_normalized: normalizeEmail(email) };
    if (accountId === null) {
      await tx
        .insertInto('super_users')
        .values({ id, ...names })
        .execute();
    } else {
      const account = await tx
        .selectFrom('accounts')
        .select(['language', 'timezone'])
        .where('id', '=', accountId)
        .executeTakeFirstOrThrow();
      const place = { language: account.language === 'bg' ? 'bg' : 'en', timezone: account.timezone };
      await tx
        .insertInto('users')
        .values({ id, account_id: accountId, role, ...names, ...place })
        .execute();
    }
    const key = { id, accountId };
    await link(tx, key, token, toldIn(token));
    const entity = {
      type: accountId === null ? ('SUPER_USER' as const) : ('USER' as const),
      id,
      name: `${token.firstName} ${token.lastName}`.trim(),
    };
    const after = { firstName: token.firstName, lastName: token.lastName, email, ...(accountId === null ? {} : { role }) };
    await recordDeed(tx, PROVIDER, { kind: accountId === null ? 'SUPER_USER_CREATED' : 'USER_CREATED', entity, after });
    await tell(tx, key, true);
    return key;
  }

  async function welcome(token: OutsideToken): Promise<PersonKey> {
    const place = placeOf(token);
    const { email } = token;
    if (email === null) throw problem('IDENTITY_WITHOUT_ADDRESS');
    // Of a whole team that comes for the first time at once.
    return inTurnOfAccount(db, place.accountId, () =>
      asPerson(db, place, async (tx) => {
        if (!(await hold(tx, place.accountId))) throw problem('IDENTITY_WITHOUT_ACCOUNT');
        // A page asks for several things at once: another of its calls may have made them meanwhile.
        const known = await find(tx, token.subject);
        if (known !== null) return known;
        return (await claimAddress(tx, email, null)) ? make(tx, token, place) : takeUp(tx, token, place);
      }),
    );
  }

  /**
   * Who bears this token, here. Throws IDENTITY_WITHOUT_ROLE, IDENTITY_WITHOUT_ACCOUNT, IDENTITY_WITHOUT_ADDRESS,
   * IDENTITY_ADDRESS_TAKEN and, when the token places them elsewhere than where they are, IDENTITY_OTHER_ACCOUNT.
   */
  return async (token: OutsideToken): Promise<PersonKey & { role: Role }> => {
    const { role, accountId } = placeOf(token);
    const known = await find(db.outsideReader(), token.subject);
    if (known === null) return { ...(await welcome(token)), role };
    if (known.accountId !== accountId) throw problem('IDENTITY_OTHER_ACCOUNT');
    await follow(known, token);
    return { ...known, role };
  };
}
