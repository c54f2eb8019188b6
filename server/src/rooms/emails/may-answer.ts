import type { EventDetails } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import { plainSubject } from './threads.ts';

/** One automatic answer to one sender by one mailbox. */
const ONCE_IN = '24 hours';
/** So many of them without a person between stop a thread. */
const MOST_WITHOUT_PERSON = 5;
/** Who writes more than so many mails in so long gets none. */
export const FLOOD = { mails: 20, within: '10 minutes' };
/** Answers of one mailbox under one subject, whoever they go to: who answers them may write from another address each time. */
const MOST_UNDER_SUBJECT = 5;
const UNDER_SUBJECT_IN = '1 hour';

interface Where {
  contactChannelId: string;
  channelApplicationId: string;
}

/**
 * May this sender be written to by nobody (protocols: e-mail, section 7)? Never in answer to a machine's mail, and never so often that two machines could
 * write to each other. Whatever says something by e-mail by itself asks this first.
 */
export async function mayAnswerByItself(tx: Tx, where: Where): Promise<boolean> {
  const on = sql`e.contact_channel_id = ${where.contactChannelId}::uuid and e.channel_seq is not null and e.type = 'EMAIL'`;
  const { rows } = await sql<{ details: EventDetails | null; answered: boolean; alone: number; floods: boolean }>`
    select last.details,
      exists (select from events e where ${on} and e.origin_type = 'SYSTEM' and e.created_at > clock_timestamp() - ${ONCE_IN}::interval) answered,
      (select count(*)::int from events e where ${on} and e.origin_type = 'SYSTEM' and e.channel_seq > coalesce(
        (select max(e.channel_seq) from events e where ${on} and e.origin_type = 'USER'), 0)) alone,
      (select count(*) > ${FLOOD.mails} from events e where ${on} and e.origin_type = 'CUSTOMER'
        and e.created_at > clock_timestamp() - ${FLOOD.within}::interval) floods
    from (select 1) one left join lateral (
      select e.details from events e where ${on} and e.origin_type = 'CUSTOMER' order by e.channel_seq desc limit 1) last on true`.execute(
    tx,
  );
  const [row] = rows;
  if (!row || row.answered || row.floods || row.alone >= MOST_WITHOUT_PERSON) return false;
  const email = row.details?.email;
  if (email?.automatic) return false;
  return email === undefined || (await answersUnder(tx, where, email.subject)) < MOST_UNDER_SUBJECT;
}

/** Counts what was said by itself, under its subject. */
export async function noteAnswer(
  tx: Tx,
  where: Where,
  { accountId, eventId, subject }: { accountId: string; eventId: string; subject: string },
): Promise<void> {
  await sql`
    insert into mail_ids (account_id, id_hash, event_id) values (${accountId}::uuid, ${underSubject(where, subject)}, ${eventId}::uuid)
    on conflict do nothing`.execute(tx);
}

async function answersUnder(tx: Tx, where: Where, subject: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from (
      select 1 from mail_ids m join events e on e.account_id = m.account_id and e.id = m.event_id
      where m.id_hash = ${underSubject(where, subject)} and e.created_at > clock_timestamp() - ${UNDER_SUBJECT_IN}::interval
      limit ${MOST_UNDER_SUBJECT}) n`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** No Message-ID and no sign of a subject looks like this. */
const underSubject = ({ channelApplicationId }: Where, subject: string): RawBuilder<Buffer> =>
  sql`sha256(convert_to(${`answer:${channelApplicationId}:${plainSubject(subject)}`}, 'UTF8'))`;
