import type { NewTimeslot, Timeslot, timeslotFields } from '@parley/contract';
import type * as z from 'zod/mini';
import { makeOnceBy } from '../../accounts/index.ts';
import { type Doer, difference, recordDeed } from '../../audit/index.ts';
import type { Bus } from '../../platform/bus.ts';
import { newId } from '../../platform/clock.ts';
import { afterCommit, type Database, type Tx } from '../../platform/database.ts';
import { holdingAccount } from '../../platform/own-turn.ts';
import { inUse, problem } from '../../platform/problem.ts';
import { readTimeslot } from './timeslots-store.ts';

export interface TimeslotDeps {
  db: Database;
  bus: Bus;
}

export interface TimeslotKey {
  accountId: string;
  timeslotId: string;
}

type Given = { [Field in keyof typeof timeslotFields]?: z.output<(typeof timeslotFields)[Field]> | undefined };

const normalizeName = (name: string) => name.normalize('NFKC').toLowerCase();
const entityOf = ({ id, name }: Pick<Timeslot, 'id' | 'name'>) => ({ type: 'TIMESLOT' as const, id, name });

/** Columns of what is given, and of nothing else. */
function columnsOf(given: Given) {
  const columns = {
    name: given.name,
    name_normalized: given.name === undefined ? undefined : normalizeName(given.name),
    description: given.description,
    priority: given.priority,
    timezone: given.timezone,
    working_time: given.workingTime && JSON.stringify(given.workingTime),
    exceptions: given.exceptions && JSON.stringify(given.exceptions),
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as {
    [Column in keyof typeof columns]?: Exclude<(typeof columns)[Column], undefined>;
  };
}

/** What is done to the timeslots of one account happens one after another, so that of two with the same name one is refused. */
const holdAccount = (tx: Tx, accountId: string) =>
  tx.selectFrom('accounts').select('timezone').where('id', '=', accountId).forNoKeyUpdate().executeTakeFirstOrThrow();

/** Throws TIMESLOT_NAME_TAKEN. */
async function requireFreeName(tx: Tx, name: string, timeslotId: string | null): Promise<void> {
  const bearer = await tx.selectFrom('timeslots').select('id').where('name_normalized', '=', normalizeName(name)).executeTakeFirst();
  if (bearer !== undefined && bearer.id !== timeslotId) throw problem('TIMESLOT_NAME_TAKEN');
}

/**
 * Makes a timeslot, in the account's time zone unless another is given; asked once more by the same `clientTimeslotId`, it is the one that was made.
 * Throws TIMESLOT_NAME_TAKEN, CREATION_ID_USED.
 */
export function createTimeslot(
  { db }: TimeslotDeps,
  doer: Doer,
  accountId: string,
  { clientTimeslotId: clientId, ...given }: NewTimeslot,
): Promise<Timeslot> {
  return holdingAccount(db, accountId, async (tx) => {
    const { timezone } = await holdAccount(tx, accountId);
    const asked = { accountId, kind: 'TIMESLOT', userId: doer.actor?.id ?? null, clientId, content: given } as const;
    const { id } = await makeOnceBy(tx, asked, () => makeTimeslot(tx, doer, { id: accountId, timezone }, given));
    return readTimeslot(tx, id);
  });
}

async function makeTimeslot(
  tx: Tx,
  doer: Doer,
  account: { id: string; timezone: string },
  given: Omit<NewTimeslot, 'clientTimeslotId'>,
): Promise<string> {
  const { name, workingTime } = given;
  await requireFreeName(tx, name, null);
  const id = newId();
  await tx
    .insertInto('timeslots')
    .values({
      timezone: account.timezone,
      ...columnsOf(given),
      id,
      account_id: account.id,
      name,
      name_normalized: normalizeName(name),
      working_time: JSON.stringify(workingTime),
    })
    .execute();
  await recordDeed(tx, doer, { kind: 'TIMESLOT_CREATED', entity: entityOf({ id, name }), after: { ...given } });
  return id;
}

/** Changes a timeslot; what waits for it is looked at again. Throws TIMESLOT_NOT_FOUND, TIMESLOT_NAME_TAKEN. */
export function changeTimeslot(
  { db, bus }: TimeslotDeps,
  doer: Doer,
  { accountId, timeslotId }: TimeslotKey,
  given: Given,
): Promise<Timeslot> {
  return holdingAccount(db, accountId, async (tx) => {
    await holdAccount(tx, accountId);
    const stood = await readTimeslot(tx, timeslotId);
    const told = difference({ ...stood }, { ...given });
    if (told === null) return stood;
    if (given.name !== undefined) await requireFreeName(tx, given.name, timeslotId);
    await tx.updateTable('timeslots').set(columnsOf(given)).where('id', '=', timeslotId).execute();
    const changed = await readTimeslot(tx, timeslotId);
    await recordDeed(tx, doer, { kind: 'TIMESLOT_CHANGED', entity: entityOf(changed), ...told });
    afterCommit(tx, () => bus.publish('waiting', { accountId }));
    return changed;
  });
}

/** Deletes a timeslot that nothing uses. Throws TIMESLOT_NOT_FOUND, TIMESLOT_IN_USE. */
export function removeTimeslot({ db }: TimeslotDeps, doer: Doer, { accountId, timeslotId }: TimeslotKey): Promise<void> {
  return db.inAccount(accountId, async (tx) => {
    // Whoever is just choosing it for a queue is waited for; whoever comes later finds it gone.
    await tx.selectFrom('timeslots').select('id').where('id', '=', timeslotId).forUpdate().execute();
    const stood = await readTimeslot(tx, timeslotId);
    if (stood.usedBy.length > 0) throw inUse('TIMESLOT_IN_USE', stood.usedBy);
    await tx.deleteFrom('timeslots').where('id', '=', timeslotId).execute();
    await recordDeed(tx, doer, { kind: 'TIMESLOT_DELETED', entity: entityOf(stood) });
  });
}
