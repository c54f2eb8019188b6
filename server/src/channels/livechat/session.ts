import type { WidgetForm } from '@parley/contract';
import { sql } from 'kysely';
import { contactName, createContact } from '../../contacts/index.ts';
import { newId } from '../../platform/clock.ts';
import type { Database, Reader, Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import { newToken, tokenHash } from '../../platform/secret.ts';
import { type Incoming, inRooms, type RoomWork, roomOfContact, roomWork } from '../../rooms/index.ts';
import { requireOpenNetwork } from './blocks.ts';
import type { LivechatDeps } from './deps.ts';
import { askedOf, nameToBeginWith } from './details.ts';
import { contactOfIdentity, holdIdentity, knownContact } from './identity.ts';
import { languageFor } from './language.ts';
import { accountOfWidget } from './widget.ts';

/** A visitor by the secret of their session. */
export interface Visitor {
  accountId: string;
  sessionId: string;
}

/** The contact behind a session, once it has written its first message. */
export type Customer = Omit<Incoming, 'text' | 'clientMessageId'>;

/**
 * The contact channel of a session bears the session's own id: a session is the secret of exactly one channel, and a socket
 * that was opened before the first message hears what is said after it.
 */
export const channelOfSession = (sessionId: string): string => sessionId;

/**
 * Starts a session that is nobody yet. The secret is told here and never again.
 * @param network that it is asked for from
 * @param wished the visitor's languages, best first
 * Throws WIDGET_NOT_FOUND, WIDGET_CLOSED, VISITOR_BLOCKED.
 */
export async function startSession(
  db: Database,
  secretKey: Buffer,
  widgetId: string,
  network: string,
  wished: readonly string[],
): Promise<{ secret: string }> {
  const accountId = await accountOfWidget(db, widgetId);
  const on = db.reader(accountId);
  await requireOpenNetwork(on, network);
  const widget = await on
    .selectFrom('widgets')
    .select(['language', 'follows_visitor'])
    .where('id', '=', widgetId)
    .executeTakeFirstOrThrow();
  // What the widget alone decides is decided when it is needed: its admin may change it.
  const language = widget.follows_visitor ? languageFor(widget, wished) : null;
  const secret = newToken();
  await on
    .insertInto('visitor_sessions')
    .values({ id: newId(), account_id: accountId, widget_id: widgetId, network, language, secret_hash: tokenHash(secretKey, secret) })
    .execute();
  return { secret };
}

/** Whose secret this is. Throws VISITOR_SESSION_ENDED when it is nobody's, or its session is over. */
export async function visitorOf(db: Database, secretKey: Buffer, secret: string): Promise<Visitor> {
  const { rows } = await sql<{ session_id: string; account_id: string }>`
    select session_id, account_id from find_visitor_session(${tokenHash(secretKey, secret)})`.execute(db.outsideReader());
  const [found] = rows;
  if (!found) throw problem('VISITOR_SESSION_ENDED');
  const visitor = { accountId: found.account_id, sessionId: found.session_id };
  await requireLive(db, visitor);
  return visitor;
}

/** Throws VISITOR_SESSION_ENDED when the session is over, and writes that down. */
export async function requireLive(db: Database, visitor: Visitor): Promise<void> {
  const over = await sessionsOver(db, visitor.accountId, [visitor.sessionId]);
  if (over.length > 0) throw problem('VISITOR_SESSION_ENDED');
}

/**
 * Which of these sessions are over, by the database's clock: too long since the last activity of either side, or too long
 * since the conversation was resolved (domain: live chat). Those are ended for good. While the account is inactive all of them
 * are over, and go on when it is active again.
 */
export async function sessionsOver(db: Database, accountId: string, sessionIds: readonly string[]): Promise<string[]> {
  const on = db.reader(accountId);
  const { rows } = await sql<{ id: string; ended: boolean; over: boolean; closed: boolean }>`
    select asked.id::text as id, s.id is null or s.ended_at is not null as ended,
      not exists (select from accounts a where a.id = ${accountId}::uuid and a.status = 'active') as closed,
      coalesce(
        clock_timestamp() > greatest(s.last_activity_at, said.created_at) + make_interval(mins => w.session_minutes)
        or (c.state = 'RESOLVED' and clock_timestamp() > c.resolved_at + make_interval(mins => w.reset_after_minutes)), false) as over
    from unnest(${[...sessionIds]}::uuid[]) asked (id)
      left join visitor_sessions s on s.id = asked.id
      left join widgets w on w.id = s.widget_id
      left join lateral (
        select e.created_at from events e where e.contact_channel_id = s.contact_channel_id and e.channel_seq is not null
        order by e.channel_seq desc limit 1) said on true
      left join lateral (
        select conv.state, conv.resolved_at from conversation_channels cc join conversations conv on conv.id = cc.conversation_id
        where cc.contact_channel_id = s.contact_channel_id order by cc.open desc, conv.id desc limit 1) c on true`.execute(on);
  const expired = rows.filter(({ ended, over }) => over && !ended).map(({ id }) => id);
  if (expired.length > 0)
    await on
      .updateTable('visitor_sessions')
      .set({ ended_at: sql<string>`clock_timestamp()` })
      .where('id', 'in', expired)
      .where('ended_at', 'is', null)
      .execute();
  return rows.filter(({ ended, over, closed }) => ended || over || closed).map(({ id }) => id);
}

/** The visitor did something: the session's time begins anew. Written at most every 30 s. */
export async function touchSession(on: Reader | Tx, sessionId: string): Promise<void> {
  await sql`
    update visitor_sessions set last_activity_at = clock_timestamp()
    where id = ${sessionId}::uuid and ended_at is null and last_activity_at < clock_timestamp() - interval '30 seconds'`.execute(on);
}

/** The contact and room behind a session; null before its first message. */
export async function customerOf(on: Reader | Tx, visitor: Visitor): Promise<Customer | null> {
  const row = await on
    .selectFrom('contact_channels as ch')
    .innerJoin('contacts as c', 'c.id', 'ch.contact_id')
    .select(['ch.id', 'ch.contact_id', 'ch.room_id', 'c.first_name', 'c.last_name'])
    .where('ch.id', '=', channelOfSession(visitor.sessionId))
    .executeTakeFirst();
  if (!row?.room_id) return null;
  return {
    accountId: visitor.accountId,
    roomId: row.room_id,
    contactChannelId: row.id,
    contactId: row.contact_id,
    contactName: contactName(row),
  };
}

/**
 * The same, made with the first message in one transaction: contact, channel and room, once however many tabs write at the same
 * moment; nothing of them where the message is refused. Whom the site knows is on every device the same contact.
 * @param first takes the message; asked of the one alone who makes the customer
 * Throws WIDGET_FORM_INCOMPLETE, VISITOR_SESSION_ENDED, and what `first` throws.
 */
export async function becomeCustomer(
  deps: Pick<LivechatDeps, 'rooms' | 'isAnybodyThere'>,
  visitor: Visitor,
  first: (work: RoomWork, customer: Customer) => Promise<void>,
): Promise<Customer> {
  const { accountId, sessionId } = visitor;
  const { db } = deps.rooms;
  const known = await customerOf(db.reader(accountId), visitor);
  if (known) return known;
  const { form } = await askedOf(deps, visitor);
  return inRooms(db, accountId, async (tx) => {
    const session = await tx
      .selectFrom('visitor_sessions as s')
      .innerJoin('widgets as w', 'w.id', 's.widget_id')
      .select(['s.widget_id', 's.site_user_id', languageOfSession])
      .where('s.id', '=', sessionId)
      .forUpdate('s')
      .executeTakeFirst();
    if (!session) throw problem('VISITOR_SESSION_ENDED');
    const meanwhile = await customerOf(tx, visitor);
    if (meanwhile) return meanwhile;
    const contact = await contactOfSession(tx, visitor, session, form);
    const contactId = contact.id;
    const contactChannelId = channelOfSession(sessionId);
    await tx
      .insertInto('contact_channels')
      .values({
        id: contactChannelId,
        account_id: accountId,
        contact_id: contactId,
        channel_application_id: session.widget_id,
        type: 'LIVECHAT',
        address: sessionId,
      })
      .execute();
    await tx.updateTable('visitor_sessions').set({ contact_channel_id: contactChannelId }).where('id', '=', sessionId).execute();
    const roomId = await roomOfContact(tx, accountId, contactId);
    const work = await roomWork(tx, accountId, roomId);
    if (contact.isNew) work.roomChanged('CREATED');
    await work.record([{ kind: 'SYSTEM', type: 'SESSION_STARTED', origin: 'CUSTOMER', originId: contactId, originName: null }]);
    const customer = { accountId, roomId, contactChannelId, contactId, contactName: contactName(contact) };
    await first(work, customer);
    return customer;
  });
}

/** What a session was started in or, without that, its widget speaks; of `visitor_sessions as s` and `widgets as w`. */
export const languageOfSession = sql<string>`coalesce(s.language, w.language)`.as('language');

interface OpenedSession {
  widget_id: string;
  site_user_id: string | null;
  language: string;
}

/** Whom a session's first message makes of its visitor: the person whom the site knows, or somebody new. */
async function contactOfSession(
  tx: Tx,
  { accountId, sessionId }: Visitor,
  session: OpenedSession,
  form: WidgetForm,
): Promise<{ id: string; isNew: boolean; first_name: string; last_name: string }> {
  const { widget_id: widgetId, site_user_id: siteUserId, language } = session;
  if (siteUserId !== null) await holdIdentity(tx, widgetId, siteUserId);
  const known = siteUserId === null ? null : await knownContact(tx, widgetId, siteUserId);
  const name = await nameToBeginWith(tx, sessionId, form, siteUserId !== null);
  if (known !== null) {
    const contact = await tx
      .selectFrom('contacts')
      .select(['id', 'first_name', 'last_name'])
      .where('id', '=', known)
      .executeTakeFirstOrThrow();
    return { ...contact, isNew: false };
  }
  const id = await createContact(tx, accountId, { ...name, language });
  if (siteUserId !== null) await contactOfIdentity(tx, accountId, widgetId, siteUserId, id);
  return { id, isNew: true, first_name: name.firstName, last_name: name.lastName };
}

/** Ends a session on its visitor's wish; what was said stays. */
export async function endSession(db: Database, { accountId, sessionId }: Visitor): Promise<void> {
  await db
    .reader(accountId)
    .updateTable('visitor_sessions')
    .set({ ended_at: sql<string>`clock_timestamp()` })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute();
}
