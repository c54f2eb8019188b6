import { sql } from 'kysely';
import { createContact } from '../../contacts/index.ts';
import { newId } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import { newToken, tokenHash } from '../../platform/secret.ts';
import { type Incoming, inRooms, roomOfContact, roomWork } from '../../rooms/index.ts';
import type { Widget } from './widgets.ts';

/**
 * A live-chat session: the time-limited secret of one contact channel, whose id is the session's own. Before its first
 * message it is nobody: there is no contact, no channel and no room (domain: rooms and conversations).
 */
export interface VisitorSession {
  id: string;
  accountId: string;
  widgetId: string;
  /** Null before the first message. */
  channel: Omit<Incoming, 'text' | 'clientMessageId'> | null;
}

/** Starts a session of a widget; its secret is told only here and rests as a hash. */
export async function startSession(db: Database, key: Buffer, widget: Widget): Promise<string> {
  const secret = newToken();
  await db.inAccount(widget.accountId, (tx) =>
    tx
      .insertInto('visitor_sessions')
      .values({ id: newId(), account_id: widget.accountId, widget_id: widget.appearance.id, secret_hash: tokenHash(key, secret) })
      .execute(),
  );
  return secret;
}

/** Whose secret is this? Throws VISITOR_SESSION_ENDED for an unknown one and for one that is over. */
export async function sessionOfSecret(db: Database, key: Buffer, secret: string): Promise<{ accountId: string; sessionId: string }> {
  const { rows } = await sql<{
    session_id: string;
    account_id: string;
  }>`select session_id, account_id from find_visitor_session(${tokenHash(key, secret)})`.execute(db.outsideReader());
  const row = rows[0];
  if (!row) throw problem('VISITOR_SESSION_ENDED');
  return { accountId: row.account_id, sessionId: row.session_id };
}

/**
 * Reads a session and counts it as active now. A session is over when nothing happened in it for the widget's duration, or
 * when its conversation was resolved longer ago than the widget resets after; both by the database's clock.
 * Throws VISITOR_SESSION_ENDED.
 */
export async function activeSession(db: Database, accountId: string, sessionId: string): Promise<VisitorSession> {
  return db.inAccount(accountId, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      update visitor_sessions s set
        last_activity_at = case when over.yes then s.last_activity_at else clock_timestamp() end,
        ended_at = case when over.yes then coalesce(s.ended_at, clock_timestamp()) end
      from widgets w, lateral (
        select s2.ended_at is not null
          or s2.last_activity_at < clock_timestamp() - make_interval(mins => w.session_minutes)
          or (w.reset_after_minutes is not null and not exists (
                select 1 from conversation_channels cc where cc.contact_channel_id = s2.contact_channel_id and cc.open)
              and (select max(c.resolved_at) from conversation_channels cc join conversations c on c.id = cc.conversation_id
                   where cc.contact_channel_id = s2.contact_channel_id) < clock_timestamp() - make_interval(mins => w.reset_after_minutes)) as yes
        from visitor_sessions s2 where s2.id = ${sessionId}::uuid) over
      where s.id = ${sessionId}::uuid and w.id = s.widget_id
        and (over.yes or s.last_activity_at < clock_timestamp() - interval '30 seconds' or s.ended_at is not null)
      returning s.id`.execute(tx);
    const session = await readSession(tx, accountId, sessionId);
    if (!session || (rows.length > 0 && session.endedAt !== null)) throw problem('VISITOR_SESSION_ENDED');
    return session;
  });
}

async function readSession(tx: Tx, accountId: string, sessionId: string): Promise<(VisitorSession & { endedAt: string | null }) | null> {
  const row = await tx
    .selectFrom('visitor_sessions as s')
    .leftJoin('contact_channels as cc', 'cc.id', 's.contact_channel_id')
    .leftJoin('contacts as c', 'c.id', 'cc.contact_id')
    .select(['s.id', 's.widget_id', 's.ended_at', 'cc.id as channel_id', 'cc.room_id', 'cc.contact_id', 'c.first_name', 'c.last_name'])
    .where('s.id', '=', sessionId)
    .executeTakeFirst();
  if (!row) return null;
  const channel =
    row.channel_id === null || row.room_id === null || row.contact_id === null
      ? null
      : {
          accountId,
          roomId: row.room_id,
          contactChannelId: row.channel_id,
          contactId: row.contact_id,
          contactName: `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim() || null,
        };
  return { id: row.id, accountId, widgetId: row.widget_id, channel, endedAt: row.ended_at };
}

/** The session's channel, made with its contact and room at the first message. Two first messages at once make one. */
export async function channelOfSession(
  db: Database,
  session: VisitorSession,
  language: string,
): Promise<Omit<Incoming, 'text' | 'clientMessageId'>> {
  if (session.channel) return session.channel;
  const { accountId } = session;
  return inRooms(db, accountId, async (tx) => {
    await tx.selectFrom('visitor_sessions').select('id').where('id', '=', session.id).forUpdate().executeTakeFirst();
    const now = await readSession(tx, accountId, session.id);
    if (!now) throw problem('VISITOR_SESSION_ENDED');
    if (now.channel) return now.channel;
    const contactId = await createContact(tx, accountId, { language });
    await tx
      .insertInto('contact_channels')
      .values({
        id: session.id,
        account_id: accountId,
        contact_id: contactId,
        channel_application_id: session.widgetId,
        type: 'LIVECHAT',
        address: session.id,
      })
      .execute();
    await tx.updateTable('visitor_sessions').set({ contact_channel_id: session.id }).where('id', '=', session.id).execute();
    const roomId = await roomOfContact(tx, accountId, contactId);
    const work = await roomWork(tx, accountId, roomId);
    work.roomChanged('CREATED');
    await work.record([{ kind: 'SYSTEM', type: 'SESSION_STARTED', origin: 'CUSTOMER', originId: contactId, originName: null }]);
    return { accountId, roomId, contactChannelId: session.id, contactId, contactName: null };
  });
}
