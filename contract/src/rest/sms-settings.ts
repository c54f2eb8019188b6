import * as z from 'zod/mini';
import { SmsSetting, smsSettingFields } from '../entities/channel-end.ts';
import { ClientCreationId } from '../entities/primitives.ts';
import { pageOf, replacements, route } from './access.ts';
import { administerEnds, ChannelEndsQuery, inAccount, ofEnd, storedEnd } from './channel-ends.ts';

const { status, ...needed } = smsSettingFields;

/** Switched on where nothing else is said. */
export const NewSmsSetting = z.object({ ...needed, status: z.optional(status), clientEndId: z.optional(ClientCreationId) });
export type NewSmsSetting = z.infer<typeof NewSmsSetting>;

/** The senders of short messages of an account, for super admins alone (administration, sections 2 and 6). */
export const smsSettings = {
  list: route(administerEnds, 'GET', '/accounts/{accountId}/sms-settings', 'SMS settings of an account, by page')
    .input(z.object({ params: inAccount, query: ChannelEndsQuery }))
    .output(pageOf(SmsSetting)),
  /**
   * Throws CARRIER_SERVICE_NOT_FOUND, CARRIER_SERVICE_OF_OTHER_CHANNEL, CHANNEL_END_NAME_TAKEN, SENDER_NAME_ONE_WAY, SENDER_TAKEN,
   * CREATION_ID_USED.
   */
  create: route(administerEnds, 'POST', '/accounts/{accountId}/sms-settings', 'Make an SMS setting')
    .input(z.object({ params: inAccount, body: NewSmsSetting }))
    .output(storedEnd(SmsSetting)),
  /** Throws SMS_SETTING_NOT_FOUND. */
  one: route(administerEnds, 'GET', '/accounts/{accountId}/sms-settings/{endId}', 'One SMS setting')
    .input(z.object({ params: ofEnd }))
    .output(SmsSetting),
  /** Holds for the next message. Throws as `create`, and SMS_SETTING_NOT_FOUND. */
  change: route(administerEnds, 'PATCH', '/accounts/{accountId}/sms-settings/{endId}', 'Change an SMS setting')
    .input(z.object({ params: ofEnd, body: replacements(smsSettingFields) }))
    .output(storedEnd(SmsSetting)),
  /** The address before it is nobody's at once. Throws SMS_SETTING_NOT_FOUND. */
  newHookAddress: route(
    administerEnds,
    'POST',
    '/accounts/{accountId}/sms-settings/{endId}/hook-address',
    'Another address for the carrier to call',
  )
    .input(z.object({ params: ofEnd }))
    .output(storedEnd(SmsSetting)),
  /** Throws SMS_SETTING_NOT_FOUND, CHANNEL_END_WAS_USED. */
  remove: route(administerEnds, 'DELETE', '/accounts/{accountId}/sms-settings/{endId}', 'Delete an SMS setting over which nothing went')
    .input(z.object({ params: ofEnd }))
    .output(z.object({})),
};
