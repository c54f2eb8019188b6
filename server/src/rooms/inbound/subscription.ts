import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import { roomOfContact } from '../customer-side.ts';
import type { RoomsDeps } from '../deps.ts';
import { inRooms, roomWork } from '../work.ts';
import { type AddressOfPlace, channelOfAddress, findChannel, type KnownChannel } from './channel-of-address.ts';

/** What a provider tells of a subscription. */
export interface ToldSubscription extends AddressOfPlace {
  subscribed: boolean;
  /** By the provider's clock. */
  at: string;
}

/**
 * Keeps with a customer's channel that they have subscribed to it or left it, as an entry of the room's history (communications, section 3), and has
 * all told who see the room. What came before, or is older than what was told last, changes nothing, so that it may be brought in any order and
 * again. Whoever subscribes becomes a contact; of somebody unknown who leaves nothing is kept.
 */
export async function applySubscription(deps: RoomsDeps, told: ToldSubscription): Promise<void> {
  await inRooms(deps.db, told.accountId, async (tx) => {
    const channel = told.subscribed ? await channelOfAddress(tx, told) : await findChannel(tx, told);
    if (channel !== null) await keepSubscription(tx, told, channel);
  });
}

/** Who had left writes again where writing subscribes: they are back. Changes nothing for anybody else. */
export async function comeBack(deps: RoomsDeps, told: Omit<ToldSubscription, 'subscribed'>): Promise<void> {
  const { hasLeft } = await deps.inboundRows.standing(told.accountId, { ...told, profile: { name: null, picture: null } });
  if (hasLeft) await applySubscription(deps, { ...told, subscribed: true });
}

async function keepSubscription(tx: Tx, { accountId, subscribed, at }: ToldSubscription, known: KnownChannel): Promise<void> {
  const { contactChannelId, contactId, contactName } = known;
  const work = await roomWork(tx, accountId, await roomOfContact(tx, accountId, contactId));
  const before = await tx
    .selectFrom('contact_channels as ch')
    .leftJoin('conversation_channels as cc', (join) => join.onRef('cc.contact_channel_id', '=', 'ch.id').on('cc.open', '=', true))
    .select(['ch.unsubscribed', 'ch.subscription_at', 'cc.conversation_id'])
    .select(sql<boolean>`coalesce(ch.subscription_at >= ${at}::timestamptz, false)`.as('is_late'))
    .where('ch.id', '=', contactChannelId)
    .executeTakeFirstOrThrow();
  if (before.is_late) return;
  const isNews = before.unsubscribed === subscribed || before.subscription_at === null;
  await tx
    .updateTable('contact_channels')
    .set({ unsubscribed: !subscribed, subscription_at: at })
    .where('id', '=', contactChannelId)
    .execute();
  if (!isNews) return;
  work.channelChanged(contactChannelId);
  await work.record([
    {
      ...(before.conversation_id !== null && { conversationId: before.conversation_id }),
      contactChannelId,
      kind: 'SYSTEM',
      type: subscribed ? 'CUSTOMER_SUBSCRIBED' : 'CUSTOMER_UNSUBSCRIBED',
      origin: 'CUSTOMER',
      originId: contactId,
      originName: contactName,
    },
  ]);
}
