import { createHash } from 'node:crypto';
import type { Reader, Tx } from '../platform/database.ts';
import { problem } from '../platform/problem.ts';

/** What somebody asks to be made, by the id that their screen chose for it. */
interface AskedCreation {
  /** Null of what belongs to the installation. */
  accountId: string | null;
  kind: 'ROOM' | 'WIDGET' | 'USER' | 'QUEUE' | 'TIMESLOT' | 'VIEW' | 'CARRIER' | 'CARRIER_SERVICE' | 'CHANNEL_END' | 'SIGNATURE';
  /** Who asks: only they are answered again. */
  userId: string;
  clientId: string;
  /** Everything that was asked for. */
  content: unknown;
  /** Kept where the content holds secrets: its digest alone does not give them away. */
  salt?: Buffer;
}

/** Keys in order, so that the same content in another order is the same. */
const inOrder = (_key: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** A digest by which the same content is known again. @param salt kept where the content holds secrets */
export const digestOfContent = (content: unknown, salt: Buffer | '' = ''): Buffer =>
  createHash('sha256').update(salt).update(JSON.stringify(content, inOrder)).digest();

/**
 * Makes what is asked for, once: whoever asks again by the same id, since no answer came, is answered what was made then. Of two who ask at
 * the same moment the second waits for the first. Throws CREATION_ID_USED where the id was used for something else or by somebody else.
 * @returns the id of what was made, and whether it was made now
 */
export async function makeOnce(
  tx: Tx,
  { accountId, kind, userId, clientId, content, salt }: AskedCreation,
  make: () => Promise<string>,
): Promise<{ id: string; isNew: boolean }> {
  const digest = digestOfContent(content, salt);
  const claimed = await tx
    .insertInto('client_creations')
    .values({ account_id: accountId, client_id: clientId, kind, by_user_id: userId, content: digest })
    .onConflict((conflict) => conflict.doNothing())
    .returning('client_id')
    .executeTakeFirst();
  if (claimed === undefined) return { id: await madeBefore(tx, { kind, userId, clientId, digest }), isNew: false };
  const id = await make();
  await tx.updateTable('client_creations').set({ made_id: id }).where('client_id', '=', clientId).execute();
  return { id, isNew: true };
}

/** Of the account that is set on `tx`, or of none. Throws CREATION_ID_USED. */
export async function madeBefore(
  tx: Tx,
  { kind, userId, clientId, digest }: { kind: AskedCreation['kind'] | 'ACCOUNT'; userId: string; clientId: string; digest: Buffer },
): Promise<string> {
  const stood = await tx
    .selectFrom('client_creations')
    .select(['kind', 'by_user_id', 'content', 'made_id'])
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  if (stood?.kind !== kind || stood.by_user_id !== userId || !stood.content.equals(digest) || stood.made_id === null)
    throw problem('CREATION_ID_USED');
  return stood.made_id;
}

/** Whether anything was asked for by this id in the account that is set: what has to be done outside of a transaction need not be begun then. */
export async function isAsked(on: Reader | Tx, clientId: string): Promise<boolean> {
  const stood = await on.selectFrom('client_creations').select('client_id').where('client_id', '=', clientId).executeTakeFirst();
  return stood !== undefined;
}

/**
 * As makeOnce, for whoever may have chosen no id: what they ask for is made each time that they ask.
 * @param clientId by which it is asked for
 * @param userId who asks; null: nobody who is known
 */
export async function makeOnceBy(
  tx: Tx,
  { clientId, userId, ...asked }: Omit<AskedCreation, 'clientId' | 'userId'> & { clientId: string | undefined; userId: string | null },
  make: () => Promise<string>,
): Promise<{ id: string; isNew: boolean }> {
  if (clientId === undefined || userId === null) return { id: await make(), isNew: true };
  return makeOnce(tx, { ...asked, clientId, userId }, make);
}
