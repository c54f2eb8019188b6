import type { NewScheduledMessage, ScheduledChange, ScheduledMessage } from '@parley/contract';
import { sql, type Updateable } from 'kysely';
import { type Actor, mayDo } from '../../accounts/index.ts';
import { announce } from '../../platform/announce.ts';
import { newId } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import type { ScheduledMessages } from '../../platform/schema.ts';
import { requireVisibleRoom } from '../access.ts';
import { scheduledAgain, scheduledNotSent } from '../announcements.ts';
import { unreadAnswer } from '../answered-since.ts';
import { requireMayReplace } from '../delivery/sent-anew.ts';
import type { RoomsDeps } from '../deps.ts';
import { requireReferences } from '../emails/email-references.ts';
import { eventOfKey } from '../repeated-send.ts';
import { endSentDraft } from '../room-drafts.ts';
import { requireSmsFits } from '../sms-length.ts';
import { requireFilesWithinLimits } from '../within-limits.ts';
import { inRooms, type RoomWork, roomWork } from '../work.ts';
import { answeredMeanwhile, askedBefore, askItsAuthor } from './asked-again.ts';
import { emailToKeep, isSameEmail, requireEmailFits } from './email-later.ts';
import { AUTHOR_LEFT, COLLEAGUE_ANSWERED, lockScheduled, type ScheduledRow, TAKEN_BACK, told } from './scheduled-rows.ts';
import { chosenTime, requirePlace, requireUploads, whenUndone } from './scheduled-rules.ts';
import { conversationOf, markSent, requireMayWriteLater, sendHeldBefore, storeScheduled } from './store-scheduled.ts';
import { isOwnAlone, tellScheduled } from './tell-scheduled.ts';

/** Before its author has looked after it. */
const ENDED_BY_OTHERS: readonly string[] = ['CANCELLED', 'FAILED'];

/**
 * Keeps a message that is sent later: at its time, or, without one, when it can be taken back no more, as the account says. Whether its author may
 * write there is judged now, and once more then. Its draft ends as if it were sent. Asked again under its id, it is the one that was kept.
 * Throws ROOM_NOT_FOUND, CHANNEL_NOT_FOUND, CONVERSATION_RESOLVED, CHANNEL_NOT_CONNECTED, CHANNEL_WITHOUT_FILES, FILE_NOT_FOUND,
 * FILE_ALREADY_SENT, FILE_IN_OTHER_SCHEDULED, the refusals of the messaging state, COLLEAGUE_ANSWERED of what can be taken back, SCHEDULED_TIME_PASSED, SCHEDULED_TOO_LATE, SCHEDULED_ROOM_FULL, SMS_TOO_LONG, CLIENT_MESSAGE_ID_USED and what `requireEmailFits` throws.
 */
export async function scheduleMessage(
  deps: RoomsDeps,
  actor: Actor,
  roomId: string,
  given: NewScheduledMessage,
  now = Date.now(),
): Promise<ScheduledMessage> {
  const { accountId } = actor;
  const kept = await inRooms(deps.db, accountId, async (tx) => {
    await requireVisibleRoom(tx, actor, roomId);
    const work = await roomWork(tx, accountId, roomId);
    const before = await keptBefore(tx, actor, roomId, given);
    if (before !== null) return before;
    await requireReferences(tx, roomId, given.email === undefined ? [] : [given.email]);
    const isUndo = given.sendAt === null;
    const asked = { channelId: given.channelId, hasFiles: given.fileIds.length > 0, text: given.text };
    const { channelType, conversationId } = await requireMayWriteLater(deps, work, actor, asked);
    requireSmsFits(channelType, given.text);
    const unread = isUndo ? await unreadAnswer(tx, actor, { roomId, seenSeq: given.seenSeq }) : null;
    if (unread !== null) throw unread;
    await requireUploads(tx, actor.userId, given.fileIds);
    await requireFilesWithinLimits(deps, tx, actor, { channelType, fileIds: given.fileIds });
    await requireEmailFits(tx, actor, { ...given, roomId, channelType });
    await requireMayReplace(tx, roomId, given.clientMessageId);
    const sendAt = isUndo ? await whenUndone(tx, actor, roomId, now) : chosenTime(given.sendAt as string, now);
    if (!isUndo) await requirePlace(tx, roomId);
    return keep(tx, actor, roomId, given, { sendAt, isUndo, starts: !isUndo && conversationId === null });
  });
  await endSentDraft(deps, actor, { roomId, clientMessageId: given.clientMessageId });
  await tellScheduled(deps, accountId, { roomId, authorId: actor.userId, isOwnAlone: isOwnAlone(kept) });
  // With no time to take it back it is due already.
  deps.scheduled.raise();
  return told(deps, kept);
}

/** What was kept under this id; certain since the room is locked. Throws CLIENT_MESSAGE_ID_USED for another message. */
async function keptBefore(tx: Tx, { userId }: Actor, roomId: string, given: NewScheduledMessage): Promise<ScheduledRow | null> {
  const row = await tx
    .selectFrom('scheduled_messages')
    .selectAll()
    .where('author_id', '=', userId)
    .where('client_message_id', '=', given.clientMessageId)
    .executeTakeFirst();
  if (row !== undefined) {
    // Edited since, it says something else than it did.
    const isSame =
      row.version > 1 ||
      (row.contact_channel_id === given.channelId &&
        row.text === (given.text ?? '').toWellFormed() &&
        row.file_ids.join() === given.fileIds.join() &&
        isSameEmail(row, given.email) &&
        row.undo === (given.sendAt === null) &&
        (given.sendAt === null || isForSameTime(row, given.sendAt, given)));
    if (row.room_id !== roomId || !isSame) throw problem('CLIENT_MESSAGE_ID_USED');
    return row;
  }
  if ((await eventOfKey(tx, userId, given.clientMessageId)) !== null) throw problem('CLIENT_MESSAGE_ID_USED');
  return null;
}

/** What can be taken back goes at a time that nobody chose. */
const isForSameTime = (row: ScheduledRow, sendAt: string, { timezone, unlessCustomerWrites }: NewScheduledMessage): boolean =>
  Date.parse(row.send_at) === Date.parse(sendAt) && row.timezone === timezone && row.unless_customer_writes === unlessCustomerWrites;

function keep(
  tx: Tx,
  { accountId, userId }: Actor,
  roomId: string,
  { clientMessageId, channelId, text, fileIds, email, timezone, unlessCustomerWrites, seenSeq }: NewScheduledMessage,
  { sendAt, isUndo, starts }: { sendAt: number; isUndo: boolean; starts: boolean },
): Promise<ScheduledRow> {
  const at = new Date(sendAt).toISOString();
  return tx
    .insertInto('scheduled_messages')
    .values({
      id: newId(),
      account_id: accountId,
      room_id: roomId,
      contact_channel_id: channelId,
      author_id: userId,
      client_message_id: clientMessageId,
      text: (text ?? '').toWellFormed(),
      file_ids: fileIds,
      email: emailToKeep(email),
      send_at: at,
      due_at: at,
      timezone,
      undo: isUndo,
      starts,
      seen_seq: isUndo ? (seenSeq ?? null) : null,
      // It was sent before they wrote.
      unless_customer_writes: !isUndo && unlessCustomerWrites,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * What becomes of a message that waits or was not sent (contract: ScheduledChange). Its author may do all of it; who holds the conversation of its
 * channel, and those who may reassign, may cancel it, and take that back. What its author can still take back is nobody else's.
 * What could be taken back and a colleague has answered meanwhile does not become SENT: it is answered as FAILED, COLLEAGUE_ANSWERED, and goes once its
 * author names the place of that answer (`seenSeq`); then it is judged as if it were sent now. So is whatever stands behind such a one on its channel, until
 * its author has said what becomes of that one.
 * Throws ROOM_NOT_FOUND, SCHEDULED_NOT_FOUND, SCHEDULED_NOT_YOURS, SCHEDULED_SETTLED, SCHEDULED_TIME_PASSED and what
 * `requireUploads` and `requireMayReplace` throw for WAITING, and for SENT what `storeScheduled` throws.
 */
export async function changeScheduled(
  deps: RoomsDeps,
  actor: Actor,
  { roomId, scheduledId }: { roomId: string; scheduledId: string },
  { become, seenSeq }: ScheduledChange,
  now = Date.now(),
): Promise<ScheduledMessage> {
  const { row, isNew } = await inRooms(deps.db, actor.accountId, async (tx) => {
    await requireVisibleRoom(tx, actor, roomId);
    const work = await roomWork(tx, actor.accountId, roomId);
    const stood = await lockScheduled(tx, scheduledId);
    const isOwn = stood?.author_id === actor.userId;
    const isLeft = stood?.reason === AUTHOR_LEFT;
    if (!stood || stood.room_id !== roomId || (stood.undo && !isOwn && !isLeft)) throw problem('SCHEDULED_NOT_FOUND');
    const isOthers = CANCELLING.has(become) || (isLeft && become === 'DISMISSED');
    if (!isOwn && !(isOthers && (await mayCancel(tx, actor, stood)))) throw problem('SCHEDULED_NOT_YOURS');
    await BECOMING[become]({ deps, work, actor, row: stood, seenSeq, now });
    const is = await readScheduled(tx, scheduledId);
    const changes = (['state', 'reason', 'dismissed', 'answer_seq'] as const).filter((name) => is[name] !== stood[name]);
    return { row: is, isNew: changes.length > 0 };
  });
  if (isNew) await tellScheduled(deps, actor.accountId, { roomId, authorId: row.author_id, isOwnAlone: isOwnAlone(row) });
  return told(deps, row);
}

const CANCELLING: ReadonlySet<ScheduledChange['become']> = new Set(['CANCELLED', 'WAITING']);

interface Changing {
  deps: RoomsDeps;
  work: RoomWork;
  actor: Actor;
  row: ScheduledRow;
  seenSeq: number | undefined;
  now: number;
}

const BECOMING: Record<ScheduledChange['become'], (changing: Changing) => Promise<void>> = {
  async SENT({ deps, work, row, seenSeq = 0 }) {
    if (row.state === 'SENT') return;
    const isAsked = isAskedAbout(row);
    if (row.state !== 'WAITING' && !isAsked) throw problem('SCHEDULED_SETTLED');
    const seen_seq = row.seen_seq === null ? null : Math.max(row.seen_seq, seenSeq);
    const answer = await answeredMeanwhile(work.tx, { ...row, seen_seq });
    if (answer !== null) return askItsAuthor(work.tx, row, answer);
    if (isAsked) {
      // Its words may have gone since under its id, at once.
      if ((await eventOfKey(work.tx, row.author_id, row.client_message_id)) !== null) throw problem('SCHEDULED_SETTLED');
      await requireUploads(work.tx, row.author_id, row.file_ids, row.id);
    }
    await sendHeldBefore(work, row);
    // Nor does it go before what they are asked about already.
    const before = await askedBefore(work.tx, row, row.undo || isAsked ? row : undefined);
    if (before !== null) return askItsAuthor(work.tx, row, before);
    await storeScheduled(deps, work, row);
    await markSent(work.tx, row.id);
  },
  async CANCELLED({ work, actor, row }) {
    const isOwn = row.author_id === actor.userId;
    const reason = isOwn ? null : BY_COLLEAGUE;
    if (row.state === 'CANCELLED' && row.reason === reason) return;
    if (row.state !== 'WAITING') throw problem('SCHEDULED_SETTLED');
    await end(work.tx, row, { reason, dismissed: isOwn });
    if (isOwn) return;
    const by = { id: actor.userId, name: actor.name };
    await announce(work.tx, scheduledNotSent, [
      { accountId: row.account_id, roomId: row.room_id, userId: row.author_id, because: 'COLLEAGUE', by },
    ]);
  },
  async TAKEN_BACK({ work, row }) {
    if (row.state === 'SENT') throw problem('SCHEDULED_SETTLED');
    if (row.reason === TAKEN_BACK) return;
    if (row.dismissed) throw problem('SCHEDULED_SETTLED');
    await end(work.tx, row, { reason: TAKEN_BACK, dismissed: false });
  },
  async WAITING({ work, actor, row, now }) {
    if (row.state === 'WAITING') return;
    // What its author gave up is theirs to have back, what a colleague cancelled is so until its author has looked after it.
    const isOwn = row.author_id === actor.userId;
    const canWait = row.state === 'CANCELLED' && (row.reason === null ? isOwn : row.reason === BY_COLLEAGUE && !row.dismissed);
    // Its words may have gone since under its id, at once.
    const isSent = (await eventOfKey(work.tx, row.author_id, row.client_message_id)) !== null;
    if (!canWait || isSent || (await hasCustomerWrittenSince(work.tx, row))) throw problem('SCHEDULED_SETTLED');
    if (Date.parse(row.send_at) <= now) throw problem('SCHEDULED_TIME_PASSED', { field: 'body.become' });
    if (!row.undo) await requirePlace(work.tx, row.room_id);
    await requireUploads(work.tx, row.author_id, row.file_ids, row.id);
    await requireMayReplace(work.tx, row.room_id, row.client_message_id);
    const waits = { state: 'WAITING', reason: null, dismissed: false, due_at: row.send_at, settled_at: null, tries: 0 } as const;
    await change(work.tx, row, waits);
    if (row.reason === BY_COLLEAGUE)
      await announce(work.tx, scheduledAgain, [{ accountId: row.account_id, roomId: row.room_id, userId: row.author_id }]);
  },
  async DISMISSED({ work, row }) {
    if (!ENDED_BY_OTHERS.includes(row.state)) throw problem('SCHEDULED_SETTLED');
    if (!row.dismissed) await change(work.tx, row, { dismissed: true });
  },
};

const isAskedAbout = ({ state, reason, dismissed }: ScheduledRow): boolean =>
  state === 'FAILED' && reason === COLLEAGUE_ANSWERED && !dismissed;

const BY_COLLEAGUE = 'SCHEDULED_CANCELLED_BY_COLLEAGUE';

/** Of one that is not to be sent once they write: what came while it was cancelled counts as well. */
async function hasCustomerWrittenSince(
  tx: Tx,
  { room_id: roomId, unless_customer_writes: unless, settled_at: since }: ScheduledRow,
): Promise<boolean> {
  if (!unless || since === null) return false;
  const newest = await tx
    .selectFrom('events')
    .select('created_at')
    .where('room_id', '=', roomId)
    .where('origin_type', '=', 'CUSTOMER')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest !== undefined && Date.parse(newest.created_at) > Date.parse(since);
}

/** When, by the clock that says when the customer wrote. */
async function end(tx: Tx, row: ScheduledRow, { reason, dismissed }: { reason: string | null; dismissed: boolean }): Promise<void> {
  await change(tx, row, { state: 'CANCELLED', reason, dismissed, due_at: null, lease: null });
  await sql`update scheduled_messages set settled_at = clock_timestamp() where id = ${row.id}::uuid`.execute(tx);
}

async function change(tx: Tx, { id }: ScheduledRow, to: Updateable<ScheduledMessages>): Promise<void> {
  await tx.updateTable('scheduled_messages').set(to).where('id', '=', id).execute();
}

const readScheduled = (tx: Tx, id: string): Promise<ScheduledRow> =>
  tx.selectFrom('scheduled_messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

async function mayCancel(tx: Tx, actor: Actor, row: ScheduledRow): Promise<boolean> {
  if (mayDo(actor, ['rooms', 'reassign'])) return true;
  const conversationId = await conversationOf(tx, row.contact_channel_id);
  if (conversationId === null) return false;
  const held = await tx.selectFrom('conversations').select('assigned_user_id').where('id', '=', conversationId).executeTakeFirst();
  return held?.assigned_user_id === actor.userId;
}
