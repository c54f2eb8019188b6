import {
  anewOf,
  DRAFT_PAGE_SIZE,
  type DraftSave,
  OTHER_DRAFTS_LIMIT,
  type OtherDraft,
  type RoomDraft,
  type UploadedFile,
} from '@parley/contract';
import { sql } from 'kysely';
import type { Actor } from '../accounts/index.ts';
import { unsentUploads } from '../files/index.ts';
import { newId } from '../platform/clock.ts';
import type { Reader, Tx } from '../platform/database.ts';
import { problem } from '../platform/problem.ts';
import { readsAll, subject, visibleRooms } from './access.ts';
import { type QuotedEvent, quotesOf } from './colleagues/quotes.ts';
import type { RoomsDeps } from './deps.ts';
import { requireReferences } from './emails/email-references.ts';
import { lookAfterReturned } from './scheduled/returned.ts';
import { tellScheduled } from './scheduled/tell-scheduled.ts';

interface Place {
  roomId: string;
  channelId: string;
}
const ofEmail = ['subject', 'to', 'cc', 'bcc', 'from', 'html', 'inReplyTo', 'signatureId', 'quotes', 'forwards'] as const;
const ofPhones = ['phoneNumber'] as const;
const ofColleagues = ['quotedEventId'] as const;
const fieldNames = [...ofEmail, ...ofPhones, ...ofColleagues] as const;

/** What was written, as it is kept; fields that a channel's drafts do not have are absent. */
type Content = Pick<DraftSave, 'text' | 'attachments' | (typeof fieldNames)[number]>;
/** Words that lost against later ones; `windowId` while their window goes on with them. */
interface Other extends Content {
  id: string;
  typedAt: string;
  windowId: string | null;
  clientMessageId: string | null;
  /** The undelivered message whose place they were to take, of what made room for other words. */
  anew?: string;
  aside?: true;
}

/** The undelivered message whose place words are to take; null for none. */
const placeOf = ({ anew, clientMessageId }: Pick<Other, 'anew' | 'clientMessageId'>): string | null =>
  anew ?? anewOf(clientMessageId ?? '');

/** More changes than one draft sees while a window holds a number of it. */
const MOST_AHEAD = 1_000_000;

const uploaderOf = ({ accountId, userId }: Actor) => ({ by: 'USER', accountId, id: userId }) as const;

/**
 * Saves what a window has typed. A window that has seen the draft as it is goes on with it; of two that have not seen each other's the
 * later key wins, and what the other says stays among `others`. Answers the draft as it is then and tells the user's windows of it.
 * What was sent meanwhile is no draft again, whenever its saving arrives. Messages that were taken back into it are looked after with it.
 * Throws ROOM_NOT_FOUND, CHANNEL_NOT_FOUND, FILE_NOT_FOUND, EVENT_NOT_FOUND of what is quoted, answered or replaced, EMAIL_SIGNATURE_NOT_FOUND and DRAFT_FIELD_OF_OTHER_CHANNEL.
 */
export async function saveDraft(deps: RoomsDeps, actor: Actor, place: Place, save: DraftSave): Promise<RoomDraft> {
  const hasReturned = await deps.db.inAccount(actor.accountId, async (tx) => {
    const { contactChannelId, fields } = await channelOf(tx, actor, place);
    await requireUploads(tx, actor, save);
    await requireQuotes(tx, place, save);
    await requireReferences(tx, place.roomId, [save, ...save.aside]);
    requireOwnFields(fields, save);
    await requireReplaced(tx, place, save);
    await store(tx, actor, { ...place, contactChannelId }, save);
    return lookAfterReturned(tx, actor, place.roomId, save.settled);
  });
  if (hasReturned) await tellScheduled(deps, actor.accountId, { roomId: place.roomId, authorId: actor.userId, isOwnAlone: true });
  // Read after the commit: a message that was stored beside it and did not find the draft yet is found here.
  return tellDraft(deps, actor, place);
}

const fieldsOf: Readonly<Record<string, readonly (keyof Content)[]>> = {
  EMAIL: ofEmail,
  VIBER: ofPhones,
  VIBER_PUBLIC: ofPhones,
  SMS: ofPhones,
};

/** The contact's channel that it is for, null for notes and among colleagues, once it is certain that it may be written for; and what its drafts have. */
async function channelOf(
  tx: Tx,
  actor: Actor,
  { roomId, channelId }: Place,
): Promise<{ contactChannelId: string | null; fields: readonly (keyof Content)[] }> {
  const room = await tx.selectFrom('rooms').select('type').where('id', '=', roomId).where(visibleRooms(actor)).executeTakeFirst();
  if (!room) throw problem('ROOM_NOT_FOUND');
  if (channelId === 'internal' && room.type === 'EXTERNAL') throw problem('CHANNEL_NOT_FOUND');
  if (channelId === 'note' || channelId === 'internal') return { contactChannelId: null, fields: ofColleagues };
  const channel = await tx
    .selectFrom('contact_channels')
    .select('type')
    .where('id', '=', channelId)
    .where('room_id', '=', roomId)
    .executeTakeFirst();
  if (channel === undefined) throw problem('CHANNEL_NOT_FOUND');
  return { contactChannelId: channelId, fields: fieldsOf[channel.type] ?? [] };
}

/** Throws DRAFT_FIELD_OF_OTHER_CHANNEL. */
function requireOwnFields(known: readonly (keyof Content)[], save: DraftSave): void {
  for (const content of [save, ...save.aside]) {
    const field = fieldNames.find((name) => content[name] !== undefined && !known.includes(name));
    if (field !== undefined) throw problem('DRAFT_FIELD_OF_OTHER_CHANNEL', { field });
  }
}

/** Files hang on a draft that their writer has uploaded; those sent meanwhile are taken, and told no more. */
async function requireUploads(tx: Tx, actor: Actor, save: DraftSave): Promise<void> {
  const ids = [...new Set([save, ...save.aside].flatMap(({ attachments }) => attachments))];
  if (ids.length === 0) return;
  const rows = await tx
    .selectFrom('files')
    .select('id')
    .where('id', 'in', ids)
    .where('user_id', '=', actor.userId)
    .where('state', 'in', ['UPLOADED', 'KEPT'])
    // As long as this is not through, no sweep takes them for forgotten.
    .forKeyShare()
    .execute();
  if (rows.length < ids.length) throw problem('FILE_NOT_FOUND');
}

/** What is quoted is a message of the room; one that was deleted meanwhile still is. */
async function requireQuotes(tx: Tx, { roomId }: Place, save: DraftSave): Promise<void> {
  const ids = [...new Set([save, ...save.aside].flatMap(({ quotedEventId }) => quotedEventId ?? []))];
  const found = await quotesOf(tx, ids);
  if (ids.some((id) => found.get(id)?.roomId !== roomId)) throw problem('EVENT_NOT_FOUND');
}

/** Words that made room for others take the place of a message of the room, where they take any. */
async function requireReplaced(tx: Tx, { roomId }: Place, save: DraftSave): Promise<void> {
  const ids = [...new Set(save.aside.flatMap(({ anew }) => anew ?? []))];
  if (ids.length === 0) return;
  const found = await tx.selectFrom('events').select('id').where('id', 'in', ids).where('room_id', '=', roomId).execute();
  if (found.length < ids.length) throw problem('EVENT_NOT_FOUND');
}

const isEmpty = (content: Content): boolean =>
  [content.text, content.attachments, ...fieldNames.map((name) => content[name])].every((part) => !part?.length);

/** Whether nothing is lost when `words` go and `by` stays: what goes on from them says them too. */
function isWithin(words: Content, by: Content): boolean {
  const goesOn = (a: string | undefined, b: string | undefined) => (b ?? '').startsWith(a ?? '');
  const holds = (a: readonly string[] = [], b: readonly string[] = []) => a.every((one) => b.includes(one));
  const isSame = (name: 'quotedEventId' | 'forwards' | 'signatureId') => words[name] === undefined || words[name] === by[name];
  return (
    goesOn(words.text, by.text) &&
    (['subject', 'from', 'phoneNumber'] as const).every((name) => goesOn(words[name], by[name])) &&
    (['attachments', 'to', 'cc', 'bcc'] as const).every((name) => holds(words[name], by[name])) &&
    (['quotedEventId', 'forwards', 'signatureId'] as const).every(isSame) &&
    // Looks are said by the words, but for those that others have.
    (words.html === undefined || by.html !== undefined)
  );
}

function contentOf(content: Content): Content {
  const given = fieldNames.flatMap((name) => (content[name] === undefined ? [] : [[name, content[name]] as const]));
  return { text: content.text, attachments: content.attachments, ...Object.fromEntries(given) };
}

async function store(
  tx: Tx,
  actor: Actor,
  { roomId, channelId, contactChannelId }: Place & { contactChannelId: string | null },
  save: DraftSave,
): Promise<void> {
  const key = { user_id: actor.userId, room_id: roomId, channel_key: channelId };
  await tx
    .insertInto('room_drafts')
    .values({ ...key, account_id: actor.accountId, contact_channel_id: contactChannelId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const ofKey = sql<boolean>`user_id = ${actor.userId} and room_id = ${roomId} and channel_key = ${channelId}`;
  const row = await tx.selectFrom('room_drafts').selectAll().where(ofKey).forUpdate().executeTakeFirstOrThrow();
  // Its own savings come in their order, or not at all.
  if (row.window_id === save.windowId && row.save >= save.save) return;
  const before = row.others as unknown as Other[];
  const sent = await sentAmong(tx, actor, [save.clientMessageId, row.client_message_id, ...before.map((one) => one.clientMessageId)]);
  const isSent = sent.has(save.clientMessageId);
  const now = Date.now();
  const typedAt = new Date(now - Math.min(save.typedAgo, now)).toISOString();
  const theirs = row.client_message_id !== null && sent.has(row.client_message_id) ? null : (row.content as unknown as Content | null);
  const mine = contentOf(save);
  const isUnseen = !isSent && theirs !== null && row.version !== save.base && row.window_id !== save.windowId;
  // What was sent changes nothing of what has been written since.
  const isLater = !isSent && (!isUnseen || Date.parse(typedAt) >= Date.parse(row.typed_at));
  const other = (content: Content, from: Omit<Other, keyof Content | 'id'>): Other => ({ ...contentOf(content), id: newId(), ...from });
  const kept = before
    .filter(({ id, clientMessageId }) => !save.settled.includes(id) && !sent.has(clientMessageId ?? ''))
    // What it has lost before: it goes on with it now, or has gone on with what won.
    .filter(({ windowId }) => !isUnseen || windowId !== save.windowId)
    .map((one) => (!isUnseen && one.windowId === save.windowId ? { ...one, windowId: null } : one));
  const lost = !isUnseen
    ? []
    : isLater
      ? [other(theirs, { typedAt: row.typed_at, windowId: row.window_id, clientMessageId: row.client_message_id })]
      : [other(mine, { typedAt, windowId: save.windowId, clientMessageId: save.clientMessageId })];
  const aside = save.aside.map((content) => {
    const place = content.anew === undefined ? {} : { anew: content.anew };
    return other(content, { typedAt, windowId: null, clientMessageId: null, aside: true, ...place });
  });
  const winner = isLater ? mine : theirs;
  const content = winner === null || isEmpty(winner) ? null : winner;
  const standing = content === null ? [] : [{ ...content, clientMessageId: isLater ? save.clientMessageId : row.client_message_id }];
  const isToldBy = (one: Other, by: Content & Pick<Other, 'anew' | 'clientMessageId'>) =>
    isWithin(one, by) && [null, placeOf(by)].includes(placeOf(one));
  const others = [...kept, ...aside, ...lost]
    .filter((one, place, all) => !isEmpty(one) && ![...standing, ...all.slice(0, place)].some((by) => isToldBy(one, by)))
    .slice(-OTHER_DRAFTS_LIMIT);
  const byMe = { client_message_id: save.clientMessageId, window_id: save.windowId, save: save.save, typed_at: typedAt };
  await tx
    .updateTable('room_drafts')
    .set({
      ...(isLater ? byMe : {}),
      content: content === null ? null : JSON.stringify(content),
      others: JSON.stringify(others),
      file_ids: [...new Set([...(content?.attachments ?? []), ...others.flatMap(({ attachments }) => attachments)])],
      // Above what the window holds, also of a row that was forgotten and made anew; and never by whatever a client may claim.
      version: sql<number>`greatest(version, least(${save.base}::bigint, version + ${MOST_AHEAD})) + 1`,
      changed_at: sql<string>`clock_timestamp()`,
    })
    .where(ofKey)
    .execute();
}

async function sentAmong(tx: Tx, { userId }: Actor, ids: readonly (string | null)[]): Promise<ReadonlySet<string>> {
  const asked = [...new Set(ids.filter((id) => id !== null))];
  const rows = await tx
    .selectFrom('client_sends')
    .select('client_message_id')
    .where('sender_id', '=', userId)
    .where('client_message_id', 'in', asked)
    .union(
      tx
        .selectFrom('scheduled_messages')
        .select('client_message_id')
        .where('author_id', '=', userId)
        .where('client_message_id', 'in', asked),
    )
    .execute();
  return new Set(rows.map(({ client_message_id }) => client_message_id));
}

interface Row {
  room_id: string;
  channel_key: string;
  content: Content | null;
  client_message_id: string | null;
  window_id: string | null;
  version: number;
  typed_at: string;
  others: Other[];
  file_ids: string[];
  sent: boolean;
  sent_others: string[];
  channel_application_id: string | null;
  conversation_id: string | null;
  visible: boolean;
}

const sentUnder = (id: ReturnType<typeof sql>) =>
  sql`select s.client_message_id from client_sends s where s.sender_id = d.user_id and s.client_message_id = ${id}
    union select l.client_message_id from scheduled_messages l where l.author_id = d.user_id and l.client_message_id = ${id}`;

/**
 * A page of this user's drafts by room and channel, without those of rooms that they may not see now; what was sent is told as empty.
 * Everything beside the drafts is looked up for each row of the page: a join would read all that the user may see.
 */
async function readPage(on: Reader, actor: Actor, which: ReturnType<typeof sql>): Promise<{ drafts: RoomDraft[]; next: string | null }> {
  const { rows } = await sql<Row>`
    select d.room_id, d.channel_key, d.content, d.client_message_id, d.window_id, d.version, d.typed_at, d.others, d.file_ids,
      exists (${sentUnder(sql`d.client_message_id`)}) as sent,
      array(${sentUnder(sql`any (array(select o ->> 'clientMessageId' from jsonb_array_elements(d.others) o))`)}) as sent_others,
      (select c.channel_application_id from contact_channels c where c.id = d.contact_channel_id) as channel_application_id,
      (select oc.conversation_id from conversation_channels oc where oc.contact_channel_id = d.contact_channel_id and oc.open) as conversation_id,
      (select may_see_room(r.id, r.type, ${actor.userId}::uuid, ${readsAll(actor)}::boolean) from rooms r where r.id = d.room_id) as visible
    from room_drafts d where d.user_id = ${actor.userId} and ${which}
    order by d.room_id, d.channel_key limit ${DRAFT_PAGE_SIZE}`.execute(on);
  const ids = [...new Set(rows.flatMap(({ file_ids }) => file_ids))];
  const files = await unsentUploads(on, uploaderOf(actor), ids);
  const contents = rows.flatMap(({ content, others }) => [...(content === null ? [] : [content]), ...others]);
  const quotes = await quotesOf(on, [...new Set(contents.flatMap(({ quotedEventId }) => quotedEventId ?? []))]);
  const last = rows.length < DRAFT_PAGE_SIZE ? undefined : rows.at(-1);
  return {
    drafts: rows.filter(({ visible }) => visible).map((row) => draftOf(row, files, quotes)),
    next: last === undefined ? null : `${last.room_id}.${last.channel_key}`,
  };
}

function draftOf(row: Row, files: ReadonlyMap<string, UploadedFile>, quotes: ReadonlyMap<string, QuotedEvent>): RoomDraft {
  const told = <Words extends Content>({ attachments, ...words }: Words) => {
    const here = attachments.flatMap((id) => files.get(id) ?? []);
    const quote = quotes.get(words.quotedEventId ?? '')?.quote;
    const details = { attachmentsFullDetails: here, ...(quote === undefined ? {} : { quote }) };
    return { ...words, attachments: here.map(({ fileId }) => fileId), ...details };
  };
  const content = told(row.sent || row.content === null ? { text: '', attachments: [] } : row.content);
  const others = row.others
    .filter(({ clientMessageId }) => clientMessageId === null || !row.sent_others.includes(clientMessageId))
    .map(({ windowId: _window, clientMessageId, ...words }): OtherDraft => {
      const place = placeOf({ clientMessageId, ...words });
      return { ...told(words), ...(place === null ? {} : { anew: place }) };
    });
  return {
    roomId: row.room_id,
    channelId: row.channel_key as RoomDraft['channelId'],
    isPrivate: row.channel_key === 'note',
    conversationId: row.conversation_id,
    channelApplicationId: row.channel_application_id,
    ...content,
    clientMessageId: row.client_message_id,
    version: row.version,
    typedAt: row.typed_at,
    windowId: row.window_id,
    others,
  };
}

/** The drafts of rooms that this user may see now, a page behind `after`; those in which nothing stands any more are left out. */
export async function listDrafts(on: Reader, actor: Actor, after?: string): Promise<{ content: RoomDraft[]; next: string | null }> {
  const [roomId, channelId] = after?.split('.') ?? [];
  const behind = roomId === undefined ? sql`true` : sql`(d.room_id, d.channel_key) > (${roomId}::uuid, ${channelId})`;
  const { drafts, next } = await readPage(on, actor, sql`(d.content is not null or d.others <> '[]') and ${behind}`);
  return { content: drafts.filter((draft) => !isEmpty(draft) || draft.others.length > 0), next };
}

/** Tells all windows of this user, and nobody else's, how a draft of theirs is now. Throws ROOM_NOT_FOUND. */
async function tellDraft(deps: RoomsDeps, actor: Actor, { roomId, channelId }: Place): Promise<RoomDraft> {
  const which = sql`d.room_id = ${roomId} and d.channel_key = ${channelId}`;
  const [draft] = (await readPage(deps.db.reader(actor.accountId), actor, which)).drafts;
  if (draft === undefined) throw problem('ROOM_NOT_FOUND');
  deps.hub.publish([subject.user(actor.userId)], 'Draft', draft);
  return draft;
}

/** For every message that an agent sends: it costs one look by key where nothing was saved. */
const END_SENT = {
  name: 'end_sent_drafts',
  text: `update room_drafts d set version = d.version + 1, changed_at = clock_timestamp(),
      content = case when d.client_message_id = $3 then null else d.content end,
      others = (select coalesce(jsonb_agg(o), '[]') from jsonb_array_elements(d.others) o where o ->> 'clientMessageId' is distinct from $3)
    where d.user_id = $1 and d.room_id = $2 and (
      (d.client_message_id = $3 and d.content is not null) or d.others @> jsonb_build_array(jsonb_build_object('clientMessageId', $3::text)))
    returning d.channel_key`,
};

/** What was stored as a message is no draft any more, in no window. To be called once it is stored. */
export async function endSentDraft(deps: RoomsDeps, actor: Actor, message: { roomId: string; clientMessageId: string }): Promise<void> {
  const { roomId, clientMessageId } = message;
  const values = [actor.userId, roomId, clientMessageId];
  const ended = await deps.db.call<{ channel_key: string }>(actor.accountId, { ...END_SENT, values });
  for (const { channel_key } of ended) await tellDraft(deps, actor, { roomId, channelId: channel_key });
}
