import { type NewQueue, type QueueDetails, type QueueMemberGiven, USUAL_OVERFLOW_MINUTES } from '@parley/contract';
import { makeOnceBy } from '../accounts/index.ts';
import { type Doer, difference, recordDeed } from '../audit/index.ts';
import type { Bus } from '../platform/bus.ts';
import { newId } from '../platform/clock.ts';
import { afterCommit, type Tx } from '../platform/database.ts';
import { holdingAccount } from '../platform/own-turn.ts';
import { problem } from '../platform/problem.ts';
import { announceColleagues } from './announcements.ts';
import type { AdministrationDeps } from './deps.ts';
import { requireUnused } from './queue-use.ts';
import { readQueue } from './queues-store.ts';

/** What a queue can be given, all of it optional. */
export type QueueGiven = Partial<Omit<NewQueue, 'members' | 'clientQueueId'>> & { isDefault?: true; members?: readonly QueueMemberGiven[] };

export interface QueueKey {
  accountId: string;
  queueId: string;
}

const entityOf = ({ id, name }: Pick<QueueDetails, 'id' | 'name'>) => ({ type: 'QUEUE' as const, id, name });

/** What is done to the queues of one account happens one after another, so that two never have one name or are both the default. */
const holdAccount = (tx: Tx, accountId: string) =>
  tx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().executeTakeFirstOrThrow();

/** The fields of a queue as the audit trail tells them: what it names by name, and of its agents who they are and what they know. */
const shown = ({
  name,
  description,
  strategy,
  isDefault,
  timeslot,
  overflow,
  overflowMinutes,
  silentMinutes,
  wrapUpSeconds,
  members,
}: QueueDetails) => ({
  name,
  description,
  strategy,
  isDefault,
  timeslot: timeslot?.name ?? null,
  overflow: overflow?.name ?? null,
  overflowMinutes,
  silentMinutes,
  wrapUpSeconds,
  agents: members.map((member) => `${`${member.firstName} ${member.lastName}`.trim()} (${member.skill}, ${member.jobTitle})`).toSorted(),
});

/** Throws QUEUE_NAME_TAKEN. In a transaction that holds the account's row. */
async function requireFreeName(tx: Tx, name: string, queueId: string | null): Promise<void> {
  const bearer = await tx
    .selectFrom('queues')
    .select('id')
    .where((eb) => eb(eb.fn<string>('lower', ['name']), '=', eb.fn<string>('lower', [eb.val(name)])))
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (bearer !== undefined && bearer.id !== queueId) throw problem('QUEUE_NAME_TAKEN');
}

/**
 * Whoever is just deleting it is waited for, and whoever wants to afterwards finds it in use. Throws TIMESLOT_NOT_FOUND, also for
 * another account's.
 */
async function holdTimeslot(tx: Tx, timeslotId: string): Promise<void> {
  const found = await tx.selectFrom('timeslots').select('id').where('id', '=', timeslotId).forKeyShare().executeTakeFirst();
  if (found === undefined) throw problem('TIMESLOT_NOT_FOUND');
}

/** Whoever is just putting it away is waited for. Throws QUEUE_OVERFLOWS_INTO_ITSELF, QUEUE_NOT_FOUND, also for another account's. */
async function holdGoal(tx: Tx, queueId: string, goalId: string): Promise<void> {
  if (goalId === queueId) throw problem('QUEUE_OVERFLOWS_INTO_ITSELF');
  const standing = tx.selectFrom('queues').select('id').where('id', '=', goalId).where('removed_at', 'is', null);
  if ((await standing.forKeyShare().executeTakeFirst()) === undefined) throw problem('QUEUE_NOT_FOUND');
}

/**
 * Puts these agents in the place of those who are in the queue. Throws USER_NOT_FOUND for one who is none of the account.
 * @returns who came or left
 */
async function replaceMembers(tx: Tx, { accountId, queueId }: QueueKey, members: readonly QueueMemberGiven[]): Promise<string[]> {
  const ids = members.map(({ userId }) => userId);
  const there = ids.length === 0 ? [] : await tx.selectFrom('users').select('id').where('id', 'in', ids).execute();
  if (there.length < ids.length) throw problem('USER_NOT_FOUND');
  const before = (await tx.selectFrom('queue_members').select('user_id').where('queue_id', '=', queueId).execute()).map(
    (row) => row.user_id,
  );
  const gone = before.filter((id) => !ids.includes(id));
  if (gone.length > 0) await tx.deleteFrom('queue_members').where('queue_id', '=', queueId).where('user_id', 'in', gone).execute();
  if (members.length > 0) {
    await tx
      .insertInto('queue_members')
      .values(
        members.map(({ userId, skill, jobTitle }) => ({
          account_id: accountId,
          queue_id: queueId,
          user_id: userId,
          skill,
          job_title: jobTitle,
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['queue_id', 'user_id'])
          .doUpdateSet((eb) => ({ skill: eb.ref('excluded.skill'), job_title: eb.ref('excluded.job_title') })),
      )
      .execute();
  }
  return [...gone, ...ids.filter((id) => !before.includes(id))];
}

/** Whoever came into a queue or left it sees other rooms from now on, on every screen; and what waits is given out anew. */
function tellChanged(
  { identity, bus }: Pick<AdministrationDeps, 'identity' | 'bus'>,
  tx: Tx,
  accountId: string,
  moved: readonly string[],
): void {
  for (const userId of moved) identity.personChanged(tx, userId);
  announceColleagues(tx, accountId, moved);
  afterCommit(tx, () => wake(bus, accountId));
}
const wake = (bus: Bus, accountId: string) => bus.publish('waiting', { accountId });

/**
 * Makes a queue; asked once more by the same `clientQueueId`, it is the one that was made.
 * Throws QUEUE_NAME_TAKEN, USER_NOT_FOUND, TIMESLOT_NOT_FOUND, QUEUE_NOT_FOUND, CREATION_ID_USED.
 */
export async function createQueue(
  deps: AdministrationDeps,
  doer: Doer,
  accountId: string,
  { clientQueueId: clientId, ...given }: NewQueue,
): Promise<QueueDetails> {
  return holdingAccount(deps.db, accountId, async (tx) => {
    await holdAccount(tx, accountId);
    const asked = { accountId, kind: 'QUEUE', userId: doer.actor?.id ?? null, clientId, content: given } as const;
    const { id } = await makeOnceBy(tx, asked, () => makeQueue(deps, tx, doer, accountId, given));
    return readQueue(tx, id);
  });
}

async function makeQueue(
  deps: AdministrationDeps,
  tx: Tx,
  doer: Doer,
  accountId: string,
  given: Omit<NewQueue, 'clientQueueId'>,
): Promise<string> {
  const queueId = newId();
  const { name, description = '', strategy = 'DEFAULT', timeslotId = null, members = [] } = given;
  const { overflowQueueId = null, overflowMinutes = USUAL_OVERFLOW_MINUTES, silentMinutes = null, wrapUpSeconds = 0 } = given;
  await requireFreeName(tx, name, null);
  if (timeslotId !== null) await holdTimeslot(tx, timeslotId);
  if (overflowQueueId !== null) await holdGoal(tx, queueId, overflowQueueId);
  // An account that has lost its default queue gets one again.
  const other = await tx.selectFrom('queues').select('id').where('is_default', '=', true).executeTakeFirst();
  await tx
    .insertInto('queues')
    .values({
      id: queueId,
      account_id: accountId,
      name,
      description,
      strategy,
      timeslot_id: timeslotId,
      wrap_up_seconds: wrapUpSeconds,
      overflow_queue_id: overflowQueueId,
      overflow_minutes: overflowMinutes,
      silent_minutes: silentMinutes,
      is_default: other === undefined,
    })
    .execute();
  const moved = await replaceMembers(tx, { accountId, queueId }, members);
  const queue = await readQueue(tx, queueId);
  const { isDefault: _default, ...after } = shown(queue);
  await recordDeed(tx, doer, { kind: 'QUEUE_CREATED', entity: entityOf(queue), after });
  tellChanged(deps, tx, accountId, moved);
  return queueId;
}

/**
 * Changes a queue; its agents as a whole list. Made the default one, it takes that from the other; what waits there stays.
 * Throws QUEUE_NOT_FOUND, QUEUE_NAME_TAKEN, USER_NOT_FOUND, TIMESLOT_NOT_FOUND, QUEUE_OVERFLOWS_INTO_ITSELF.
 */
export async function changeQueue(
  deps: AdministrationDeps,
  doer: Doer,
  { accountId, queueId }: QueueKey,
  given: QueueGiven,
): Promise<QueueDetails> {
  return holdingAccount(deps.db, accountId, async (tx) => {
    await holdAccount(tx, accountId);
    const stood = await readQueue(tx, queueId);
    const { members, isDefault, name, description, strategy, timeslotId, overflowQueueId, overflowMinutes, silentMinutes, wrapUpSeconds } =
      given;
    if (name !== undefined) await requireFreeName(tx, name, queueId);
    if (timeslotId) await holdTimeslot(tx, timeslotId);
    if (overflowQueueId) await holdGoal(tx, queueId, overflowQueueId);
    if (isDefault && !stood.isDefault) await tx.updateTable('queues').set({ is_default: false }).where('is_default', '=', true).execute();
    const columns = {
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
      ...(strategy === undefined ? {} : { strategy }),
      ...(timeslotId === undefined ? {} : { timeslot_id: timeslotId }),
      ...(wrapUpSeconds === undefined ? {} : { wrap_up_seconds: wrapUpSeconds }),
      ...(overflowQueueId === undefined ? {} : { overflow_queue_id: overflowQueueId }),
      ...(overflowMinutes === undefined ? {} : { overflow_minutes: overflowMinutes }),
      ...(silentMinutes === undefined ? {} : { silent_minutes: silentMinutes }),
      ...(isDefault === undefined ? {} : { is_default: true }),
    };
    if (Object.keys(columns).length > 0) await tx.updateTable('queues').set(columns).where('id', '=', queueId).execute();
    const moved = members === undefined ? [] : await replaceMembers(tx, { accountId, queueId }, members);
    const queue = await readQueue(tx, queueId);
    const change = difference(shown(stood), shown(queue));
    if (change === null) return stood;
    await recordDeed(tx, doer, { kind: 'QUEUE_CHANGED', entity: entityOf(queue), ...change });
    tellChanged(deps, tx, accountId, moved);
    return queue;
  });
}

/**
 * Puts a queue away: its agents leave it, and past conversations keep its name. Throws QUEUE_NOT_FOUND, QUEUE_IS_DEFAULT, QUEUE_IN_USE.
 */
export async function removeQueue(deps: AdministrationDeps, doer: Doer, { accountId, queueId }: QueueKey): Promise<void> {
  await holdingAccount(deps.db, accountId, async (tx) => {
    await holdAccount(tx, accountId);
    // Whatever is just entering it is waited for, and what comes later finds it put away.
    await tx.selectFrom('queues').select('id').where('id', '=', queueId).forUpdate().execute();
    const queue = await readQueue(tx, queueId);
    if (queue.isDefault) throw problem('QUEUE_IS_DEFAULT');
    await requireUnused(tx, queueId);
    await tx
      .updateTable('queues')
      .set({ removed_at: new Date().toISOString(), timeslot_id: null, overflow_queue_id: null })
      .where('id', '=', queueId)
      .execute();
    const moved = await replaceMembers(tx, { accountId, queueId }, []);
    await recordDeed(tx, doer, { kind: 'QUEUE_REMOVED', entity: entityOf(queue) });
    tellChanged(deps, tx, accountId, moved);
  });
}
