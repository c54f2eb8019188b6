import {
  absenceRules,
  autoResolveRules,
  ChannelType,
  capacityWeights,
  sendingRules,
  usualAutoResolve,
  usualSending,
} from '@parley/contract';
import * as z from 'zod/mini';
import type { Reader, Tx } from '../platform/database.ts';

/** Minutes that somebody may be away with conversations in hand, where the account says nothing (domain: rooms and conversations). */
export const USUAL_HAND_BACK_MINUTES = 10;

/** What a channel takes of an agent where the account says nothing: a call everything, five chats fill an agent, ten e-mails. */
const USUAL_WEIGHTS: Readonly<Record<ChannelType, number>> = {
  PHONE: 100,
  LIVECHAT: 20,
  EMAIL: 10,
  FACEBOOK: 20,
  VIBER: 20,
  VIBER_PUBLIC: 20,
  WHATSAPP: 20,
  SMS: 20,
  INTERNAL: 20,
};

/** Settings of an account, with what holds where nothing was chosen (domain). */
export const AccountSettings = z.object({
  /** How messages to customers are sent. */
  undoSendSeconds: z._default(sendingRules.undoSendSeconds, usualSending.undoSendSeconds),
  cancelWhenCustomerWrites: z._default(sendingRules.cancelWhenCustomerWrites, usualSending.cancelWhenCustomerWrites),
  /** When a conversation in which the customer is silent is resolved by itself; read in SQL too, by routing/silence.ts. */
  silentMinutes: z._default(autoResolveRules.silentMinutes, usualAutoResolve.silentMinutes),
  warningMinutes: z._default(autoResolveRules.warningMinutes, usualAutoResolve.warningMinutes),
  warningText: z._default(autoResolveRules.warningText, usualAutoResolve.warningText),
  warnsOutsideChats: z._default(autoResolveRules.warnsOutsideChats, usualAutoResolve.warnsOutsideChats),
  /** How long somebody may be away before what they hold goes back to its queue; read by the SQL function people_away too. */
  handBackAfterMinutes: z._default(absenceRules.handBackAfterMinutes, USUAL_HAND_BACK_MINUTES),
  /** How much of an agent's CAPACITY one conversation takes, by the type of its heaviest channel. */
  capacityWeights: z.pipe(
    z._default(z.partialRecord(ChannelType, capacityWeights.PHONE), {}),
    z.transform((chosen) => ({ ...USUAL_WEIGHTS, ...chosen })),
  ),
});
export type AccountSettings = z.infer<typeof AccountSettings>;

/** The settings of the account that is set on `tx`. Throws when the account does not exist: nobody can cause that. */
export async function accountSettings(tx: Tx | Reader, accountId: string): Promise<AccountSettings> {
  const row = await tx.selectFrom('accounts').select('settings').where('id', '=', accountId).executeTakeFirstOrThrow();
  return AccountSettings.parse(row.settings);
}
