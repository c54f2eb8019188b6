import { type EventDetails, mailAddressIn } from '@parley/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';

/** The e-mails that one belongs to. */
export interface EmailThread {
  roomId: string;
  /** The one that it belongs to, or the newest of them. */
  eventId: string;
  /** Null where that one stands in no conversation. */
  conversationId: string | null;
  contactChannelId: string;
  /** The customer's address there. */
  address: string;
}

interface Row {
  room_id: string;
  event_id: string;
  conversation_id: string | null;
  contact_channel_id: string;
  address: string;
}

const asThread = (row: Row | undefined): EmailThread | null =>
  row
    ? {
        roomId: row.room_id,
        eventId: row.event_id,
        conversationId: row.conversation_id,
        contactChannelId: row.contact_channel_id,
        address: row.address,
      }
    : null;

const FOUND = sql`e.room_id, e.id event_id, e.conversation_id, e.contact_channel_id, ch.address`;

/** In which order: of one mail in two mailboxes the one in this mailbox, and of several the newest. */
const nearest = (mailboxId: string) => sql`(ch.channel_application_id = ${mailboxId}::uuid) desc, e.id desc`;

/**
 * What a mail answers, by the first of these that an e-mail of the account bears, in or out: Message-IDs (`<…>`), or signs of our own subjects
 * (`[#T-1042]`, in capitals).
 */
export async function threadOfIds(
  tx: Tx,
  { accountId, mailboxId }: { accountId: string; mailboxId: string },
  ids: readonly string[],
): Promise<EmailThread | null> {
  if (ids.length === 0) return null;
  const { rows } = await sql<Row>`
    select ${FOUND} from unnest(${ids}::text[]) with ordinality k(id, ord)
      join mail_ids m on m.account_id = ${accountId}::uuid and m.id_hash = sha256(convert_to(k.id, 'UTF8'))
      join events e on e.id = m.event_id
      join contact_channels ch on ch.id = e.contact_channel_id
    where not e.private order by k.ord, ${nearest(mailboxId)} limit 1`.execute(tx);
  return asThread(rows[0]);
}

/** The e-mails of a conversation, by its newest; null where it has none. */
export async function threadOfConversation(tx: Tx, mailboxId: string, conversationId: string): Promise<EmailThread | null> {
  const { rows } = await sql<Row>`
    select ${FOUND} from conversations c
      join events e on e.room_id = c.room_id and e.conversation_id = c.id and e.type = 'EMAIL' and not e.private
      join contact_channels ch on ch.id = e.contact_channel_id
    where c.id = ${conversationId}::uuid order by ${nearest(mailboxId)} limit 1`.execute(tx);
  return asThread(rows[0]);
}

const DAYS = 14;
/** E-mails of one person that are looked through for one of the same subject. */
const LOOKED_THROUGH = 100;

/** What this contact wrote last under this subject, no longer than 14 days ago, in a conversation that is not resolved. */
export async function threadOfSubject(
  tx: Tx,
  { contactId, mailboxId, subject }: { contactId: string; mailboxId: string; subject: string },
): Promise<EmailThread | null> {
  const wanted = plainSubject(subject);
  if (wanted === '') return null;
  const { rows } = await sql<Row & { subject: string }>`
    select ${FOUND}, e.details -> 'email' ->> 'subject' subject
    from (select p.room_id from participants p where p.type = 'CUSTOMER' and p.associated_id = ${contactId}::uuid) r
      join conversations c on c.room_id = r.room_id and c.state <> 'RESOLVED'
      join events e on e.room_id = r.room_id and e.conversation_id = c.id and e.type = 'EMAIL' and e.origin_id = ${contactId}::uuid
        and e.created_at > clock_timestamp() - make_interval(days => ${DAYS})
      join contact_channels ch on ch.id = e.contact_channel_id
    order by ${nearest(mailboxId)} limit ${LOOKED_THROUGH}`.execute(tx);
  return asThread(rows.find((row) => plainSubject(row.subject) === wanted));
}

const PREFIX = /^\s*(?:(?:re|aw|sv|antw|fwd?|wg|отн|отг|пр|препр)(?:\[\d+\])?\s*[:：]|\[#[a-z0-9-]{2,60}\])/iu;

/** A subject without what answering and passing on put before it, and without our sign. */
export function plainSubject(subject: string): string {
  let left = subject.replace(/\[#[a-z0-9-]{2,60}\]\s*$/iu, '');
  for (let found = PREFIX.exec(left); found; found = PREFIX.exec(left)) left = left.slice(found[0].length);
  return left.trim().toLowerCase();
}

/** E-mails of a conversation whose recipients are looked at, the newest first. */
const MOST_LOOKED_AT = 200;

/** Who wrote the e-mails of a thread or was written to: settled addresses. */
export async function peopleOfThread(tx: Tx, { roomId, eventId, conversationId }: EmailThread): Promise<Set<string>> {
  const { rows } = await sql<{ details: EventDetails | null }>`
    select e.details from events e
    where e.room_id = ${roomId}::uuid and e.type = 'EMAIL' and not e.private
      and (e.id = ${eventId}::uuid or e.conversation_id = ${conversationId}::uuid)
    order by e.id desc limit ${MOST_LOOKED_AT}`.execute(tx);
  const said = rows.flatMap(({ details }) => {
    const email = details?.email;
    return email ? [email.from, email.replyTo ?? '', ...email.to, ...email.cc, ...email.bcc] : [];
  });
  return new Set(said.map(mailAddressIn));
}
