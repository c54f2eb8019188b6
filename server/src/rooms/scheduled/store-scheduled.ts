import { anewOf, BY_CLOCK, CLIENT_MESSAGE_ID_LIMIT, type Role, type RoomEvent } from '@parley/contract';
import { sql } from 'kysely';
import type { Actor } from '../../accounts/index.ts';
import { type FileToSend, fileToSend } from '../../files/index.ts';
import { afterCommit, type Reader, type Tx } from '../../platform/database.ts';
import { Problem, problem } from '../../platform/problem.ts';
import { readsAll, requireVisibleRoom } from '../access.ts';
import type { Answer } from '../answered-since.ts';
import {
  conversationToWriteIn,
  keepAttachments,
  requireConnected,
  requireMayWrite,
  STARTED_BY_SENDING,
} from '../delivery/send-to-provider.ts';
import { linkAnew, requireStillReplaces } from '../delivery/sent-anew.ts';
import type { RoomsDeps } from '../deps.ts';
import type { Draft } from '../draft.ts';
import { emailToSend } from '../email-to-send.ts';
import { type KeptWriting, keepWriting } from '../emails/email-writings.ts';
import { requireWithinLimits } from '../within-limits.ts';
import { inRooms, type RoomWork, roomWork } from '../work.ts';
import { askedBefore, askItsAuthor, toBeAskedAbout } from './asked-again.ts';
import { emailOf } from './email-later.ts';
import { AUTHOR_LEFT, type ScheduledRow } from './scheduled-rows.ts';
import { isOwnAlone, tellScheduled } from './tell-scheduled.ts';

/** The conversation that a channel is in now; null for none. */
export async function conversationOf(tx: Tx, contactChannelId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('conversation_channels')
    .select('conversation_id')
    .where('contact_channel_id', '=', contactChannelId)
    .where('open', '=', true)
    .executeTakeFirst();
  return row?.conversation_id ?? null;
}

/**
 * Whether this person may write on a channel now what is sent later: as if they sent it now, in a conversation that is open, or on a channel on which
 * sending begins one.
 * Throws ROOM_NOT_FOUND, CHANNEL_NOT_FOUND, CONVERSATION_RESOLVED, CHANNEL_NOT_CONNECTED, CHANNEL_WITHOUT_FILES, CHANNEL_TEXT_TOO_LONG and the
 * refusals of the messaging state.
 */
export async function requireMayWriteLater(
  deps: RoomsDeps,
  work: RoomWork,
  actor: Actor,
  { channelId, hasFiles, text }: { channelId: string; hasFiles: boolean; text?: string | null },
): Promise<{ channelType: string; conversationId: string | null }> {
  await requireVisibleRoom(work.tx, actor, work.roomId);
  const known = await work.tx
    .selectFrom('contact_channels')
    .select('type')
    .where('id', '=', channelId)
    .where('room_id', '=', work.roomId)
    .executeTakeFirst();
  if (!known) throw problem('CHANNEL_NOT_FOUND');
  const conversationId = await conversationOf(work.tx, channelId);
  // By SMS and e-mail, writing begins one; everything else is begun by its customer, or on purpose.
  if (conversationId === null && !STARTED_BY_SENDING.has(known.type)) throw problem('CONVERSATION_RESOLVED');
  const { channel } = await requireMayWrite(work, actor, channelId);
  if (channel.channelType !== 'LIVECHAT') await requireConnected(deps, work, channel, hasFiles);
  await requireWithinLimits(deps, actor.accountId, channel.channelType, { type: 'MESSAGE', text: text ?? '' });
  return { channelType: channel.channelType, conversationId };
}

/**
 * Who wrote it, as they are now; null for whose account is closed, and for who works here no more. What these had sent goes all the same: it
 * could only be taken back.
 */
async function authorOf(
  tx: Tx,
  { account_id: accountId, author_id: userId, undo }: ScheduledRow,
): Promise<(Actor & { isActive: boolean }) | null> {
  const row = await tx
    .selectFrom('users as u')
    .innerJoin('accounts as a', 'a.id', 'u.account_id')
    .select(['u.first_name', 'u.last_name', 'u.role', 'u.active', 'a.features'])
    .where('u.id', '=', userId)
    .where('a.status', '=', 'active')
    .executeTakeFirst();
  if (!row || !(row.active || undo)) return null;
  const name = `${row.first_name} ${row.last_name}`.trim();
  return { userId, accountId, role: row.role as Role, name, features: row.features as Record<string, boolean>, isActive: row.active };
}

/** It was sent, and can be taken back; of what its author was asked about, they say anew that it is to be sent. */
const isStillHeld = ({ undo, state }: ScheduledRow): boolean => undo && state === 'WAITING';

/**
 * Sends what waits, or what its author was asked about, as an event of its room, which is locked, as its row is. What its author had sent and not taken
 * back goes whoever holds the conversation since; what was written for later is judged anew, as if it were sent now. Its ids say that it is stored once.
 * Throws SCHEDULED_AUTHOR_LEFT, what `requireMayWriteLater` and `requireStillReplaces` throw, FILE_NOT_FOUND and FILE_ALREADY_SENT.
 */
export async function storeScheduled(deps: RoomsDeps, work: RoomWork, row: ScheduledRow): Promise<void> {
  const author = await authorOf(work.tx, row);
  if (author === null) throw problem(AUTHOR_LEFT);
  await requireStillReplaces(work.tx, row.room_id, row.client_message_id);
  const { channelType, conversationId } = isStillHeld(row)
    ? await whereItWasSent(deps, work, author, row)
    : await whereItMay(deps, work, author, row);
  await storeParts(work, author, row, { channelType, conversationId });
  if (channelType !== 'LIVECHAT') afterCommit(work.tx, () => deps.outbox.raise());
}

async function whereItMay(deps: RoomsDeps, work: RoomWork, author: Actor, row: ScheduledRow) {
  const asked = { channelId: row.contact_channel_id, hasFiles: row.file_ids.length > 0 };
  const { channelType, conversationId } = await requireMayWriteLater(deps, work, author, asked);
  if (conversationId !== null) return { channelType, conversationId };
  // The one that it was written into has ended. What is sent at once begins one.
  if (!row.starts && !row.undo) throw problem('CONVERSATION_RESOLVED');
  return { channelType, conversationId: await begun(deps, work, author, row) };
}

async function whereItWasSent(deps: RoomsDeps, work: RoomWork, author: Actor & { isActive: boolean }, row: ScheduledRow) {
  const channelType = await typeOf(work.tx, row.contact_channel_id);
  const conversationId = await conversationOf(work.tx, row.contact_channel_id);
  if (conversationId !== null) return { channelType, conversationId };
  if (channelType === 'LIVECHAT') throw problem('CONVERSATION_RESOLVED');
  // Nobody is there who would hold it.
  if (!author.isActive) throw problem(AUTHOR_LEFT);
  return { channelType, conversationId: await begun(deps, work, author, row) };
}

/** By SMS and e-mail, writing begins a conversation, which its author holds. */
function begun(deps: RoomsDeps, work: RoomWork, author: Actor, row: ScheduledRow): Promise<string> {
  const { room_id: roomId, contact_channel_id: channelId, client_message_id: clientMessageId } = row;
  return conversationToWriteIn(deps, work, author, { type: 'MESSAGE', roomId, channelId, clientMessageId });
}

async function typeOf(tx: Tx, contactChannelId: string): Promise<string> {
  return (await tx.selectFrom('contact_channels').select('type').where('id', '=', contactChannelId).executeTakeFirstOrThrow()).type;
}

/**
 * What was sent in a conversation and could still be taken back goes before the conversation ends: whoever says goodbye and resolves has said it.
 * What cannot go, its author is told of when its time comes, and of what stands behind it.
 */
export async function sendBeforeEnd(work: RoomWork, conversationId: string): Promise<void> {
  await sendHeld(work, await heldOf(work), { conversationId, ask: async () => undefined });
}

/**
 * What this author sent on the channel before a message and could still take back goes first: within a room nothing overtakes. Where a colleague has answered
 * meanwhile they are asked of it now, since they are there.
 */
export async function sendHeldBefore(work: RoomWork, row: ScheduledRow): Promise<void> {
  const conversationId = await conversationOf(work.tx, row.contact_channel_id);
  if (conversationId === null) return;
  const goesNow = !row.undo && row.state === 'WAITING';
  const isBefore = (one: ScheduledRow) => goesNow || one.send_at < row.send_at || (one.send_at === row.send_at && one.id < row.id);
  const held = (await heldOf(work)).filter((one) => one.author_id === row.author_id && one.id !== row.id && isBefore(one));
  await sendHeld(work, held, { conversationId, ask: (one, answer) => askItsAuthor(work.tx, one, answer) });
}

/**
 * What this person sent in the room and could still take back goes before what they send at once now, as when an admin has switched taking back off in
 * between: within a room nothing of theirs overtakes. Where a colleague has answered meanwhile they are asked of it now, since they are there; what cannot go
 * otherwise, they are told of when its time comes.
 */
async function sendOwnHeld(deps: RoomsDeps, work: RoomWork, userId: string): Promise<void> {
  const changed: ScheduledRow[] = [];
  for (const row of await heldOf(work)) {
    if (row.author_id !== userId || (await filesOf(work.tx, row)).some((file) => file === null)) continue;
    const answer = await toBeAskedAbout(work.tx, row);
    if (answer === null) {
      try {
        await storeScheduled(deps, work, row);
      } catch (refusal) {
        // Refused before anything of it was written.
        if (!(refusal instanceof Problem)) throw refusal;
        continue;
      }
      await markSent(work.tx, row.id);
    } else await askItsAuthor(work.tx, row, answer);
    changed.push(row);
  }
  if (changed.length === 0) return;
  const told = { roomId: work.roomId, authorId: userId, isOwnAlone: changed.every(isOwnAlone) };
  afterCommit(work.tx, () => void tellScheduled(deps, work.accountId, told));
}

/** The same in a transaction of its own. Throws ROOM_NOT_FOUND. */
export async function sendOwnHeldFirst(deps: RoomsDeps, { accountId, userId }: Actor, roomId: string): Promise<void> {
  await inRooms(deps.db, accountId, async (tx) => {
    await sendOwnHeld(deps, await roomWork(tx, accountId, roomId), userId);
  });
}

/** The same, and whether what they send now over a channel may go: not while they are asked about something that they sent there before. */
export async function wayIsFree(
  deps: RoomsDeps,
  work: RoomWork,
  { authorId, channelId }: { authorId: string; channelId: string },
): Promise<boolean> {
  await sendOwnHeld(deps, work, authorId);
  return (await askedBefore(work.tx, { room_id: work.roomId, author_id: authorId, contact_channel_id: channelId })) === null;
}

/** What can still be taken back in the room, in its order, locked. */
const heldOf = ({ tx, roomId }: RoomWork): Promise<ScheduledRow[]> =>
  tx
    .selectFrom('scheduled_messages')
    .selectAll()
    .where('room_id', '=', roomId)
    .where('state', '=', 'WAITING')
    .where('undo', '=', true)
    .orderBy('send_at')
    .orderBy('id')
    .forUpdate()
    .execute();

/**
 * Sends of these, now, what goes in this conversation; nothing of an author's behind what they are to be asked about first on the channel.
 *
 * @param ask what is done about that
 */
async function sendHeld(
  work: RoomWork,
  rows: readonly ScheduledRow[],
  { conversationId, ask }: { conversationId: string; ask: (row: ScheduledRow, answer: Answer) => Promise<void> },
): Promise<void> {
  const stopped = new Map<string, Answer>();
  for (const row of rows) {
    const author = await authorOf(work.tx, row);
    if (author === null || (await conversationOf(work.tx, row.contact_channel_id)) !== conversationId) continue;
    if ((await filesOf(work.tx, row)).some((file) => file === null) || !(await mayReplace(work.tx, row))) continue;
    const line = `${row.author_id} ${row.contact_channel_id}`;
    const answer = (await toBeAskedAbout(work.tx, row)) ?? stopped.get(line);
    if (answer !== undefined) {
      stopped.set(line, answer);
      await ask(row, answer);
      continue;
    }
    await storeParts(work, author, row, { channelType: await typeOf(work.tx, row.contact_channel_id), conversationId });
    await markSent(work.tx, row.id);
  }
}

/** Whether what was not delivered still waits for what takes its place. */
const mayReplace = (tx: Tx, row: ScheduledRow): Promise<boolean> =>
  requireStillReplaces(tx, row.room_id, row.client_message_id).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Problem) return false;
      throw error;
    },
  );

/** Of a row that is locked. */
export async function markSent(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('scheduled_messages')
    .set({ state: 'SENT', reason: null, due_at: null, lease: null, settled_at: sql<string>`clock_timestamp()` })
    .where('id', '=', id)
    .execute();
}

async function filesOf(on: Reader | Tx, row: ScheduledRow): Promise<Array<FileToSend | null>> {
  const free = await on
    .selectFrom('files')
    .select('id')
    .where('id', 'in', row.file_ids.length === 0 ? [row.id] : row.file_ids)
    .where('state', '=', 'UPLOADED')
    .execute();
  const isFree = new Set(free.map(({ id }) => id));
  const uploader = { by: 'USER', accountId: row.account_id, id: row.author_id } as const;
  return Promise.all(row.file_ids.map((id) => (isFree.has(id) ? fileToSend(on, uploader, id) : null)));
}

/** The first file takes the words; each further one is a message of its own, in order. An e-mail takes all of them. */
async function storeParts(
  work: RoomWork,
  author: Actor,
  row: ScheduledRow,
  { channelType, conversationId }: { channelType: string; conversationId: string },
): Promise<void> {
  const uploader = { by: 'USER', accountId: row.account_id, id: row.author_id } as const;
  const words = row.text === '' ? {} : { text: row.text };
  const parts: Array<Pick<Draft, 'type' | 'text' | 'file' | 'details' | 'html' | 'fileIds' | 'heldFileIds'>> = [];
  let written: KeptWriting | null = null;
  if (channelType === 'EMAIL') {
    const { client_message_id: clientMessageId, room_id: roomId, contact_channel_id: channelId, file_ids: attachments } = row;
    await keepAttachments(work.tx, author, attachments);
    const text = row.text === '' ? null : row.text;
    const { written: asWritten, ...draft } = await emailToSend(work.tx, author, {
      ...emailOf(row),
      clientMessageId,
      roomId,
      channelId,
      text,
      attachments,
    });
    written = asWritten;
    parts.push(draft);
  } else
    for (const [place, fileId] of row.file_ids.entries()) {
      const { kind, ...file } = await fileToSend(work.tx, uploader, fileId);
      parts.push({ type: channelType === 'SMS' ? 'SMS' : kind, file, ...(place === 0 ? words : {}) });
    }
  if (parts.length === 0) parts.push({ type: channelType === 'SMS' ? 'SMS' : 'MESSAGE', ...words });
  const first = keyOf(row);
  const how = channelType === 'LIVECHAT' ? ({ status: 'SENT' } as const) : ({ status: 'PENDING', attempt: true } as const);
  const stored = await work.record(
    parts.map((part, place) => ({
      ...part,
      ...how,
      conversationId,
      contactChannelId: row.contact_channel_id,
      kind: 'COMMUNICATION',
      origin: 'USER',
      originId: author.userId,
      originName: author.name,
      readsAll: readsAll(author),
      clientMessageId: place === 0 ? first : `${BY_CLOCK}${row.id}-${place}`,
    })),
  );
  // Sent again by its own id, as by a window that heard no answer, it is what is stored now.
  const [{ id: eventId } = { id: null }] = stored;
  if (written !== null && eventId !== null) await keepWriting(work.tx, row.account_id, eventId, written);
  if (row.undo && eventId !== null) await alsoKnownAs(work.tx, row, eventId);
  const failedId = anewOf(row.client_message_id);
  if (failedId !== null && eventId !== null) await linkAnew(work, failedId, eventId);
  for (const event of stored) await seenByOne(work, author, event);
}

/** Says that the clock sent it; of what could be taken back, by the id under which its author's windows hold it, where that leaves room for it. */
function keyOf({ id, undo, client_message_id: own }: ScheduledRow): string {
  const byOwn = `${BY_CLOCK}${own}`;
  return undo && byOwn.length <= CLIENT_MESSAGE_ID_LIMIT ? byOwn : `${BY_CLOCK}${id}`;
}

async function alsoKnownAs(tx: Tx, row: ScheduledRow, eventId: string): Promise<void> {
  const known = { account_id: row.account_id, sender_id: row.author_id, client_message_id: row.client_message_id, event_id: eventId };
  await tx
    .insertInto('client_sends')
    .values(known)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * One's own message never counts as missed. What stands above it does, as long as nobody looked at it: nobody need have been there when the clock sent
 * it. So what was seen rises by one, and not to its number.
 */
async function seenByOne(work: RoomWork, { userId, accountId }: Actor, { publicNo, createdAt }: RoomEvent): Promise<void> {
  await work.tx
    .insertInto('memberships')
    .values({ account_id: accountId, room_id: work.roomId, user_id: userId, seen_public: 1 })
    .onConflict((conflict) =>
      conflict.columns(['room_id', 'user_id']).doUpdateSet({
        seen_public: sql<number>`least(memberships.seen_public + 1, ${publicNo})`,
        last_seen_at: sql<string>`case when memberships.seen_public = ${publicNo} - 1 then ${createdAt}::timestamptz else memberships.last_seen_at end`,
      }),
    )
    .execute();
  work.membershipChanged(userId);
}
