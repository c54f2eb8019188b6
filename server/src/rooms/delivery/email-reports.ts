import { type EventDetails, mailAddressIn } from '@parley/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import type { RoomsDeps } from '../deps.ts';
import { applyReports } from './attempts.ts';
import { lockRoom } from './delivery.ts';
import type { Report } from './settled.ts';
import { keepIdleStep, keptAnswer } from './steps.ts';

/** What servers on the way say of an e-mail of ours, by recipient. */
export interface EmailReport {
  accountId: string;
  /** The mailbox that the report came to. */
  mailboxId: string;
  /** Of the e-mail, `<…>`; null where the report does not tell: it is then found by whom it went to. */
  messageId: string | null;
  /** `addresses`: under which its sender may know this recipient, settled; none where the report names nobody. */
  recipients: ReadonlyArray<Report & { addresses: readonly string[] }>;
}

interface Reported {
  id: string;
  event_id: string;
  room_id: string;
  address: string;
  channel_application_id: string;
  details: EventDetails;
}

/**
 * Applies what is said of an e-mail, forward only, as reports of every provider are. It stands for the whole e-mail where it is said of somebody in its To,
 * or of nobody by name; of others it is told in its way alone.
 * @returns the room of the e-mail; null where no e-mail of ours fits
 */
export async function applyEmailReport(deps: RoomsDeps, tx: Tx, report: EmailReport): Promise<string | null> {
  const { accountId, recipients } = report;
  const found = report.messageId === null ? await byRecipient(tx, report) : await byMessageId(tx, report.messageId);
  if (found === null) return null;
  const { id, event_id: eventId, room_id: roomId, address, channel_application_id: channelApplicationId, details } = found;
  const place = { id, accountId, eventId, roomId, channelApplicationId, address };
  const room = await lockRoom(tx, roomId);
  const to = new Set([address, ...(details.email?.to ?? []).map(mailAddressIn)]);
  const isOfAll = ({ addresses }: { addresses: readonly string[] }) => addresses.length === 0 || addresses.some((one) => to.has(one));
  await applyReports(deps, tx, room, place, recipients.filter(isOfAll));
  for (const { status, reason, answer } of recipients.filter((one) => !isOfAll(one)))
    await keepIdleStep(tx, place, { step: status, reason, answer: keptAnswer(answer, address) });
  return roomId;
}

const REPORTED = sql`a.id, a.event_id, e.room_id, ch.address, ch.channel_application_id, e.details`;

async function byMessageId(tx: Tx, messageId: string): Promise<Reported | null> {
  const { rows } = await sql<Reported>`
    select ${REPORTED} from mail_ids m
      join events e on e.account_id = m.account_id and e.id = m.event_id and e.origin_type <> 'CUSTOMER'
      join attempts a on a.event_id = e.id
      join contact_channels ch on ch.id = a.contact_channel_id
    where m.id_hash = sha256(convert_to(${messageId}, 'UTF8')) order by a.place desc limit 1`.execute(tx);
  return rows[0] ?? null;
}

/** What went to one of these last, and not long ago. */
async function byRecipient(tx: Tx, { mailboxId, recipients }: EmailReport): Promise<Reported | null> {
  const addresses = recipients.flatMap((one) => one.addresses);
  const { rows } = await sql<Reported>`
    select ${REPORTED} from unnest(${addresses}::text[]) with ordinality k(address, ord)
      join contact_channels ch on ch.channel_application_id = ${mailboxId}::uuid and ch.address = k.address
      cross join lateral (
        select e.id, e.room_id, e.details from events e
        where e.contact_channel_id = ch.id and e.status in ('SENT', 'DELIVERED') and e.type = 'EMAIL' and e.origin_type <> 'CUSTOMER'
          and e.channel_seq is not null and e.created_at > clock_timestamp() - interval '7 days'
        order by e.channel_seq desc limit 1) e
      join attempts a on a.event_id = e.id
    order by k.ord, a.place desc limit 1`.execute(tx);
  return rows[0] ?? null;
}
