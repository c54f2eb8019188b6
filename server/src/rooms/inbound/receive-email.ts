import { newId } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database.ts';
import type { SpecialContent } from '../channel-port.ts';
import { roomOfContact } from '../customer-side.ts';
import type { EmailThread } from '../emails/threads.ts';
import { recordBesides, recordIncoming } from '../receive.ts';
import { type RoomWork, roomWork } from '../work.ts';
import { channelOfAddress, type InboundPlace, type KnownChannel } from './channel-of-address.ts';
import { specialContent } from './special-content.ts';

/** An e-mail that came to a mailbox, and whose it is. Its files are uploads of the mailbox's own. */
export interface ComingEmail {
  place: InboundPlace;
  /** Settled. */
  address: string;
  name: string | null;
  content: Extract<SpecialContent, { type: 'EMAIL' }>;
  /** Into which room it goes; null: into its sender's own. */
  into: EmailThread | null;
  /** A machine's answer: it joins what is open, and begins nothing where there was a conversation before. */
  isAnswer: boolean;
}

/** Who this address is of at this mailbox, made where there is nobody yet; `joined` as of `channelOfAddress`. */
export type EmailSender = KnownChannel & { joined: boolean };
export const emailSender = (tx: Tx, { place, address, name }: Pick<ComingEmail, 'place' | 'address' | 'name'>): Promise<EmailSender> =>
  channelOfAddress(tx, { ...place, address, name });

/**
 * Stores an e-mail in the room that it belongs to (domain: e-mail has several people). In another one's room its sender becomes a further customer of
 * it, and it goes by the channel that the room's customer has at this mailbox. Inside `inRooms`; locks in the order channel, room.
 */
export async function recordEmail(tx: Tx, sender: EmailSender, coming: ComingEmail): Promise<{ roomId: string; eventId: string }> {
  const { place, content, into, isAnswer } = coming;
  const { accountId } = place;
  const { contactId, contactName } = sender;
  const by = into === null ? sender : await customersChannel(tx, sender, coming, into);
  const roomId = await roomOfContact(tx, accountId, by.contactId);
  const work = await roomWork(tx, accountId, roomId);
  if (by.joined) work.channelChanged(by.contactChannelId);
  if (by.contactId !== contactId) await takePart(work, contactId);
  const special = specialContent(content, '');
  const incoming = { accountId, roomId, contactChannelId: by.contactChannelId, contactId, contactName, text: null, special };
  if (isAnswer && (await hadConversation(tx, by.contactChannelId))) return { roomId, eventId: await recordBesides(work, incoming) };
  const [eventId] = await recordIncoming(work, incoming);
  return { roomId, eventId };
}

/** The channel at this mailbox of whom the thread is with. */
async function customersChannel(tx: Tx, sender: EmailSender, { place }: ComingEmail, into: EmailThread): Promise<EmailSender> {
  const row = await tx
    .selectFrom('contact_channels')
    .select(['id', 'contact_id', 'channel_application_id'])
    .where('id', '=', into.contactChannelId)
    .executeTakeFirst();
  if (row?.contact_id === sender.contactId) return sender;
  if (row?.channel_application_id === place.channelApplicationId)
    return { contactChannelId: row.id, contactId: row.contact_id, contactName: null, joined: false };
  return channelOfAddress(tx, { ...place, address: into.address, name: null });
}

async function takePart(work: RoomWork, contactId: string): Promise<void> {
  const made = await work.tx
    .insertInto('participants')
    .values({ id: newId(), account_id: work.accountId, room_id: work.roomId, type: 'CUSTOMER', associated_id: contactId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made) work.participantsChanged();
}

async function hadConversation(tx: Tx, contactChannelId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('conversation_channels')
    .select('conversation_id')
    .where('contact_channel_id', '=', contactChannelId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
