import {
  CustomerBlock,
  type CustomerPanel,
  defaultCustomerPanel,
  defaultNotices,
  Locale,
  OwnNotices,
  type OwnSettings,
  type Role,
  SendingRules,
  usualSending,
} from '@parley/contract';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Database, Reader, Tx } from '../platform/database.ts';
import { gathering } from '../platform/gather.ts';

/** A row of users or super_users as identity needs it. */
export interface Person {
  id: string;
  /** Null for super admins. */
  accountId: string | null;
  accountName: string | null;
  email: string;
  firstName: string;
  lastName: string;
  role: Role;
  jobTitle: string;
  /** Null while none is chosen; super admins have none. */
  pictureId: string | null;
  locale: Locale;
  timezone: string;
  settings: OwnSettings;
  /** How their account sends messages to customers. */
  sending: SendingRules;
  /** The person and, where there is one, the account. */
  active: boolean;
  features: Readonly<Record<string, boolean>>;
}

const Features = z.record(z.string(), z.boolean());
const localeOf = (language: string): Locale => Locale.safeParse(language).data ?? 'en';

/** How an e-mail address is compared: lower case, NFC. */
export const normalizeEmail = (email: string): string => email.trim().normalize('NFC').toLowerCase();

/** Who bears this address: ids only; null for nobody. */
export const findSignIn = (db: Database, email: string) => findIn(db.outsideReader(), email);

/** The same inside a transaction, whichever account is set. */
export async function findIn(reader: Reader, email: string): Promise<{ userId: string; accountId: string | null } | null> {
  const { rows } = await sql<{
    user_id: string;
    account_id: string | null;
  }>`select user_id, account_id from find_sign_in(${normalizeEmail(email)})`.execute(reader);
  const row = rows[0];
  return row === undefined ? null : { userId: row.user_id, accountId: row.account_id };
}

/** The person with this id, in whatever account; null when there is none. */
export async function personById(db: Database, userId: string): Promise<Person | null> {
  const { rows } = await sql<{ account_id: string | null }>`select account_id from account_of_person(${userId}::uuid)`.execute(
    db.outsideReader(),
  );
  const row = rows[0];
  if (row === undefined) return null;
  return row.account_id === null ? superUser(db.outsideReader(), userId) : userOf(db.reader(row.account_id), row.account_id, userId);
}

/** The person with this id, if they may come in: they and their account are active. */
export async function personWhoMayComeIn(db: Database, userId: string): Promise<Person | null> {
  const person = await personById(db, userId);
  return person?.active === true ? person : null;
}

/** The person with this id as a transaction sees them: somebody of its account, or with no account set a super admin. */
export async function personIn(tx: Tx, userId: string): Promise<Person | null> {
  const { rows } = await sql<{ account: string }>`select coalesce(current_setting('app.account', true), '') as account`.execute(tx);
  const account = rows[0]?.account ?? '';
  return account === '' ? superUser(tx, userId) : userOf(tx, account, userId);
}

async function userOf(reader: Reader, accountId: string, userId: string): Promise<Person | null> {
  return (await usersOf(reader, accountId, [userId]))[0] ?? null;
}

/** Of each of these ids the person of this account; null where there is none. */
async function usersOf(reader: Reader, accountId: string, userIds: readonly string[]): Promise<Array<Person | null>> {
  const rows = await reader
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .leftJoin('user_pictures', 'user_pictures.user_id', 'users.id')
    .select([
      'users.id',
      'email',
      'first_name',
      'last_name',
      'role',
      'job_title',
      'users.language',
      'users.timezone',
      'active',
      'enter_sends',
      'notices',
      'customer_panel',
      'user_pictures.file_id as picture_id',
    ])
    .select(['accounts.name as account_name', 'accounts.status as account_status', 'accounts.features', 'accounts.settings'])
    .where(sql<boolean>`users.id = any(${userIds}::uuid[])`)
    .execute();
  const byId = new Map(
    rows.map((row): [string, Person] => [
      row.id,
      {
        id: row.id,
        accountId,
        accountName: row.account_name,
        email: row.email,
        firstName: row.first_name,
        lastName: row.last_name,
        role: row.role as Role,
        jobTitle: row.job_title,
        pictureId: row.picture_id,
        locale: localeOf(row.language),
        timezone: row.timezone,
        settings: { enterSends: row.enter_sends, notices: noticesOf(row.notices), customerPanel: panelOf(row.customer_panel) },
        sending: sendingOf(row.settings),
        active: row.active && row.account_status === 'active',
        features: Features.parse(row.features),
      },
    ]),
  );
  return userIds.map((id) => byId.get(id) ?? null);
}

/** What was chosen; kinds of notices that came later are as they are for everybody at first. */
export const noticesOf = (chosen: unknown): OwnNotices => OwnNotices.parse({ ...defaultNotices, ...(chosen as object) });

/** How the account's settings say that messages are sent; what they do not say is usual. */
const sendingOf = (settings: unknown): SendingRules => SendingRules.parse({ ...usualSending, ...(settings as object) });

/** How the blocks beside the talk were arranged; what this version does not know of is left out. */
export function panelOf(chosen: unknown): CustomerPanel {
  const { order = [], folded = [] } = chosen as { order?: string[]; folded?: string[] };
  const known = (names: readonly string[]) => CustomerBlock.options.filter((block) => names.includes(block));
  return { order: known(order).toSorted((a, b) => order.indexOf(a) - order.indexOf(b)), folded: known(folded) };
}

async function superUser(reader: Reader, userId: string): Promise<Person | null> {
  const row = await reader.selectFrom('super_users').selectAll().where('id', '=', userId).executeTakeFirst();
  if (row === undefined) return null;
  return {
    id: row.id,
    accountId: null,
    accountName: null,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    role: 'superAdmin',
    jobTitle: '',
    pictureId: null,
    locale: localeOf(row.language),
    timezone: row.timezone,
    // They write to nobody, and nothing rings.
    settings: { enterSends: true, notices: defaultNotices, customerPanel: defaultCustomerPanel },
    sending: usualSending,
    active: row.active,
    features: {},
  };
}

/** The stored hash of a person's password; null for who signs in elsewhere. */
export async function passwordHash(db: Database, userId: string, accountId: string | null): Promise<string | null> {
  if (accountId === null) {
    const row = await db.outsideReader().selectFrom('super_users').select('password_hash').where('id', '=', userId).executeTakeFirst();
    return row?.password_hash ?? null;
  }
  const row = await db
    .reader(accountId)
    .selectFrom('user_credentials')
    .select('password_hash')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.password_hash ?? null;
}

/** A transaction in which the rows of this person can be read and written: of their account, or of none for a super admin. */
export function asPerson<T>(db: Database, { accountId }: Pick<Person, 'accountId'>, work: (tx: Tx) => Promise<T>): Promise<T> {
  return accountId === null ? db.outside(work) : db.inAccount(accountId, work);
}

/** Single reads in the same scope. */
export const readerOf = (db: Database, { accountId }: Pick<Person, 'accountId'>): Reader =>
  accountId === null ? db.outsideReader() : db.reader(accountId);

/** People as they are in the database, at most this old: how long a changed role or a deactivation goes unnoticed. */
export const PERSON_MAX_AGE_MS = 10_000;
const PEOPLE_KEPT = 20_000;
const LOOKED_UP_TOGETHER = 200;

export interface People {
  /** At most PERSON_MAX_AGE_MS old, or `maxAge`. */
  recent(userId: string, maxAge?: number): Promise<Person | null>;
  /** The same as somebody of this account: null also for who is of another one. Those who are asked for together are looked up together. */
  recentIn(accountId: string, userId: string, maxAge?: number): Promise<Person | null>;
  /** Forgets what is held, so that the next look is fresh: after a change of role or activity on this server. */
  forget(userId: string): void;
}

/** Holds people for a moment, so that a busy page costs one look-up and not one per call. */
export function keepPeople(db: Database, now: () => number = Date.now): People {
  const held = new Map<string, { person: Promise<Person | null>; since: number }>();
  const lookUpIn = gathering<string, Person | null>(LOOKED_UP_TOGETHER, (accountId, ids) => usersOf(db.reader(accountId), accountId, ids));

  function recent(userId: string, maxAge: number, lookUp: () => Promise<Person | null>): Promise<Person | null> {
    const known = held.get(userId);
    if (known !== undefined && known.since + maxAge > now()) return known.person;
    if (held.size >= PEOPLE_KEPT) held.clear();
    const person = lookUp();
    held.set(userId, { person, since: now() });
    // A failed look-up is not remembered.
    person.catch(() => held.delete(userId));
    return person;
  }
  return {
    recent: (userId, maxAge = PERSON_MAX_AGE_MS) => recent(userId, maxAge, () => personById(db, userId)),
    async recentIn(accountId, userId, maxAge = PERSON_MAX_AGE_MS) {
      const person = await recent(userId, maxAge, () => lookUpIn(accountId, userId));
      // They may be somebody elsewhere: that was not asked.
      if (person === null) held.delete(userId);
      return person?.accountId === accountId ? person : null;
    },
    forget: (userId) => void held.delete(userId),
  };
}
