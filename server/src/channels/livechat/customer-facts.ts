import { type CustomerFacts, EARLIER_PAGES_LIMIT, VisitorPage } from '@parley/contract';
import { sql } from 'kysely';
import type { Actor } from '../../accounts/index.ts';
import { problem } from '../../platform/problem.ts';
import { type RoomsDeps, seesRoom, TYPES_WITH_ADDRESS, tellRoom } from '../../rooms/index.ts';
import { customerOf, type Visitor } from './session.ts';

const NO_PAGE: VisitorPage = { title: '', address: '', values: {} };

interface FactsRow {
  contact: CustomerFacts['contact'];
  addresses: CustomerFacts['addresses'];
  unused: CustomerFacts['unused'];
  details: CustomerFacts['details'];
  site_user_id: string | null;
  page: unknown;
  page_at: string | null;
  earlier: CustomerFacts['earlierPages'];
  came_from: string | null;
  can_block: boolean;
  block: CustomerFacts['block'];
}

const instant = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

/**
 * What is known of a room's customer: who they are and their addresses; of live chat what they told of themselves, the newest of each, and
 * the pages of their latest session.
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
      (select json_build_object('name', nullif(trim(c.first_name || ' ' || c.last_name), ''), 'language', c.language, 'timezone', c.timezone,
        'since', ${instant('c.created_at')})
        from rooms r join contacts c on c.id = r.contact_id where r.id = ${roomId}::uuid) as contact,
      coalesce((select json_agg(json_build_object('channelId', c.id, 'address', c.address) order by c.id)
        from contact_channels c where c.room_id = ${roomId}::uuid and c.type = any(${TYPES_WITH_ADDRESS}::text[])), '[]') as addresses,
      coalesce((select json_agg(json_build_object('channelId', c.id, 'timestamp', ${instant('c.used_at')}) order by c.id)
        from contact_channels c where c.room_id = ${roomId}::uuid and c.channel_seq = 0), '[]') as unused,
      (select json_build_object(
        'name', (select name from told where name is not null limit 1),
        'email', (select email from told where email is not null limit 1),
        'phone', (select phone from told where phone is not null limit 1),
        'consentAt', (select ${instant('consent_at')} from told where consent_at is not null limit 1),
        'consentTo', coalesce((select consent_to from told where consent_at is not null limit 1), ''))
        where exists (select from told)) as details,
      (select site_user_id from sessions where site_user_id is not null order by created_at desc limit 1) as site_user_id,
      coalesce((
        select json_agg(json_build_object('title', v.title, 'address', v.address, 'at', ${instant('v.at')}) order by v.id desc)
        from visitor_pages v where v.session_id = p.id), '[]') as earlier,
      (select came_from from sessions where came_from is not null order by created_at desc limit 1) as came_from,
      p.page, p.page_at, exists (select from sessions) as can_block,
      (select json_build_object(
        'network', b.network is not null, 'reason', b.reason, 'byName', trim(u.first_name || ' ' || u.last_name),
        'at', ${instant('b.blocked_at')})
        from blocked_visitors b join users u on u.id = b.blocked_by where b.room_id = ${roomId}::uuid limit 1) as block
    from (select 1) one left join (select id, page, page_at from sessions where page is not null order by page_at desc limit 1) p on true`.execute(
    on,
  );
  const [row] = rows;
  if (!row) throw new Error('a statement that always answers gave no row');
  const { cameFrom: _told, ...shown } = row.page_at === null ? NO_PAGE : VisitorPage.parse(row.page);
  return {
    contact: row.contact,
    addresses: row.addresses,
    unused: row.unused,
    details: row.details,
    siteUserId: row.site_user_id,
    page: row.page_at === null ? null : { ...shown, at: row.page_at },
    earlierPages: row.earlier,
    cameFrom: row.came_from,
    canBlock: row.can_block,
    block: row.block,
  };
}

/**
 * Keeps the page that a visitor is on, the ones before it, and the site from which they first came; who sees their room is told when
 * something of it is another than before. A page whose title came late, or that says other values, is the same page.
 */
export async function keepPage(deps: RoomsDeps, visitor: Visitor, { cameFrom = '', ...page }: VisitorPage): Promise<void> {
  const said = JSON.stringify(page);
  const place = (stored: string) => sql.raw(`coalesce(nullif(${stored} ->> 'address', ''), ${stored} ->> 'title')`);
  const { numAffectedRows } = await sql`
    with stood as (
      select page, page_at, ${said}::jsonb as said from visitor_sessions
      where id = ${visitor.sessionId}::uuid and page is distinct from ${said}::jsonb for update
    ), left_behind as (
      insert into visitor_pages (account_id, session_id, title, address, at)
      select ${visitor.accountId}::uuid, ${visitor.sessionId}::uuid, page ->> 'title', page ->> 'address', page_at
      from stood where page is not null and ${place('page')} <> ${place('said')}
      returning id
    ), forgotten as (
      delete from visitor_pages where session_id = ${visitor.sessionId}::uuid and exists (select from left_behind) and id in (
        select id from visitor_pages where session_id = ${visitor.sessionId}::uuid order by id desc offset ${EARLIER_PAGES_LIMIT - 1})
    )
    update visitor_sessions s
    set page = stood.said, page_at = clock_timestamp(), came_from = coalesce(s.came_from, nullif(${cameFrom}, ''))
    from stood where s.id = ${visitor.sessionId}::uuid`.execute(deps.db.reader(visitor.accountId));
  if (numAffectedRows !== undefined && numAffectedRows > 0n) await tellFactsChanged(deps, visitor);
}

/** Says to colleagues who see the visitor's room that there is something to read again. */
export async function tellFactsChanged(deps: RoomsDeps, visitor: Visitor): Promise<void> {
  const customer = await customerOf(deps.db.reader(visitor.accountId), visitor);
  if (customer) await tellRoom(deps, visitor.accountId, customer.roomId, 'CustomerChanged', { roomId: customer.roomId });
}
