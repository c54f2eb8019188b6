import type { AccountUser, Invitation, NewUser, PasswordLink, UserDetails } from '@parley/contract';
import { digestOfContent, isAsked, makeOnceBy } from '../accounts/index.ts';
import { type Difference, type Doer, difference, recordDeed } from '../audit/index.ts';
import { claimAddress, type MadePerson, normalizeEmail } from '../identity/index.ts';
import { newId } from '../platform/clock.ts';
import { afterCommit, type Tx } from '../platform/database.ts';
import type { Hub } from '../platform/hub.ts';
import { holdingAccount } from '../platform/own-turn.ts';
import { problem } from '../platform/problem.ts';
import { encrypt } from '../platform/secret.ts';
import { subject } from '../rooms/index.ts';
import { defaultQueue, settleActivityWhenCommitted } from '../routing/index.ts';
import { announceColleagues } from './announcements.ts';
import { partsOf } from './changed-parts.ts';
import type { AdministrationDeps } from './deps.ts';
import { requireAnotherAdmin, requireHoldsNothing, requireMayHaveLink, requireNotAloneInQueue, requireSomebodyElse } from './guards.ts';
import { readUser } from './people-store.ts';

/** What somebody can be given, all of it optional. */
export type UserGiven = Partial<
  Pick<
    UserDetails,
    'firstName' | 'lastName' | 'username' | 'email' | 'role' | 'jobTitle' | 'extension' | 'language' | 'timezone' | 'status'
  >
> & { unifyApiKey?: string | null };

export interface UserKey {
  accountId: string;
  userId: string;
}

const USER_SECRETS: ReadonlySet<string> = new Set(['unifyApiKey']);

/** Field → column, of those that are stored as they stand. The address is identity's to store. */
const COLUMNS = {
  firstName: 'first_name',
  lastName: 'last_name',
  username: 'username',
  role: 'role',
  jobTitle: 'job_title',
  extension: 'extension',
  language: 'language',
  timezone: 'timezone',
} as const satisfies Partial<Record<keyof UserGiven, string>>;

function columnsOf(given: UserGiven, key: Buffer): Record<string, unknown> {
  const columns: Record<string, unknown> = {};
  for (const [field, column] of Object.entries(COLUMNS)) {
    const value = given[field as keyof typeof COLUMNS];
    if (value !== undefined) columns[column] = value;
  }
  if (given.status !== undefined) columns.active = given.status === 'active';
  if (given.unifyApiKey !== undefined) columns.unify_api_key = given.unifyApiKey === null ? null : encrypt(key, given.unifyApiKey);
  return columns;
}

export const entityOf = ({ id, firstName, lastName }: Pick<UserDetails, 'id' | 'firstName' | 'lastName'>) => ({
  type: 'USER' as const,
  id,
  name: `${firstName} ${lastName}`.trim(),
});

/** What is done to the people of one account happens one after another, so that of two last admins one remains. */
const holdAccount = (tx: Tx, accountId: string) =>
  tx.selectFrom('accounts').select(['language', 'timezone']).where('id', '=', accountId).forNoKeyUpdate().executeTakeFirstOrThrow();

/** Throws USERNAME_TAKEN. */
async function requireFreeUsername(tx: Tx, username: string, userId: string | null): Promise<void> {
  if (username === '') return;
  const bearer = await tx
    .selectFrom('users')
    .select('id')
    .where((eb) => eb(eb.fn<string>('lower', ['username']), '=', eb.fn<string>('lower', [eb.val(username)])))
    .executeTakeFirst();
  if (bearer !== undefined && bearer.id !== userId) throw problem('USERNAME_TAKEN');
}

/** Agents who stand in no queue join the default one. */
export async function joinDefaultQueue(tx: Tx, { accountId, userId }: UserKey): Promise<void> {
  const member = await tx.selectFrom('queue_members').select('queue_id').where('user_id', '=', userId).limit(1).executeTakeFirst();
  const queue = member === undefined ? await defaultQueue(tx) : undefined;
  if (queue === undefined) return;
  await tx.insertInto('queue_members').values({ account_id: accountId, queue_id: queue.id, user_id: userId }).execute();
}

/** Colleagues' lists and names change at once, and no server holds on to who they were. */
export function tellColleagues(hub: Hub, tx: Tx, user: UserDetails): void {
  const { id, accountId, firstName, lastName, jobTitle, pictureId, role, status } = user;
  const colleague: AccountUser = { id, firstName, lastName, jobTitle, pictureId, role, active: status === 'active' };
  afterCommit(tx, () => hub.publish([subject.account(accountId)], 'Colleague', colleague));
  announceColleagues(tx, accountId, [id]);
}

async function invitation(deps: AdministrationDeps, tx: Tx, doer: Doer, { id, email }: UserDetails): Promise<Invitation> {
  const { link, mailed } = await deps.identity.invite(tx, id);
  if (mailed) deps.letters.take(doer, email);
  return { mailed, link: mailed ? null : link };
}

interface Invited {
  user: UserDetails;
  invitation: Invitation;
}

/**
 * Adds somebody to an account and invites them; asked once more by the same `clientUserId`, they are who was added then.
 * Throws USER_EMAIL_TAKEN, USERNAME_TAKEN, CREATION_ID_USED, and what the place where people sign in refuses.
 */
export async function createUser(
  deps: AdministrationDeps,
  doer: Doer,
  accountId: string,
  { clientUserId: clientId, ...given }: NewUser,
): Promise<Invited> {
  // A key is among what is given, and its digest must not be found by trying.
  const content = digestOfContent(given, deps.key).toString('hex');
  const asked = { accountId, kind: 'USER', userId: doer.actor?.id ?? null, clientId, content } as const;
  const add = async (userId: string, there: MadePerson) =>
    holdingAccount(deps.db, accountId, async (tx) => {
      const account = await holdAccount(tx, accountId);
      const { id, isNew } = await makeOnceBy(tx, asked, () => addUser(deps, tx, doer, { accountId, userId, account, there }, given));
      const user = await readUser(tx, id);
      if (!isNew) return { isNew, user, invitation: await invitedBefore(deps, tx, doer, user, clientId) };
      const made = await invitation(deps, tx, doer, user);
      if (clientId !== undefined)
        await tx.updateTable('client_creations').set({ mailed: made.mailed }).where('client_id', '=', clientId).execute();
      return { isNew, user, invitation: made };
    });
  const userId = newId();
  const { email, firstName, lastName = '', role } = given;
  const isAgain = clientId !== undefined && (await isAsked(deps.db.reader(accountId), clientId));
  // Where people sign in they were made then too.
  const there = isAgain ? MADE_BEFORE : await deps.identity.make({ id: userId, accountId, email, firstName, lastName, role });
  try {
    const { isNew, ...invited } = await add(userId, there);
    if (!isNew) await there.undo();
    return invited;
  } catch (refusal) {
    await there.undo();
    throw refusal;
  }
}

const MADE_BEFORE: MadePerson = { keep: async () => {}, undo: async () => {} };

/** @returns their id */
async function addUser(
  deps: AdministrationDeps,
  tx: Tx,
  doer: Doer,
  { accountId, userId, account, there }: UserKey & { account: { language: string; timezone: string }; there: MadePerson },
  given: Omit<NewUser, 'clientUserId'>,
): Promise<string> {
  if (!(await claimAddress(tx, given.email, null))) throw problem('USER_EMAIL_TAKEN');
  await requireFreeUsername(tx, given.username ?? '', null);
  await tx
    .insertInto('users')
    .values({
      language: account.language === 'bg' ? 'bg' : 'en',
      timezone: account.timezone,
      ...columnsOf(given as UserGiven, deps.key),
      id: userId,
      account_id: accountId,
      email: given.email,
      email_normalized: normalizeEmail(given.email),
      first_name: given.firstName,
      last_name: given.lastName ?? '',
      role: given.role,
    })
    .execute();
  if (given.role === 'agent') await joinDefaultQueue(tx, { accountId, userId });
  const user = await readUser(tx, userId);
  const made = difference({}, given, USER_SECRETS);
  await recordDeed(tx, doer, { kind: 'USER_CREATED', entity: entityOf(user), after: made?.after ?? {} });
  await there.keep(tx);
  deps.identity.personChanged(tx, userId);
  tellColleagues(deps.hub, tx, user);
  return userId;
}

/** Of somebody whose adding was answered and the answer lost: a letter goes out once; a link that nobody has seen is made anew while it is of use. */
async function invitedBefore(
  deps: AdministrationDeps,
  tx: Tx,
  doer: Doer,
  user: UserDetails,
  clientId: string | undefined,
): Promise<Invitation> {
  const { mailed } = await tx
    .selectFrom('client_creations')
    .select('mailed')
    .where('client_id', '=', clientId ?? '')
    .executeTakeFirstOrThrow();
  if (mailed || user.hasPassword || user.status === 'inactive') return { mailed, link: null };
  return invitation(deps, tx, doer, user);
}

/**
 * Changes somebody of an account. A changed role asks for a new sign-in, and takes nobody out of a queue or a conversation;
 * whoever becomes inactive is out at once, and what they hold goes back to its queue. Throws USER_NOT_FOUND, USER_EMAIL_TAKEN,
 * USERNAME_TAKEN; for one's own address USER_SIGN_IN_IS_OWN; for role and activity USER_IS_ONESELF, USER_LAST_ADMIN; for activity alone USER_ONLY_ONE_IN_QUEUE and, unless
 * `releaseConversations`, USER_IN_ACTIVE_CONVERSATION.
 */
export async function changeUser(
  deps: AdministrationDeps,
  doer: Doer,
  { accountId, userId }: UserKey,
  given: UserGiven,
  releaseConversations: boolean,
): Promise<UserDetails> {
  if (given.email !== undefined) await claimEmailThere(deps, doer, { accountId, userId }, given.email);
  return holdingAccount(deps.db, accountId, async (tx) => {
    await holdAccount(tx, accountId);
    const stood = await readUser(tx, userId);
    const told = difference({ ...stood }, given, USER_SECRETS);
    if (told === null) return stood;
    if ('email' in told.after) requireSomebodyElse(doer, userId);
    const roleChanges = 'role' in told.after;
    const leaves = 'status' in told.after && given.status === 'inactive';
    if ((roleChanges || leaves) && doer.actor?.id === userId) throw problem('USER_IS_ONESELF');
    const isActiveAdmin = stood.role === 'admin' && stood.status === 'active';
    if (isActiveAdmin && (roleChanges || leaves)) await requireAnotherAdmin(tx, stood);
    // Addresses are locked before people, as everywhere.
    if ('email' in told.after && given.email !== undefined) {
      const { mailed } = await deps.identity.changeEmail(tx, userId, given.email);
      if (mailed) deps.letters.take(doer, stood.email);
    }
    if (leaves) await letGo(deps, tx, stood, releaseConversations);
    if ('status' in told.after) await settleActivityWhenCommitted(tx, { accountId, userId });
    if ('username' in told.after) await requireFreeUsername(tx, given.username ?? '', userId);
    await tx
      .updateTable('users')
      .set({ ...columnsOf(given, deps.key), modified_at: new Date().toISOString() })
      .where('id', '=', userId)
      .execute();
    if (roleChanges && given.role === 'agent') await joinDefaultQueue(tx, { accountId, userId });
    await deps.identity.changed(tx, userId, partsOf(told.after));
    const user = await readUser(tx, userId);
    await recordChanges(tx, doer, user, told);
    deps.identity.personChanged(tx, userId);
    tellColleagues(deps.hub, tx, user);
    return user;
  });
}

/** An address that somebody else has where people sign in is refused before anything is changed here. */
async function claimEmailThere(deps: AdministrationDeps, doer: Doer, { accountId, userId }: UserKey, email: string): Promise<void> {
  const stood = await readUser(deps.db.reader(accountId), userId);
  if (stood.email === email) return;
  requireSomebodyElse(doer, userId);
  await deps.identity.claimEmail({ id: userId, accountId }, email);
}

/** Before somebody becomes inactive. */
async function letGo(
  deps: AdministrationDeps,
  tx: Tx,
  person: Pick<UserDetails, 'id' | 'hasPassword'>,
  releaseConversations: boolean,
): Promise<void> {
  const { id: userId } = person;
  // Whoever is just giving them a conversation is waited for, and whoever comes later finds them inactive.
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
  await requireNotAloneInQueue(tx, person);
  if (!releaseConversations) await requireHoldsNothing(tx, userId);
  await tx.updateTable('user_presence').set({ chat_status: 'offline' }).where('user_id', '=', userId).execute();
  await deps.identity.endSessions(tx, userId);
}

/** An entry for the role, one for activity, one for everything else. */
async function recordChanges(tx: Tx, doer: Doer, user: UserDetails, { before, after }: Difference): Promise<void> {
  const entity = entityOf(user);
  const { role: roleBefore, status: statusBefore, ...restBefore } = before;
  const { role, status, ...rest } = after;
  if (role !== undefined) await recordDeed(tx, doer, { kind: 'USER_ROLE_CHANGED', entity, before: { role: roleBefore }, after: { role } });
  if (status !== undefined) {
    const kind = status === 'active' ? 'USER_ACTIVATED' : 'USER_DEACTIVATED';
    await recordDeed(tx, doer, { kind, entity, before: { status: statusBefore }, after: { status } });
  }
  if (Object.keys(rest).length > 0) await recordDeed(tx, doer, { kind: 'USER_CHANGED', entity, before: restBefore, after: rest });
}

/** Invites somebody again; an earlier link ends. Throws USER_NOT_FOUND, USER_INACTIVE, USER_HAS_JOINED. */
export async function inviteUser(deps: AdministrationDeps, doer: Doer, { accountId, userId }: UserKey): Promise<Invitation> {
  return deps.db.inAccount(accountId, async (tx) => {
    const user = await readUser(tx, userId);
    if (user.status === 'inactive') throw problem('USER_INACTIVE');
    if (user.hasPassword) throw problem('USER_HAS_JOINED');
    await recordDeed(tx, doer, { kind: 'USER_INVITED', entity: entityOf(user) });
    return invitation(deps, tx, doer, user);
  });
}

/**
 * Makes somebody who has forgotten their password a link for a new one; an earlier one ends. Throws USER_NOT_FOUND,
 * USER_PASSWORD_IS_OWN, USER_INACTIVE, USER_NOT_JOINED, IDENTITY_MANAGED_ELSEWHERE.
 */
export async function makePasswordLink(deps: AdministrationDeps, doer: Doer, { accountId, userId }: UserKey): Promise<PasswordLink> {
  return deps.db.inAccount(accountId, async (tx) => {
    const user = await readUser(tx, userId);
    requireMayHaveLink(doer, user);
    const { link, mailed } = await deps.identity.passwordLink(tx, userId);
    if (mailed) deps.letters.take(doer, user.email);
    await recordDeed(tx, doer, { kind: 'USER_PASSWORD_LINK_MADE', entity: entityOf(user) });
    return { mailed, link: mailed ? null : link };
  });
}

/** Signs somebody out everywhere. Throws USER_NOT_FOUND. */
export async function endSessionsOf(deps: AdministrationDeps, doer: Doer, { accountId, userId }: UserKey): Promise<number> {
  return deps.db.inAccount(accountId, async (tx) => {
    const user = await readUser(tx, userId);
    const endedSessions = await deps.identity.endSessions(tx, userId);
    await recordDeed(tx, doer, { kind: 'USER_SESSIONS_ENDED', entity: entityOf(user), after: { endedSessions } });
    return endedSessions;
  });
}

/** For who has lost theirs. Throws USER_SIGN_IN_IS_OWN and USER_NOT_FOUND. */
export async function removeSecondFactorsOf(deps: AdministrationDeps, doer: Doer, { accountId, userId }: UserKey): Promise<UserDetails> {
  requireSomebodyElse(doer, userId);
  return deps.db.inAccount(accountId, async (tx) => {
    const user = await readUser(tx, userId);
    if (!user.hasSecondFactor) return user;
    await deps.identity.removeSecondFactors(tx, userId);
    await recordDeed(tx, doer, { kind: 'USER_SECOND_FACTORS_REMOVED', entity: entityOf(user) });
    return readUser(tx, userId);
  });
}
