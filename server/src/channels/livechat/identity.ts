import { createHmac, timingSafeEqual } from 'node:crypto';
import type { VisitorIdentity } from '@parley/contract';
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import { decrypt } from '../../platform/secret.ts';
import type { Visitor } from './session.ts';

/** Whether the site's server, which alone shares the secret, has signed this id: HMAC-SHA256 in hexadecimal. */
function isSigned(secret: string, { userId, signature }: VisitorIdentity): boolean {
  const right = createHmac('sha256', secret).update(userId, 'utf8').digest();
  const given = Buffer.from(signature, 'hex');
  return given.length === right.length && timingSafeEqual(given, right);
}

/**
 * Takes the site's word for who its visitor is (domain: live chat recognises a contact by a signed identity). What was written
 * before belongs to this person from now on, unless it is somebody else's: of a session that is another person's already, or
 * whose contact is not the one that this person has, a new session must be started, and this one is left as it is.
 *
 * @param keys under which the widgets' secrets rest; throws VISITOR_IDENTITY_REFUSED
 */
export async function identifyVisitor(
  db: Database,
  keys: Buffer,
  { accountId, sessionId }: Visitor,
  identity: VisitorIdentity,
): Promise<{ session: 'SAME' | 'ANOTHER' }> {
  return db.inAccount(accountId, async (tx) => {
    const session = await tx
      .selectFrom('visitor_sessions as s')
      .innerJoin('widgets as w', 'w.id', 's.widget_id')
      .leftJoin('contact_channels as c', 'c.id', 's.contact_channel_id')
      .select(['s.widget_id', 's.site_user_id', 'w.identity_secret', 'c.contact_id'])
      .where('s.id', '=', sessionId)
      .forUpdate('s')
      .executeTakeFirstOrThrow();
    if (session.identity_secret === null || !isSigned(decrypt(keys, session.identity_secret), identity))
      throw problem('VISITOR_IDENTITY_REFUSED');
    const { userId } = identity;
    if (session.site_user_id !== null) return { session: session.site_user_id === userId ? 'SAME' : 'ANOTHER' };
    if (session.contact_id !== null) {
      const owner = await contactOfIdentity(tx, accountId, session.widget_id, userId, session.contact_id);
      if (owner !== session.contact_id) return { session: 'ANOTHER' };
    }
    await tx.updateTable('visitor_sessions').set({ site_user_id: userId }).where('id', '=', sessionId).execute();
    return { session: 'SAME' };
  });
}

/**
 * Whose contact this person is, who becomes `candidate` if they were nobody's yet and it is nobody else's. Two sessions that
 * ask at once are told the same.
 * @returns null when the candidate is known to the site as another person
 */
export async function contactOfIdentity(
  tx: Tx,
  accountId: string,
  widgetId: string,
  siteUserId: string,
  candidate: string,
): Promise<string | null> {
  const key = { account_id: accountId, widget_id: widgetId, site_user_id: siteUserId, contact_id: candidate };
  await tx
    .insertInto('contact_identities')
    .values(key)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return knownContact(tx, widgetId, siteUserId);
}

/** The contact of a person whom the site knows, when there is one. */
export async function knownContact(tx: Tx, widgetId: string, siteUserId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('contact_identities')
    .select('contact_id')
    .where('widget_id', '=', widgetId)
    .where('site_user_id', '=', siteUserId)
    .executeTakeFirst();
  return row?.contact_id ?? null;
}

/** Holds a person, so that two of their devices that write for the first time at once make one contact. */
export async function holdIdentity(tx: Tx, widgetId: string, siteUserId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${widgetId}:${siteUserId}`}, 0))`.execute(tx);
}
