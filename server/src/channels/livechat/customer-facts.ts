import { type CustomerFacts, VisitorPage } from '@parley/contract';
import { sql } from 'kysely';
import type { Actor } from '../../accounts/index.ts';
import { problem } from '../../platform/problem.ts';
import { type RoomsDeps, seesRoom, tellRoom } from '../../rooms/index.ts';
import { customerOf, type Visitor } from './session.ts';

interface FactsRow {
  details: CustomerFacts['details'];
  site_user_id: string | null;
  page: unknown;
  page_at: string | null;
  can_block: boolean;
  block: CustomerFacts['block'];
}

/**
 * What the customer of a room told of themselves by live chat, the newest of each, and the page that they were last on.
 * Throws ROOM_NOT_FOUND for a room that this person may not see.
 */
export async function customerFacts({ db }: RoomsDeps, actor: Actor, roomId: string): Promise<CustomerFacts> {
  const on = db.reader(actor.accountId);
  if (!(await seesRoom(on, actor, roomId))) throw problem('ROOM_NOT_FOUND');
  const { rows } = await sql<FactsRow>`
    with sessions as (
      select s.* from contact_channels c join visitor_sessions s on s.contact_channel_id = c.id where c.room_id = ${roomId}::uuid),
    told as (select d.* from visitor_details d join sessions s on s.id = d.session_id order by d.told_at desc)
    select
      (select json_build_object(
        'name', (select name from told where name is not null limit 1),
        'email', (select email from told where email is not null limit 1),
        'phone', (select phone from told where phone is not null limit 1),
        'consentAt', (select to_char(consent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from told where consent_at is not null limit 1),
        'consentTo', coalesce((select consent_to from told where consent_at is not null limit 1), ''))
        where exists (select from told)) as details,
      (select site_user_id from sessions where site_user_id is not null order by created_at desc limit 1) as site_user_id,
      p.page, p.page_at, exists (select from sessions) as can_block,
      (select json_build_object(
        'network', b.network is not null, 'reason', b.reason, 'byName', trim(u.first_name || ' ' || u.last_name),
        'at', to_char(b.blocked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        from blocked_visitors b join users u on u.id = b.blocked_by where b.room_id = ${roomId}::uuid limit 1) as block
    from (select 1) one left join (select page, page_at from sessions where page is not null order by page_at desc limit 1) p on true`.execute(
    on,
  );
  const [row] = rows;
  if (!row) throw new Error('a statement that always answers gave no row');
  const page = row.page_at === null ? null : { ...VisitorPage.parse(row.page), at: row.page_at };
  return { details: row.details, siteUserId: row.site_user_id, page, canBlock: row.can_block, block: row.block };
}

/** Keeps the page that a visitor is on; who sees their room is told when it is another than before. */
export async function keepPage(deps: RoomsDeps, visitor: Visitor, page: VisitorPage): Promise<void> {
  const said = JSON.stringify(page);
  const { numAffectedRows } = await sql`
    update visitor_sessions set page = ${said}::jsonb, page_at = clock_timestamp()
    where id = ${visitor.sessionId}::uuid and page is distinct from ${said}::jsonb`.execute(deps.db.reader(visitor.accountId));
  if (numAffectedRows !== undefined && numAffectedRows > 0n) await tellFactsChanged(deps, visitor);
}

/** Says to colleagues who see the visitor's room that there is something to read again. */
export async function tellFactsChanged(deps: RoomsDeps, visitor: Visitor): Promise<void> {
  const customer = await customerOf(deps.db.reader(visitor.accountId), visitor);
  if (customer) await tellRoom(deps, visitor.accountId, customer.roomId, 'CustomerChanged', { roomId: customer.roomId });
}
