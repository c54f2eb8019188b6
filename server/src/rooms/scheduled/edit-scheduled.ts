import type { ScheduledEdit, ScheduledMessage } from '@parley/contract';
import type { Actor } from '../../accounts/index.ts';
import type { Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import { requireVisibleRoom } from '../access.ts';
import type { RoomsDeps } from '../deps.ts';
import { requireReferences } from '../emails/email-references.ts';
import { requireSmsFits } from '../sms-length.ts';
import { requireFilesWithinLimits } from '../within-limits.ts';
import { inRooms, roomWork } from '../work.ts';
import { emailAfter, emailToKeep, isSameEmail, requireEmailFits } from './email-later.ts';
import { lockScheduled, type ScheduledRow, told } from './scheduled-rows.ts';
import { chosenTime, requireUploads } from './scheduled-rules.ts';
import { requireMayWriteLater } from './store-scheduled.ts';
import { tellScheduled } from './tell-scheduled.ts';

/**
 * Gives a message that waits other words, files, another time or choice, all at once; it waits on under its id (communications, section 5). Its author
 * alone may, as long as they may write there. It is locked behind its room, as by the clock that sends it: either it goes as it is now, or as it was, and
 * whoever edits is told. Asked again with the same, it is the one that was edited.
 * Throws ROOM_NOT_FOUND, SCHEDULED_NOT_FOUND, SCHEDULED_NOT_YOURS, SCHEDULED_SETTLED once it waits no more, SCHEDULED_CHANGED where another window has
 * edited it since it was read, SCHEDULED_TIME_PASSED, SCHEDULED_TOO_LATE, and what `requireMayWriteLater`, `requireUploads` and `requireEmailFits` throw.
 */
export async function editScheduled(
  deps: RoomsDeps,
  actor: Actor,
  { roomId, scheduledId }: { roomId: string; scheduledId: string },
  edit: ScheduledEdit,
  now = Date.now(),
): Promise<ScheduledMessage> {
  const { row, isNew } = await inRooms(deps.db, actor.accountId, async (tx) => {
    await requireVisibleRoom(tx, actor, roomId);
    const work = await roomWork(tx, actor.accountId, roomId);
    const stood = await lockScheduled(tx, scheduledId);
    const isOwn = stood?.author_id === actor.userId;
    if (!stood || stood.room_id !== roomId || (stood.undo && !isOwn)) throw problem('SCHEDULED_NOT_FOUND');
    if (!isOwn) throw problem('SCHEDULED_NOT_YOURS');
    // What its author has sent already is taken back, and not put off.
    if (stood.state !== 'WAITING' || stood.undo) throw problem('SCHEDULED_SETTLED');
    if (isAsAsked(stood, edit)) return { row: stood, isNew: false };
    if (stood.version !== edit.version) throw problem('SCHEDULED_CHANGED');
    await requireReferences(tx, roomId, edit.email === undefined ? [] : [edit.email]);
    const sendAt = chosenTime(edit.sendAt, now);
    const asked = { channelId: stood.contact_channel_id, hasFiles: edit.fileIds.length > 0, text: edit.text };
    const { channelType, conversationId } = await requireMayWriteLater(deps, work, actor, asked);
    requireSmsFits(channelType, edit.text);
    await requireUploads(tx, actor.userId, edit.fileIds, stood.id);
    await requireFilesWithinLimits(deps, tx, actor, { channelType, fileIds: edit.fileIds });
    const email = emailAfter(stood, { text: wordsOf(edit), email: edit.email });
    const { client_message_id: clientMessageId, contact_channel_id: channelId } = stood;
    await requireEmailFits(tx, actor, { ...edit, email, clientMessageId, roomId, channelId, channelType });
    return { row: await rewrite(tx, stood, { ...edit, email }, { sendAt, starts: conversationId === null }), isNew: true };
  });
  if (isNew) await tellScheduled(deps, actor.accountId, { roomId, authorId: actor.userId, isOwnAlone: false });
  return told(deps, row);
}

const wordsOf = ({ text }: ScheduledEdit): string => (text ?? '').toWellFormed();

/** An answer that was lost may have been a yes. */
const isAsAsked = (row: ScheduledRow, edit: ScheduledEdit): boolean =>
  row.text === wordsOf(edit) &&
  row.file_ids.join() === edit.fileIds.join() &&
  (edit.email === undefined || isSameEmail(row, edit.email)) &&
  Date.parse(row.send_at) === Date.parse(edit.sendAt) &&
  row.timezone === edit.timezone &&
  row.unless_customer_writes === edit.unlessCustomerWrites;

/** Whoever has claimed it as it stood finds its lease gone. */
function rewrite(
  tx: Tx,
  { id, version }: ScheduledRow,
  edit: ScheduledEdit,
  { sendAt, starts }: { sendAt: number; starts: boolean },
): Promise<ScheduledRow> {
  const at = new Date(sendAt).toISOString();
  return tx
    .updateTable('scheduled_messages')
    .set({
      text: wordsOf(edit),
      file_ids: edit.fileIds,
      email: emailToKeep(edit.email),
      send_at: at,
      due_at: at,
      timezone: edit.timezone,
      unless_customer_writes: edit.unlessCustomerWrites,
      starts,
      lease: null,
      tries: 0,
      version: version + 1,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
