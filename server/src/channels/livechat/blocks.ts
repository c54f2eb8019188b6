import type { BlockedVisitor, NewVisitorBlock, VisitorConversation } from '@parley/contract';
import { sql } from 'kysely';
import type { Actor } from '../../accounts/index.ts';
import { type Doer, recordDeed } from '../../audit/index.ts';
import { contactName } from '../../contacts/index.ts';
import { newId } from '../../platform/clock.ts';
import type { Database, Reader, Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import {
  channelConversation,
  endConversationOf,
  inRooms,
  type RoomsDeps,
  roomWork,
  seesRoom,
  subject,
  tellRoom,
} from '../../rooms/index.ts';
import type { Visitor } from './session.ts';
import { BLOCKED } from './visitor-view.ts';

/** Throws VISITOR_BLOCKED for a network from which nothing is taken. */
export async function requireOpenNetwork(on: Reader, network: string): Promise<void> {
  const blocked = await on.selectFrom('blocked_visitors').select('id').where('network', '=', network).executeTakeFirst();
  if (blocked) throw problem('VISITOR_BLOCKED');
}

/**
 * Whether nothing is taken any more from a visitor: as the contact that the session is, or that the site says it is before its first
 * message; or because of the network where it was last seen, or from which it asks now.
 * @param network from which it is asked for; null where it is not known
 */
export async function isBlocked(on: Reader | Tx, { sessionId }: Pick<Visitor, 'sessionId'>, network: string | null): Promise<boolean> {
  const { rows } = await sql`
    select from visitor_sessions s
    where s.id = ${sessionId}::uuid and (
      exists (select from blocked_visitors b where b.account_id = s.account_id and b.network in (s.network, ${network}::text))
      or exists (
        select from contact_channels c join blocked_visitors b on b.account_id = c.account_id and b.contact_id = c.contact_id
        where c.account_id = s.account_id and c.id = s.contact_channel_id)
      or exists (
        select from contact_identities i join blocked_visitors b on b.account_id = i.account_id and b.contact_id = i.contact_id
        where i.account_id = s.account_id and i.widget_id = s.widget_id and i.site_user_id = s.site_user_id))`.execute(on);
  return rows.length > 0;
}

/** Where a session's conversation stands, as its visitor is told. A session is one contact channel, of the same id. */
export async function conversationOf(on: Reader, visitor: Visitor): Promise<VisitorConversation> {
  return (await isBlocked(on, visitor, null)) ? BLOCKED : channelConversation(on, visitor.sessionId);
}

/** Throws VISITOR_BLOCKED for a visitor from whom, or from whose network, nothing is taken any more. */
export async function requireWelcome(on: Reader | Tx, visitor: Visitor, network: string | null): Promise<void> {
  if (await isBlocked(on, visitor, network)) throw problem('VISITOR_BLOCKED');
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
  await tellVisitor(deps, accountId, roomId);
}

/** Tells a room's visitor, on each of their live chats, whether anything is taken from them. */
async function tellVisitor({ db, hub }: RoomsDeps, accountId: string, roomId: string): Promise<void> {
  const on = db.reader(accountId);
  const channels = await on
    .selectFrom('contact_channels')
    .select('id')
    .where('room_id', '=', roomId)
    .where('type', '=', 'LIVECHAT')
    .execute();
  for (const { id } of channels)
    hub.publish([subject.contactChannel(id)], 'ConversationState', await conversationOf(on, { accountId, sessionId: id }));
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
  for (const { room_id: roomId } of lifted) {
    await tellRoom(deps, accountId, roomId, 'CustomerChanged', { roomId });
    await tellVisitor(deps, accountId, roomId);
  }
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
