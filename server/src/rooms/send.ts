import {
  type ChannelType,
  INTERNAL_CHANNEL_ID,
  messageKind,
  type SendAnswer,
  type SendFile,
  type SendNote,
  type SendText,
} from '@parley/contract';
import type { Actor } from '../accounts/index.ts';
import { fileToSend } from '../files/index.ts';
import { newId } from '../platform/clock.ts';
import { type Problem, problem } from '../platform/problem.ts';
import { readsAll } from './access.ts';
import { unreadAnswer } from './answered-since.ts';
import { type Reference, refersTo, storeReferring } from './colleagues/send-among-colleagues.ts';
import { type Outward, storeForProvider } from './delivery/send-to-provider.ts';
import type { RoomsDeps } from './deps.ts';
import type { Draft, Judged, Verdict } from './draft.ts';
import { hasJoined } from './joining.ts';
import { requireVisible } from './reading/history.ts';
import { requireRepeated } from './repeated-send.ts';
import { endSentDraft } from './room-drafts.ts';
import { sendOwnHeldFirst, wayIsFree } from './scheduled/store-scheduled.ts';
import { requireSmsFits } from './sms-length.ts';

const REFUSALS = {
  ROOM_NOT_FOUND: 'ROOM_NOT_FOUND',
  CONVERSATION_RESOLVED: 'CONVERSATION_RESOLVED',
  // The channel is in no conversation any more: it was resolved while the words were written.
  NO_CONVERSATION: 'CONVERSATION_RESOLVED',
  NOT_A_PARTICIPANT: 'ROOM_NOT_A_PARTICIPANT',
  CHANNEL_NOT_FOUND: 'CHANNEL_NOT_FOUND',
  // Under this id something waits that is sent later, or was: it must not go twice.
  KEPT_FOR_LATER: 'CLIENT_MESSAGE_ID_USED',
  // Its writer is asked about what they sent before on the channel.
  BEHIND_ASKED: 'BEHIND_ASKED',
  COLLEAGUE_GONE: 'COLLEAGUE_GONE',
  FILE_NOT_FOUND: 'FILE_NOT_FOUND',
  FILE_ALREADY_SENT: 'FILE_ALREADY_SENT',
} as const satisfies Record<Exclude<Verdict, 'STORED' | 'DUPLICATE' | 'OTHERS_WAIT' | 'OWN_WAIT' | 'ANSWERED_SINCE'>, string>;

/** The verdict as the answer to the sender; throws the refusal. A repeated send is answered as the first was. */
export function answerOf(judged: Judged): SendAnswer {
  if (judged.verdict === 'OTHERS_WAIT') throw new Error('only what a provider brought waits for others');
  if (judged.verdict === 'OWN_WAIT') throw new Error('what its sender sent before was asked to go first');
  if (judged.verdict === 'ANSWERED_SINCE') throw new Error('its writer was to be asked about what a colleague has answered');
  if (judged.verdict !== 'STORED' && judged.verdict !== 'DUPLICATE') throw refusal(judged.verdict);
  return {
    roomId: judged.room_id,
    eventId: judged.event_id,
    seq: judged.seq,
    change: judged.change,
    publicNo: judged.public_no,
    privateNo: judged.private_no,
  };
}

function refusal(verdict: keyof typeof REFUSALS): Problem {
  return problem(REFUSALS[verdict]);
}

/**
 * An agent writes to the customer, or in an internal or group room. Live chat: on a channel that is in a conversation; the
 * stored message is sent. A channel that goes by a provider: as its messaging state says, and pending until the provider
 * has it.
 * Throws ROOM_NOT_FOUND, ROOM_NOT_A_PARTICIPANT, COLLEAGUE_GONE in a chat of two whose other one is no user any more, CONVERSATION_RESOLVED, CHANNEL_NOT_FOUND, CHANNEL_NOT_CONNECTED and the
 * refusals of the messaging state; COLLEAGUE_ANSWERED where a colleague has answered above what its writer has seen; BEHIND_ASKED while they are asked that of
 * what they sent before on the channel; MESSAGE_OF_OTHER_KIND on SMS and e-mail channels; SMS_TOO_LONG; COLLEAGUES_ONLY for a quote or a mention that a customer would read; among colleagues what
 * `storeReferring` says.
 */
export function sendText(deps: RoomsDeps, actor: Actor, message: SendText): Promise<SendAnswer> {
  return endingDraft(deps, actor, message, send(deps, actor, { ...message, type: 'MESSAGE' }));
}

/** Its draft ends with the message; the answer comes when both are done. */
export async function endingDraft(
  deps: RoomsDeps,
  actor: Actor,
  message: { roomId: string; clientMessageId: string },
  sending: Promise<SendAnswer>,
): Promise<SendAnswer> {
  const answer = await sending;
  await endSentDraft(deps, actor, message);
  return answer;
}

/**
 * The same of a file that the sender has uploaded, with or without words. `IMAGE` refuses what is no picture. An upload is
 * sent once; one whose send is refused can be sent again.
 * Throws also FILE_NOT_FOUND, FILE_NOT_AN_IMAGE, FILE_ALREADY_SENT and CHANNEL_WITHOUT_FILES.
 */
export async function sendFile(deps: RoomsDeps, actor: Actor, type: 'IMAGE' | 'FILE', message: SendFile): Promise<SendAnswer> {
  const { text, fileId, ...where } = message;
  const file = await uploadOf(deps, actor, fileId, type);
  return endingDraft(deps, actor, message, send(deps, actor, { ...where, ...words(text), type, file }));
}

const words = (text: string | null) => (text === null ? {} : { text });

/** An upload of this person's. Throws FILE_NOT_FOUND and FILE_NOT_AN_IMAGE. */
export function uploadOf(deps: RoomsDeps, { accountId, userId }: Actor, fileId: string, wanted?: 'IMAGE' | 'FILE') {
  const uploader = { by: 'USER', accountId, id: userId } as const;
  return fileToSend(deps.db.reader(accountId), uploader, fileId, wanted === 'IMAGE' ? wanted : undefined);
}

/** Stores what an agent sends, as `sendText` says; its draft does not end with it. */
export async function send(
  deps: RoomsDeps,
  actor: Actor,
  { quotedEventId, mentions, ...message }: Outward & Reference,
): Promise<SendAnswer> {
  const { channelId, ...base } = message;
  const reference = { quotedEventId, mentions };
  if (channelId === INTERNAL_CHANNEL_ID) return store(deps, actor, { ...base, needs: 'PARTICIPANT' }, reference);
  // What customers read bears nothing of what colleagues say among themselves.
  if (refersTo(reference)) throw problem('COLLEAGUES_ONLY');
  const type = await deps.channelTypes.of(actor.accountId, channelId);
  const channel = { contactChannelId: channelId, joinsConversation: true };
  await requireOwnKind(deps, actor, message, type);
  await requireOwnLength(deps, actor, message, type);
  // A channel that does not exist is judged with the room: who may not see the room learns nothing of its channels.
  if (type === null || type === 'LIVECHAT') return store(deps, actor, { ...base, ...channel, status: 'SENT', needs: 'PARTICIPANT' });
  const stored = await storeForProvider(deps, actor, message, (work) => wayIsFree(deps, work, { authorId: actor.userId, channelId }));
  if (stored) return stored;
  // Sent before: this finds what was stored under its key.
  return store(deps, actor, { ...base, ...channel, status: 'PENDING', attempt: true, needs: 'PARTICIPANT' });
}

/** What the event of each kind of message is called. */
const EVENT_OF_KIND = {
  TEXT: 'MESSAGE',
  INTERNAL_TEXT: 'MESSAGE',
  NOTE: 'MESSAGE',
  SMS: 'SMS',
  EMAIL: 'EMAIL',
  IMAGE: 'IMAGE',
  FILE: 'FILE',
} as const;

/** Which kinds a channel takes beside those of `messageKind` it says itself (`Channel.takes`). Who may not see the room learns nothing of its channels. */
async function requireOwnKind(deps: RoomsDeps, actor: Actor, { type, roomId }: Outward, channelType: string | null): Promise<void> {
  if (channelType === null || type === 'RICH_MEDIA' || type === 'UNSUPPORTED_MEDIA') return;
  const attachment = type === 'IMAGE' || type === 'FILE' ? type : null;
  if (EVENT_OF_KIND[messageKind(channelType as ChannelType, attachment)] === type) return;
  await requireVisible(deps.db.reader(actor.accountId), actor, roomId);
  throw problem('MESSAGE_OF_OTHER_KIND');
}

/** Who may not see the room is told that, whatever they have written. */
async function requireOwnLength(deps: RoomsDeps, actor: Actor, { text, roomId }: Outward, channelType: string | null): Promise<void> {
  try {
    requireSmsFits(channelType, text);
  } catch (refusal) {
    await requireVisible(deps.db.reader(actor.accountId), actor, roomId);
    throw refusal;
  }
}

/**
 * A private note of words, a file, or both, by anybody who may see the room, and sees it from then on. It has no channel, so no path can carry it to a
 * customer. Throws ROOM_NOT_FOUND, COLLEAGUE_GONE, FILE_NOT_FOUND and FILE_ALREADY_SENT.
 */
export async function sendNote(deps: RoomsDeps, actor: Actor, note: SendNote): Promise<SendAnswer> {
  const { text, fileId, quotedEventId, mentions, ...where } = note;
  const reference = { quotedEventId, mentions };
  const base = { ...where, ...words(text), needs: 'VISIBLE', privateMessage: true } as const;
  if (fileId === undefined) return endingDraft(deps, actor, note, store(deps, actor, { ...base, type: 'MESSAGE' }, reference));
  const { kind, facts, uploaderId } = await uploadOf(deps, actor, fileId);
  return endingDraft(deps, actor, note, store(deps, actor, { ...base, type: kind, file: { facts, uploaderId } }, reference));
}

async function store(
  deps: RoomsDeps,
  actor: Actor,
  part: Pick<Draft, 'roomId' | 'type' | 'needs'> & { clientMessageId: string } & Partial<Draft>,
  reference: Reference = {},
): Promise<SendAnswer> {
  const draft = {
    ...part,
    id: newId(),
    kind: 'COMMUNICATION',
    origin: 'USER',
    originId: actor.userId,
    originName: actor.name,
    readsAll: readsAll(actor),
  } as const satisfies Draft;
  const joins = draft.privateMessage === true && !(await hasJoined(deps.db.reader(actor.accountId), actor, draft.roomId));
  if (refersTo(reference) || joins) return storeReferring(deps, actor, draft, reference);
  const judged = await storeBehindOwn(deps, actor, draft);
  const asked = judged.verdict === 'ANSWERED_SINCE' ? await unreadAnswer(deps.db.reader(actor.accountId), actor, draft) : null;
  if (asked !== null) throw asked;
  await requireRepeated(deps.db.reader(actor.accountId), draft, judged);
  return answerOf(judged);
}

/** Whoever can still take back what they sent before in the room sends that first: nothing of theirs overtakes. */
async function storeBehindOwn(deps: RoomsDeps, actor: Actor, draft: Draft): Promise<Judged> {
  const judged = await deps.lanes.store(actor.accountId, draft);
  if (judged.verdict !== 'OWN_WAIT') return judged;
  await sendOwnHeldFirst(deps, actor, draft.roomId);
  return deps.lanes.store(actor.accountId, { ...draft, behindOwn: true });
}
