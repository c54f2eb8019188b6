import { sql } from 'kysely';
import { newId } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database.ts';
import type { SaidStatus } from '../channel-port.ts';
import type { RoomsDeps } from '../deps.ts';
import { asStatus } from './attempt-state.ts';
import { applyReports, lockProviderMessages } from './attempts.ts';
import { lockRoom } from './delivery.ts';
import { applyPartReports } from './part-reports.ts';
import { keptAnswer } from './steps.ts';

/** What a provider reports of a message that it has taken, by its own id of it. */
export interface ProviderReport {
  accountId: string;
  channelApplicationId: string;
  providerMessageId: string;
  /** Ids under which the message may be known instead. */
  alsoKnownAs?: readonly string[];
  status: SaidStatus;
  reason: string | null;
  /** What the provider said of it. */
  answer?: string;
}

/**
 * Applies a provider's report: forward only, so that repeated and late ones change nothing (domain, invariant 6). A report
 * that comes before the answer to the send is kept and applied with it.
 * @returns KEPT when no attempt bears the message's id yet
 */
export async function applyProviderStatus(deps: RoomsDeps, report: ProviderReport): Promise<'APPLIED' | 'UNCHANGED' | 'KEPT'> {
  const { accountId, channelApplicationId, providerMessageId, alsoKnownAs = [], reason, answer } = report;
  const status = asStatus(report.status);
  const ids = [providerMessageId, ...alsoKnownAs];
  return deps.db.inAccount(accountId, async (tx) => {
    await lockProviderMessages(tx, channelApplicationId, ids);
    const attempt = await attemptOf(tx, channelApplicationId, ids);
    if (!attempt) {
      await tx
        .insertInto('provider_reports')
        .values({
          id: newId(),
          account_id: accountId,
          channel_application_id: channelApplicationId,
          provider_message_id: providerMessageId,
          also_known_as: [...alsoKnownAs],
          status,
          reason,
          // Whose it is, is not known yet.
          answer: keptAnswer(answer, ''),
        })
        .execute();
      return 'KEPT';
    }
    const room = await lockRoom(tx, attempt.room_id);
    const place = {
      id: attempt.id,
      accountId,
      eventId: attempt.event_id,
      roomId: attempt.room_id,
      channelApplicationId,
      address: attempt.address,
    };
    const { part } = attempt;
    const changed =
      part === null
        ? await applyReports(deps, tx, room, place, [{ status, reason, answer }])
        : await applyPartReports(deps, tx, room, place, [{ part, status, reason, answer }]);
    return changed ? 'APPLIED' : 'UNCHANGED';
  });
}

interface ReportedAttempt {
  id: string;
  event_id: string;
  room_id: string;
  address: string;
  /** Null: the report is of the whole message. */
  part: number | null;
}

/** Whose message this is, by the first of the ids that fits, and which part of it; of several attempts the newest. */
async function attemptOf(tx: Tx, channelApplicationId: string, ids: readonly string[]): Promise<ReportedAttempt | null> {
  const { rows } = await sql<ReportedAttempt>`
    select a.id, a.event_id, e.room_id, c.address, m.part
    from (
      select p.attempt_id, p.part, p.provider_message_id from attempt_parts p where p.provider_message_id = any(${ids}::text[])
      union all
      select w.id, null, w.provider_message_id from attempts w where w.provider_message_id = any(${ids}::text[])) m
      join attempts a on a.id = m.attempt_id
      join contact_channels c on c.id = a.contact_channel_id
      join events e on e.id = a.event_id
    where c.channel_application_id = ${channelApplicationId}::uuid
    -- A message in parts bears the id of its first: what is said under that id is said of the part.
    order by array_position(${ids}::text[], m.provider_message_id), a.place desc, m.part nulls last limit 1`.execute(tx);
  return rows[0] ?? null;
}
