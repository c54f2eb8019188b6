import { carrierSettings } from '@parley/contract';
import { z } from 'zod';
import { parse } from 'zod/mini';
import type { Database } from '../../platform/database.ts';
import { enqueue, type Task } from '../../platform/jobs.ts';
import type { Log } from '../../platform/log.ts';
import { messageNotDelivered, noteNotInstead, type RoomsDeps, sendSmsInstead, undelivered } from '../../rooms/index.ts';
import type { Connections } from '../providers/index.ts';
import { fallbackOf } from './layout.ts';
import { FALLS_BACK } from './srvc-reasons.ts';

export const VIBER_FALLBACK_TASK = 'viber:fallback';
const Payload = z.object({ accountId: z.string(), eventId: z.string() });

/** Has a short message go out, where Parley does it, for what Viber could not bring (administration, section 3: fallback SMS sender). */
export function keepViberFallback(db: Database): void {
  db.on(messageNotDelivered, async (tx, messages) => {
    for (const { accountId, eventId, isUnknown } of messages) {
      if (isUnknown) continue;
      const failed = await undelivered(tx, eventId);
      if (failed?.channelType !== 'VIBER' || !FALLS_BACK.has(failed.reason ?? '')) continue;
      await enqueue(tx, VIBER_FALLBACK_TASK, { accountId, eventId }, { key: `${VIBER_FALLBACK_TASK}:${eventId}` });
    }
  });
}

/**
 * Sends it once: not where the carrier does it (`fallbackBy`), where no sender of short messages is set, or where the account has no end of that
 * name. By which end it goes is the account's; its own reports say what becomes of it.
 */
export function viberFallbackTask(rooms: RoomsDeps, connections: Connections, log: Log): Task {
  return async (payload) => {
    const { accountId, eventId } = Payload.parse(payload);
    const on = rooms.db.reader(accountId);
    const failed = await undelivered(on, eventId);
    const connection = failed && (await connections.of(accountId, failed.channelApplicationId));
    if (!failed || !connection?.service) return;
    const { fallbackBy } = parse(carrierSettings.HTTP, connection.service.carrier.settings);
    const fallback = fallbackBy === 'PARLEY' ? fallbackOf(failed.message, connection) : null;
    if (fallback === null) return;
    const sms = await on
      .selectFrom('channel_applications')
      .select('id')
      .where('type', '=', 'SMS')
      .where('sender', '=', fallback.sender)
      .where('active', '=', true)
      .orderBy('id')
      .executeTakeFirst();
    const became = sms ? await sendSmsInstead(rooms, accountId, { eventId, smsApplicationId: sms.id, text: fallback.text }) : 'NO_END';
    if (became !== 'NO_END' && became !== 'OTHERS') return;
    log.warn({ accountId, eventId, became }, 'no short message could go out in place of one that Viber did not bring');
    await noteNotInstead(rooms, accountId, eventId, became);
  };
}
