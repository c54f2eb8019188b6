import { newId } from '../../platform/clock.ts';
import type { SaidStatus } from '../channel-port.ts';
import type { RoomsDeps } from '../deps.ts';
import { asStatus } from './attempt-state.ts';
import { applyReports, lockProviderMessage } from './attempts.ts';
import { lockRoom } from './delivery.ts';
import { keptAnswer } from './steps.ts';

/** What a provider reports of a message that it has taken, by its own id of it. */
export interface ProviderReport {
  accountId: string;
  channelApplicationId: string;
  providerMessageId: string;
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
  const { accountId, channelApplicationId, providerMessageId, reason, answer } = report;
  const status = asStatus(report.status);
  return deps.db.inAccount(accountId, async (tx) => {
    await lockProviderMessage(tx, channelApplicationId, providerMessageId);
    const attempt = await tx
      .selectFrom('attempts as a')
      .innerJoin('contact_channels as c', 'c.id', 'a.contact_channel_id')
      .innerJoin('events as e', 'e.id', 'a.event_id')
      .select(['a.id', 'a.event_id', 'e.room_id', 'c.address'])
      .where('a.provider_message_id', '=', providerMessageId)
      .where('c.channel_application_id', '=', channelApplicationId)
      .orderBy('a.place', 'desc')
      .executeTakeFirst();
    if (!attempt) {
      await tx
        .insertInto('provider_reports')
        .values({
          id: newId(),
          account_id: accountId,
          channel_application_id: channelApplicationId,
          provider_message_id: providerMessageId,
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
    return (await applyReports(deps, tx, room, place, [{ status, reason, answer }])) ? 'APPLIED' : 'UNCHANGED';
  });
}
