import type {
  AssignmentReason,
  EventDataType,
  EventDetails,
  EventFile,
  FileState,
  Mention,
  Message,
  OriginType,
  Quote,
  RichContent,
  UnsupportedMediaType,
} from '@parley/contract';
import type * as z from 'zod/mini';
import { newId } from '../platform/clock.ts';

/** What `store_events` is asked to store. Everything that can be refused is judged there, after the room's lock. */
export interface Draft {
  id: string;
  roomId: string;
  /** The conversation it belongs to; it must be unresolved. */
  conversationId?: string;
  /** Instead of a conversation: the one that its channel is in. NO_CONVERSATION when there is none. */
  joinsConversation?: boolean;
  contactChannelId?: string;
  kind: 'COMMUNICATION' | 'SYSTEM';
  type: EventDataType;
  privateMessage?: boolean;
  origin: OriginType;
  originId: string | null;
  originName: string | null;
  /** Of things that a client sent: repeating it stores nothing. */
  clientMessageId?: string;
  /** Of things that a provider brought, its id of the message: repeating it stores nothing. */
  receipt?: string;
  /** PARTICIPANT: the sender takes part in the room. VISIBLE: the sender may see it. */
  needs?: 'PARTICIPANT' | 'VISIBLE';
  /** The sender sees every external room (permission rooms.readAll). */
  readsAll?: boolean;
  text?: string;
  /** An upload that the event holds from now on; `type` says what it is shown as. */
  file?: { facts: EventFile; uploaderId: string };
  /** A file that its provider has announced; `type` says as what. */
  coming?: { name: string | null };
  /** What it has beside its words: buttons, and what it was where the channel could not carry it over. */
  rich?: RichContent;
  unsupported?: UnsupportedMediaType;
  /** When it began, the e-mail, the call; how the e-mail looks; and files of either, which are kept with the event from now on. */
  details?: EventDetails;
  html?: string;
  fileIds?: readonly string[];
  /** Files that other events of the room hold, and this one from now on too: what it passes on. */
  heldFileIds?: readonly string[];
  /** Among colleagues: what it answers to, and who is named in it. */
  quote?: Quote;
  mentions?: readonly Mention[];
  modifiedParticipants?: ReadonlyArray<{ id: string; type: 'USER' | 'CUSTOMER' | 'CHATBOT'; name: string }>;
  modifiedValue?: string;
  reason?: string;
  /** Where a queue did it, why in numbers. */
  assignment?: AssignmentReason;
  status?: 'SENT' | 'SAVED' | 'PENDING';
  /** An attempt at the provider is to be made of it. */
  attempt?: boolean;
  /** Of an answer to a customer: the highest event that its writer has seen. ANSWERED_SINCE where a colleague has answered above it. */
  seenSeq?: number | undefined;
  /** What its sender can still take back in the room was asked to go before it: OWN_WAIT is no answer any more. */
  behindOwn?: boolean;
}

/** What came from an address: whose it is, and which channel and room that is, is found where it is stored. */
export interface AddressedDraft extends Omit<Draft, 'roomId' | 'contactChannelId' | 'originId' | 'originName'> {
  from: { channelApplicationId: string; address: string };
  /** The delivery that it came in: kept as worked on with the event. OTHERS_WAIT when one of the same address is not yet. */
  raw?: { deliveryKey: string; body: string };
}

export type Verdict =
  | 'STORED'
  | 'DUPLICATE'
  | 'ROOM_NOT_FOUND'
  | 'CONVERSATION_RESOLVED'
  | 'NO_CONVERSATION'
  | 'NOT_A_PARTICIPANT'
  | 'CHANNEL_NOT_FOUND'
  | 'OTHERS_WAIT'
  | 'KEPT_FOR_LATER'
  | 'COLLEAGUE_GONE'
  | 'OWN_WAIT'
  | 'BEHIND_ASKED'
  | 'ANSWERED_SINCE'
  | 'FILE_NOT_FOUND'
  | 'FILE_ALREADY_SENT';

/** One row of `store_events`' answer; `ord` is the draft's place. Events, numbers and times only where there is an event. */
export interface Judged {
  ord: number;
  verdict: Verdict;
  event_id: string;
  room_id: string;
  epoch: number;
  conversation_id: string | null;
  seq: number;
  change: number;
  channel_seq: number | null;
  public_no: number;
  private_no: number;
  created_at: string;
  access_no: number;
  room_type: 'EXTERNAL' | 'INTERNAL' | 'GROUP';
  channel_type: string | null;
  channel_application_id: string | null;
  contact_channel_id: string | null;
  origin_id: string | null;
  origin_name: string | null;
  /** A customer's message in a snoozed conversation: it is due from then on. */
  wakes: boolean | null;
  /** What our end of the channel is called, and the customer's number where the channel goes by numbers. */
  application_name: string | null;
  phone_number: string | null;
}

/** A stored draft with its places. */
export interface Stored {
  draft: Draft;
  judged: Judged;
}

/** The draft with what was found where it was stored. */
export function asStored(draft: Draft | AddressedDraft, judged: Judged): Stored {
  if (!('from' in draft)) return { draft, judged };
  const { from: _from, raw: _raw, ...rest } = draft;
  const found = { roomId: judged.room_id, originId: judged.origin_id, originName: judged.origin_name };
  const { contact_channel_id: contactChannelId } = judged;
  return { draft: { ...rest, ...found, ...(contactChannelId === null ? {} : { contactChannelId }) }, judged };
}

/** What the event will say, as it is stored; null for what says nothing. */
export function messageOf({
  type,
  text,
  file,
  coming,
  privateMessage = false,
  quote,
  mentions,
  rich,
  unsupported,
}: Pick<Draft, 'type' | 'text' | 'file' | 'coming' | 'privateMessage' | 'quote' | 'mentions' | 'rich' | 'unsupported'>): z.infer<
  typeof Message
> | null {
  const words = text?.toWellFormed();
  if (coming) return announcedMessage(type, { text: words ?? null, name: coming.name, fileState: 'COMING' });
  const refers = {
    ...(mentions === undefined ? {} : { mentions: mentions.map((one) => ({ ...one })) }),
    ...(quote === undefined ? {} : { quote }),
  };
  if (file) return { type: type === 'IMAGE' ? 'IMAGE' : 'FILE', text: words ?? null, privateMessage, ...file.facts, ...refers };
  const said = { text: words ?? null, privateMessage, ...storable(rich ?? {}) };
  if (unsupported) return { type: 'UNSUPPORTED_MEDIA', ...said, unsupportedMediaType: unsupported };
  if (rich) return { type: 'RICH_MEDIA', ...said };
  return words === undefined ? null : { type: 'TEXT', text: words, privateMessage, ...refers };
}

/** What the event will tell beside its message. */
export const detailsOf = ({ details }: Pick<Draft, 'details'>): EventDetails => storable(details ?? {});

/** The same without what PostgreSQL cannot hold: U+0000 goes, and lone surrogates are replaced. */
const storable = <Value>(value: Value): Value =>
  JSON.parse(JSON.stringify(value, (_name, part: unknown) => (typeof part === 'string' ? withoutNul(part) : part))) as Value;
const withoutNul = (text: string): string => text.replaceAll('\u0000', '').toWellFormed();

/** What a message says whose file is not here: what came with it, and what is known of it. */
export function announcedMessage(
  type: EventDataType,
  { text, name, fileState }: { text: string | null; name: string | null; fileState: FileState },
): z.infer<typeof Message> {
  const known = name === null ? {} : { fileName: name.toWellFormed() };
  return { type: type === 'IMAGE' ? 'IMAGE' : 'FILE', text, privateMessage: false, fileState, ...known };
}

/** The draft as the function reads it; lone surrogates would make the whole batch fail. */
export function encodeDraft(draft: Draft | AddressedDraft): unknown {
  return {
    ...('from' in draft ? encodeOrigin(draft) : encodePlace(draft)),
    id: draft.id,
    conv: draft.conversationId,
    join: draft.joinsConversation,
    kind: draft.kind,
    type: draft.type,
    private: draft.privateMessage,
    origin: draft.origin,
    key: draft.clientMessageId,
    receipt: draft.receipt,
    needs: draft.needs,
    readAll: draft.readsAll,
    message: messageOf(draft) ?? undefined,
    details: draft.details && detailsOf(draft),
    html: draft.html === undefined ? undefined : withoutNul(draft.html),
    files: filesOf(draft),
    file: draft.file?.facts.fileId,
    uploader: draft.file?.uploaderId,
    participants: draft.modifiedParticipants,
    value: draft.modifiedValue?.toWellFormed(),
    reason: draft.reason,
    assignment: draft.assignment,
    status: draft.status,
    attempt: draft.attempt,
    seen: draft.seenSeq,
    behind: draft.behindOwn,
  };
}

const filesOf = ({ fileIds = [], heldFileIds = [] }: Pick<Draft, 'fileIds' | 'heldFileIds'>) =>
  fileIds.length + heldFileIds.length === 0 ? undefined : [...fileIds, ...heldFileIds];

const encodePlace = ({ roomId, contactChannelId, originId, originName }: Draft) => ({
  room: roomId,
  channel: contactChannelId,
  sender: originId,
  name: originName?.toWellFormed(),
});

const encodeOrigin = ({ from, raw }: AddressedDraft) => ({
  application: from.channelApplicationId,
  address: from.address,
  raw: raw && { id: newId(), key: raw.deliveryKey, body: raw.body },
});
