import type { BlockedVisitor, NewVisitorBlock } from '@parley/contract';
import { sql } from 'kysely';
import type { Actor } from '../../accounts/index.ts';
import { type Doer, recordDeed } from '../../audit/index.ts';
import { contactName } from '../../contacts/index.ts';
import { newId } from '../../platform/clock.ts';
import type { Database, Reader, Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import { endConversationOf, inRooms, type RoomsDeps, roomWork, seesRoom, tellRoom } from '../../rooms/index.ts';
import type { Visitor } from './session.ts';

/** Throws VISITOR_BLOCKED for a network from which nothing is taken. */
export async function requireOpenNetwork(on: Reader, network: string): Promise<void> {
  const blocked = await on.selectFrom('blocked_visitors').select('id').where('network', '=', network).executeTakeFirst();
  if (blocked) throw problem('VISITOR_BLOCKED');
}

/** Throws VISITOR_BLOCKED for a visitor from whom, or from whose network, nothing is taken any more. */
export async function requireWelcome(on: Reader, { sessionId }: Visitor): Promise<void> {
  const { rows } = await sql`
    select from visitor_sessions s left join contact_channels c on c.id = s.contact_channel_id
    where s.id = ${sessionId}::uuid and exists (
      select from blocked_visitors b where b.contact_id = c.contact_id or b.network = s.network)`.execute(on);
  if (rows.length > 0) throw problem('VISITOR_BLOCKED');
}

/** Keeps where a session was last seen. */
export async function keepNetwork(on: Reader, { sessionId }: Visitor, network: string): Promise<void> {
  await sql`update visitor_sessions set network = ${network} where id = ${sessionId}::uuid and network is distinct from ${network}`.execute(
    on,
  );
}

/** The live chat that the visitor of a room used last, and where they were then. */
async function lastSession(tx: Tx, roomId: string) {
  return tx
    .selectFrom('contact_channels as c')
    .innerJoin('visitor_sessions as s', 's.contact_channel_id', 'c.id')
    .innerJoin('contacts as p', 'p.id', 'c.contact_id')
    .select(['c.contact_id as contactId', 's.network', 'p.first_name', 'p.last_name'])
    .where('c.room_id', '=', roomId)
    .orderBy('s.last_activity_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Marks what a room's visitor writes as spam: their conversations end, whether they wait or are held, and nothing more is taken from
 * them. Marking again changes what was given. Throws ROOM_NOT_FOUND, CHANNEL_NOT_FOUND without a live chat, CONVERSATION_NOT_YOURS.
 */
export async function blockVisitor(deps: RoomsDeps, actor: Actor, doer: Doer, roomId: string, given: NewVisitorBlock): Promise<void> {
  const { accountId } = actor;
  if (!(await seesRoom(deps.db.reader(accountId), actor, roomId))) throw problem('ROOM_NOT_FOUND');
  await inRooms(deps.db, accountId, async (tx) => {
    const work = await roomWork(tx, accountId, roomId);
    const visitor = await lastSession(tx, roomId);
    if (!visitor) throw problem('CHANNEL_NOT_FOUND');
    const channels = await tx
      .selectFrom('contact_channels')
      .select('id')
      .where('room_id', '=', roomId)
      .where('type', '=', 'LIVECHAT')
      .execute();
    for (const { id } of channels) await endConversationOf(work, actor, id);
    const network = given.network ? visitor.network : null;
    const decided = {
      room_id: roomId,
      network,
      reason: given.reason,
      blocked_by: actor.userId,
      blocked_at: sql<string>`clock_timestamp()`,
    };
    await tx
      .insertInto('blocked_visitors')
      .values({ id: newId(), account_id: accountId, contact_id: visitor.contactId, ...decided })
      .onConflict((conflict) => conflict.columns(['account_id', 'contact_id']).doUpdateSet(decided))
      .execute();
    const entity = { type: 'CUSTOMER', id: visitor.contactId, name: contactName(visitor) ?? '' } as const;
    await recordDeed(tx, doer, { kind: 'CUSTOMER_BLOCKED', entity, after: { network: given.network, reason: given.reason } });
  });
  await tellRoom(deps, accountId, roomId, 'CustomerChanged', { roomId });
}

/** Takes from a room's visitor again. Throws ROOM_NOT_FOUND. */
export async function unblockVisitor(deps: RoomsDeps, actor: Actor, doer: Doer, roomId: string): Promise<void> {
  if (!(await seesRoom(deps.db.reader(actor.accountId), actor, roomId))) throw problem('ROOM_NOT_FOUND');
  await lift(deps, doer, actor.accountId, { roomId });
}

/** The same of one of the account's list. Throws ERROR_NOT_FOUND. */
export async function releaseVisitor(
  deps: RoomsDeps,
  doer: Doer,
  { accountId, blockId }: { accountId: string; blockId: string },
): Promise<void> {
  if ((await lift(deps, doer, accountId, { blockId })) === 0) throw problem('ERROR_NOT_FOUND');
}

async function lift(deps: RoomsDeps, doer: Doer, accountId: string, which: { roomId: string } | { blockId: string }): Promise<number> {
  const lifted = await deps.db.inAccount(accountId, async (tx) => {
    const asked = tx.deleteFrom('blocked_visitors');
    const one = 'roomId' in which ? asked.where('room_id', '=', which.roomId) : asked.where('id', '=', which.blockId);
    const rows = await one.returning(['contact_id', 'room_id', 'network', 'reason']).execute();
    for (const row of rows) {
      const contact = await tx
        .selectFrom('contacts')
        .select(['first_name', 'last_name'])
        .where('id', '=', row.contact_id)
        .executeTakeFirstOrThrow();
      const entity = { type: 'CUSTOMER', id: row.contact_id, name: contactName(contact) ?? '' } as const;
      const before = { network: row.network !== null, reason: row.reason };
      await recordDeed(tx, doer, { kind: 'CUSTOMER_UNBLOCKED', entity, before });
    }
    return rows;
  });
  for (const { room_id: roomId } of lifted) await tellRoom(deps, accountId, roomId, 'CustomerChanged', { roomId });
  return lifted.length;
}

/** The newest first. */
export async function blockedVisitors(db: Database, accountId: string): Promise<BlockedVisitor[]> {
  const rows = await db
    .reader(accountId)
    .selectFrom('blocked_visitors as b')
    .innerJoin('contacts as c', 'c.id', 'b.contact_id')
    .innerJoin('users as u', 'u.id', 'b.blocked_by')
    .select(['b.id', 'b.room_id', 'b.network', 'b.reason', 'b.blocked_at', 'c.first_name', 'c.last_name'])
    .select(sql<string>`trim(u.first_name || ' ' || u.last_name)`.as('byName'))
    .orderBy('b.blocked_at', 'desc')
    .orderBy('b.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    roomId: row.room_id,
    name: contactName(row),
    network: row.network !== null,
    address: row.network,
    reason: row.reason,
    at: row.blocked_at,
    byName: row.byName,
  }));
}
