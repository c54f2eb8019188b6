import { newId } from '../../platform/clock.ts';
import { isConnectionLoss } from '../../platform/connection-loss.ts';
import type { Tx } from '../../platform/database.ts';
import { atMost } from '../../platform/gather.ts';
import type { AnnouncedFile, Channel, SpecialContent } from '../channel-port.ts';
import { roomOfContact } from '../customer-side.ts';
import type { RoomsDeps } from '../deps.ts';
import { recordIncoming } from '../receive.ts';
import { inRooms, roomWork } from '../work.ts';
import { type AddressOfPlace, channelOfAddress, type InboundPlace } from './channel-of-address.ts';
import type { RawDelivery } from './inbound-rows.ts';
import { specialContent } from './special-content.ts';
import { keepProfile, profileOf } from './told-profile.ts';

export interface ProviderMessage extends AddressOfPlace {
  providerMessageId: string;
  text: string;
  /** Who had left the channel before is back on it. */
  subscribedAt?: string;
  /** Announced with it: they are fetched once it is stored. */
  files?: readonly AnnouncedFile[];
  content?: SpecialContent;
}

/** A message that begins something takes a dozen round trips; so many such at once leave connections to everybody else. */
const BEGINNING_AT_ONCE = 4;
const beginning = atMost(BEGINNING_AT_ONCE);

/**
 * Stores a customer's message once (domain, invariants 1 and 4). One that joins the conversation that its address is in
 * goes with others in a lane; any other begins what is missing.
 * @returns the event's id, also when the same message came before
 */
export async function receiveFromProvider(deps: RoomsDeps, message: ProviderMessage): Promise<string> {
  if (isPlain(message)) return (await joinConversation(deps, message)) ?? beginning(() => begin(deps, message));
  // What it announces is stored with it, in the transaction of those that begin something.
  const eventId = await beginning(() => begin(deps, message));
  deps.comingFiles.raise();
  return eventId;
}

const isPlain = ({ files = [] }: { files?: readonly AnnouncedFile[] }): boolean => files.length === 0;

/**
 * Makes an event of a delivery that holds one message of its address, which joins a conversation, and keeps the delivery as
 * worked on with it.
 * @returns false when it has to wait to be worked on: anything else in it, unreadable, nothing to join, or behind others of its
 *   address. Nothing is stored then. Rejects when the database stays away.
 */
export async function receiveAtOnce(deps: RoomsDeps, place: InboundPlace, delivery: RawDelivery): Promise<boolean> {
  const message = onlyMessageIn(deps.channels.of(place.channelType), delivery);
  if (!message) return false;
  const profile = profileOf(message);
  const asks = message.subscribedAt !== undefined || profile.name !== null || profile.picture !== null;
  const standing = asks ? await deps.inboundRows.standing(place.accountId, { ...place, ...message, profile }) : null;
  // That they are back is told first, where everything raw is worked on.
  if (message.subscribedAt !== undefined && standing?.hasLeft) return false;
  try {
    if ((await joinConversation(deps, { ...message, ...place, raw: delivery })) === null) return false;
  } catch (error) {
    if (isConnectionLoss(error)) throw error;
    // What cannot be stored like this is stored raw: it is tried, and its error told, where everything raw is.
    return false;
  }
  if (standing?.isNews) await keepProfile(deps, { ...message, ...place }, profile);
  return true;
}

function onlyMessageIn(channel: Channel | undefined, { address, body }: RawDelivery) {
  try {
    const [reading, ...more] = channel?.read(body) ?? [];
    return reading?.kind === 'MESSAGE' && reading.address === address && isPlain(reading) && more.length === 0 ? reading : null;
  } catch {
    // It goes into quarantine when it is worked on.
    return null;
  }
}

/** Null when there is no conversation to join, or when the address, its channel or its room changed at this very moment. */
async function joinConversation(deps: RoomsDeps, message: ProviderMessage & { raw?: RawDelivery }): Promise<string | null> {
  const { accountId, channelApplicationId, providerMessageId, address, text, content, raw } = message;
  const judged = await deps.lanes.store(accountId, {
    id: newId(),
    from: { channelApplicationId, address },
    joinsConversation: true,
    kind: 'COMMUNICATION',
    type: 'MESSAGE',
    origin: 'CUSTOMER',
    receipt: providerMessageId,
    ...(content ? specialContent(content, text) : { text }),
    ...(raw && { raw }),
  });
  return judged.verdict === 'STORED' || judged.verdict === 'DUPLICATE' ? judged.event_id : null;
}

/**
 * With the contact, channel and room that its address has or now gets, in one transaction. Locks in the order channel, room.
 */
async function begin(deps: RoomsDeps, message: ProviderMessage): Promise<string> {
  const { accountId, channelApplicationId, providerMessageId, text, files = [], content } = message;
  return inRooms(deps.db, accountId, async (tx) => {
    const known = await receiptOf(tx, message);
    if (known) return known;
    const { contactChannelId, contactId, contactName, joined } = await channelOfAddress(tx, message);
    const roomId = await roomOfContact(tx, accountId, contactId);
    const work = await roomWork(tx, accountId, roomId);
    // The same message again waits for the room; only here it is certain whether it is stored.
    const meanwhile = await receiptOf(tx, message);
    if (meanwhile) return meanwhile;
    if (joined) work.channelChanged(contactChannelId);
    const special = content && { special: specialContent(content, text) };
    const incoming = { accountId, roomId, contactChannelId, contactId, contactName, text: content ? null : text, ...special };
    const eventIds = await recordIncoming(work, incoming, files);
    await expectFiles(tx, message, eventIds);
    await tx
      .insertInto('inbound_receipts')
      .values({
        account_id: accountId,
        channel_application_id: channelApplicationId,
        provider_message_id: providerMessageId,
        event_id: eventIds[0],
      })
      .execute();
    return eventIds[0];
  });
}

/** The announced files of these events are to be fetched from now on. */
async function expectFiles(
  tx: Tx,
  { accountId, channelApplicationId, files = [] }: ProviderMessage,
  eventIds: readonly string[],
): Promise<void> {
  if (files.length === 0) return;
  const rows = files.map(({ reference }, index) => ({
    account_id: accountId,
    event_id: eventIds[index] as string,
    channel_application_id: channelApplicationId,
    reference,
  }));
  await tx.insertInto('coming_files').values(rows).execute();
}

async function receiptOf(tx: Tx, { channelApplicationId, providerMessageId }: ProviderMessage): Promise<string | null> {
  const row = await tx
    .selectFrom('inbound_receipts')
    .select('event_id')
    .where('channel_application_id', '=', channelApplicationId)
    .where('provider_message_id', '=', providerMessageId)
    .executeTakeFirst();
  return row?.event_id ?? null;
}
