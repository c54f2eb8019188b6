import { Readable } from 'node:stream';
import { anewIdOf, DRAFT_PAGE_SIZE, type DraftSave, type RoomDraft } from '@parley/contract';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/database.ts';
import { givenFiles, type TestFiles } from '../../test/files.ts';
import { givenAccount, givenRooms, messageId, type TestAccount, type TestRooms } from '../../test/people.ts';
import type { Actor } from '../accounts/index.ts';
import { receiveUpload, sweepFiles } from '../files/index.ts';
import { newId } from '../platform/clock.ts';
import { Problem } from '../platform/problem.ts';
import { takeAs } from './acting.ts';
import { deleteMessage } from './colleagues/delete-message.ts';
import { editMessage } from './colleagues/edit-message.ts';
import { createInternalRoom } from './colleagues/internal-rooms.ts';
import { forgetOldWork } from './forget.ts';
import { receiveText } from './receive.ts';
import { listDrafts, saveDraft } from './room-drafts.ts';
import { sendFile, sendNote, sendText } from './send.ts';
import { inRooms } from './work.ts';

let database: TestDatabase;
let owner: pg.Client;
let files: TestFiles;
let rooms: TestRooms;
let account: TestAccount;
let dora: Actor;
let emil: Actor;
let petar: Actor;
let roomId: string;
let channelId: string;

beforeAll(async () => {
  database = await freshDatabase();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  files = givenFiles(database.db);
  rooms = givenRooms(database.db, files);
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});
beforeEach(async () => {
  account = await givenAccount(database.db);
  [dora, emil] = [await account.agent('Dora'), await account.agent('Emil', { inQueue: false })];
  petar = await account.agent('Petar', { role: 'supervisor', inQueue: false });
  const visitor = await account.visitor('Maria');
  await receiveText(rooms.deps, { ...visitor, text: 'Hello', clientMessageId: messageId() });
  await takeAs(rooms.deps, dora, visitor.roomId);
  roomId = visitor.roomId;
  channelId = visitor.contactChannelId;
});

const reader = () => database.db.reader(account.accountId);
const list = async (actor = dora) => (await listDrafts(reader(), actor)).content;
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof Problem ? [error.key, error.params] : error),
  );

/** A window that types: it knows what it was told last, as the application does. */
class Window {
  readonly #windowId = messageId();
  readonly #where: { roomId: string; channelId: string };
  #saves = 0;
  base = 0;
  key = messageId();
  constructor(where: { roomId: string; channelId: string } = { roomId, channelId }) {
    this.#where = where;
  }
  says(text: string, more: Partial<DraftSave> = {}): DraftSave {
    this.#saves += 1;
    const { base, key: clientMessageId } = this;
    const standing = { attachments: [], typedAgo: 0, settled: [], aside: [] };
    return { text, clientMessageId, windowId: this.#windowId, save: this.#saves, base, ...standing, ...more };
  }
  async types(text: string, more: Partial<DraftSave> = {}): Promise<RoomDraft> {
    return this.saves(this.says(text, more));
  }
  async saves(save: DraftSave): Promise<RoomDraft> {
    const answer = await saveDraft(rooms.deps, dora, this.#where, save);
    this.base = answer.version;
    return answer;
  }
}
async function uploaded(by = dora): Promise<string> {
  const uploader = { by: 'USER', accountId: account.accountId, id: by.userId } as const;
  const body = Readable.from([Buffer.from('words')]);
  return (await receiveUpload(files, { uploader, name: 'a.txt', length: null, body, isCancelled: () => false })).fileId;
}
const aged = (hours: number) => sql`update files set created_at = created_at - make_interval(hours => ${hours})`.execute(reader());
const sweep = () => sweepFiles(files)({}, { signal: new AbortController().signal, query: (text, values) => owner.query(text, values) });
const forget = () => forgetOldWork({}, { signal: new AbortController().signal, query: (text, values) => owner.query(text, values) });

describe('a draft', () => {
  it('goes on in another window, with its files and everything that belongs to its channel', async () => {
    const fileId = await uploaded();
    const screen = await rooms.screenOf(dora);
    await new Window().types('Half a sent', { attachments: [fileId] });
    const [draft] = await list();
    expect(draft).toMatchObject({ roomId, channelId, isPrivate: false, text: 'Half a sent', attachments: [fileId], others: [] });
    expect(draft?.attachmentsFullDetails).toMatchObject([{ fileId, fileName: 'a.txt', fileSize: 5, type: 'FILE' }]);
    expect(draft?.conversationId).not.toBeNull();
    expect(draft?.channelApplicationId).toBe(account.widgetId);
    expect(screen.of('Draft')).toEqual([draft]);
    await new Window({ roomId, channelId: 'note' }).types('Only for us');
    expect((await list()).map((one) => [one.channelId, one.isPrivate, one.conversationId]).toSorted()).toEqual(
      [
        [channelId, false, draft?.conversationId],
        ['note', true, null],
      ].toSorted(),
    );
  });

  it('is not spoilt by a window that claims to hold a number that nobody has given', async () => {
    const window = new Window();
    await window.types('One');
    window.base = Number.MAX_SAFE_INTEGER;
    await window.types('Two');
    await window.types('Three');
    expect((await list())[0]).toMatchObject({ text: 'Three' });
    expect(Number.isSafeInteger((await list())[0]?.version)).toBe(true);
  });

  it('of an e-mail has subject, cc, bcc and from, one of Viber or SMS the phone number, and no other', async () => {
    const email = { subject: 'Your order', cc: ['a@lumen.example', 'half an addr'], bcc: [], from: 'shop@lumen.example' };
    expect(await refusalOf(new Window().types('x', email))).toEqual(['DRAFT_FIELD_OF_OTHER_CHANNEL', { field: 'subject' }]);
    expect(await refusalOf(new Window().types('x', { phoneNumber: '+359' }))).toEqual([
      'DRAFT_FIELD_OF_OTHER_CHANNEL',
      { field: 'phoneNumber' },
    ]);
    await sql`update contact_channels set type = 'EMAIL' where id = ${channelId}`.execute(reader());
    expect(await new Window().types('', email)).toMatchObject({ text: '', ...email });
    expect(await refusalOf(new Window().types('x', { phoneNumber: '+359' }))).toEqual([
      'DRAFT_FIELD_OF_OTHER_CHANNEL',
      { field: 'phoneNumber' },
    ]);
    for (const type of ['VIBER', 'SMS']) {
      await sql`update contact_channels set type = ${type} where id = ${channelId}`.execute(reader());
      const window = new Window();
      window.base = 99;
      expect(await window.types(`over ${type}`, { phoneNumber: '+359 88' })).toMatchObject({ phoneNumber: '+359 88' });
    }
  });

  it('of a note or among colleagues answers to a message of its room, as that says now, until it is sent', async () => {
    const noteOf = (text: string) => sendNote(rooms.deps, dora, { clientMessageId: messageId(), roomId, text });
    const quotedEventId = (await noteOf('The old price\nand more')).eventId;
    const screen = await rooms.screenOf(dora);
    const window = new Window({ roomId, channelId: 'note' });
    expect(await window.types('', { quotedEventId })).toMatchObject({
      text: '',
      quotedEventId,
      quote: { eventId: quotedEventId, text: 'The old price', originName: 'Dora Test', privateMessage: true },
    });
    expect((await list()).map(({ quote }) => quote?.text)).toEqual(['The old price']);
    await editMessage(rooms.deps, dora, { roomId, eventId: quotedEventId }, { text: 'The new price', mentions: [] });
    expect((await list()).map(({ quote }) => quote?.text)).toEqual(['The new price']);
    // What another window types at once offers the quote with its words.
    await new Window({ roomId, channelId: 'note' }).types('Something else');
    expect((await list())[0]?.others).toMatchObject([{ quote: { text: 'The new price' } }]);
    await deleteMessage(rooms.deps, dora, { roomId, eventId: quotedEventId });
    expect((await list())[0]?.others).toMatchObject([{ quote: { text: null, deleted: true } }]);
    const again = new Window({ roomId, channelId: 'note' });
    again.base = (await list())[0]?.version ?? 0;
    expect(await again.types('About what was deleted', { quotedEventId })).toMatchObject({ quote: { deleted: true } });
    await sendNote(rooms.deps, dora, { clientMessageId: again.key, roomId, text: 'About what was deleted' });
    await expect.poll(() => screen.of('Draft').at(-1)).toMatchObject({ text: '' });
    expect(screen.of('Draft').at(-1)).not.toHaveProperty('quote');
    const refusal = (channel: string, id: string) =>
      refusalOf(new Window({ roomId, channelId: channel }).types('x', { quotedEventId: id }));
    expect(await refusal(channelId, quotedEventId)).toEqual(['DRAFT_FIELD_OF_OTHER_CHANNEL', { field: 'quotedEventId' }]);
    expect(await refusal('note', newId())).toMatchObject(['EVENT_NOT_FOUND', {}]);
    const { roomId: otherRoom, ...visitor } = await account.visitor('Ivan');
    await receiveText(rooms.deps, { ...visitor, roomId: otherRoom, text: 'Elsewhere', clientMessageId: messageId() });
    const elsewhere = await reader().selectFrom('events').select('id').where('room_id', '=', otherRoom).executeTakeFirstOrThrow();
    expect(await refusal('note', elsewhere.id)).toMatchObject(['EVENT_NOT_FOUND', {}]);
  });

  it('is nobody else’s: neither colleagues nor supervisors see, hear or change it', async () => {
    const screens = [await rooms.screenOf(emil), await rooms.screenOf(petar)];
    await new Window().types('Mine alone');
    expect([await list(emil), await list(petar)]).toEqual([[], []]);
    expect(screens.map((screen) => screen.of('Draft'))).toEqual([[], []]);
    await saveDraft(rooms.deps, petar, { roomId, channelId }, new Window().says('The supervisor’s own'));
    expect((await list()).map(({ text }) => text)).toEqual(['Mine alone']);
    const stranger = await (await givenAccount(database.db, 'Orion')).agent('Olga', { role: 'admin' });
    expect(await refusalOf(saveDraft(rooms.deps, stranger, { roomId, channelId }, new Window().says('x')))).toEqual(['ROOM_NOT_FOUND', {}]);
  });

  it('is for a room that its writer sees, a channel of it, and files that they uploaded', async () => {
    const save = new Window().says('x');
    expect(await refusalOf(saveDraft(rooms.deps, emil, { roomId, channelId }, save))).toEqual(['ROOM_NOT_FOUND', {}]);
    const other = await account.visitor('Ivan');
    const to = (channel: string) => refusalOf(saveDraft(rooms.deps, dora, { roomId, channelId: channel }, save));
    expect([await to(other.contactChannelId), await to('internal')]).toEqual([
      ['CHANNEL_NOT_FOUND', {}],
      ['CHANNEL_NOT_FOUND', {}],
    ]);
    expect(await refusalOf(new Window().types('x', { attachments: [await uploaded(emil)] }))).toEqual(['FILE_NOT_FOUND', {}]);
    const chat = await inRooms(database.db, account.accountId, (tx) =>
      createInternalRoom(tx, dora, { users: [emil.userId], roomType: 'INTERNAL' }),
    );
    await new Window({ roomId: chat, channelId: 'internal' }).types('To Emil');
    expect(await list()).toMatchObject([{ roomId: chat, channelId: 'internal', isPrivate: false, conversationId: null }]);
  });

  it('is out of sight with its room, and there again with it', async () => {
    await new Window().types('For later');
    const access = await reader().selectFrom('room_access').selectAll().where('room_id', '=', roomId).execute();
    await reader().deleteFrom('room_access').where('room_id', '=', roomId).execute();
    expect(await list()).toEqual([]);
    await reader().insertInto('room_access').values(access).execute();
    expect(await list()).toMatchObject([{ text: 'For later' }]);
  });

  it('keeps its files from being swept away, and lets go of them with itself', async () => {
    const fileId = await uploaded();
    const window = new Window();
    await window.types('With a file', { attachments: [fileId] });
    await aged(25);
    await sweep();
    expect((await list())[0]?.attachments).toEqual([fileId]);
    await window.types('Without');
    await sweep();
    expect(await reader().selectFrom('files').select('id').execute()).toEqual([]);
  });

  it('comes by pages, each once', async () => {
    const made = Array.from({ length: DRAFT_PAGE_SIZE + 5 }, async (_, n) => {
      const visitor = await account.visitor(`Visitor ${n}`);
      await receiveText(rooms.deps, { ...visitor, text: 'Hello', clientMessageId: messageId() });
      await new Window({ roomId: visitor.roomId, channelId: 'note' }).types(`${n}`);
    });
    await Promise.all(made);
    const first = await listDrafts(reader(), dora);
    const second = await listDrafts(reader(), dora, first.next ?? '');
    expect([first.content.length, second.content.length, second.next]).toEqual([DRAFT_PAGE_SIZE, 5, null]);
    expect(new Set([...first.content, ...second.content].map(({ text }) => text)).size).toBe(DRAFT_PAGE_SIZE + 5);
  });
});

describe('two windows', () => {
  it('that take turns go on with one text, and nothing is offered', async () => {
    const [one, other] = [new Window(), new Window()];
    other.base = (await one.types('Dear Maria')).version;
    one.base = (await other.types('Dear Ivan')).version;
    expect(await one.types('Dear all')).toMatchObject({ text: 'Dear all', others: [] });
  });

  it('that type at once: the later key wins, and the other’s words are offered', async () => {
    const [one, other] = [new Window(), new Window()];
    await one.types('Typed in the first');
    const answer = await other.types('Typed in the second');
    expect(answer).toMatchObject({ text: 'Typed in the second', others: [{ text: 'Typed in the first' }] });
    expect(await list()).toEqual([answer]);
  });

  it('whose older words come later, from a machine that was cut off: they are offered, and win nothing', async () => {
    const [one, other] = [new Window(), new Window()];
    const fileId = await uploaded();
    await one.types('Written just now');
    const answer = await other.types('An hour ago', { typedAgo: 3_600_000, attachments: [fileId] });
    expect(answer).toMatchObject({ text: 'Written just now', others: [{ text: 'An hour ago', attachments: [fileId] }] });
    await aged(25);
    await sweep();
    expect((await list())[0]?.others[0]?.attachments).toEqual([fileId]);
  });

  it('that go on typing against each other leave one text and one offer, not one for each key', async () => {
    const [one, other] = [new Window(), new Window()];
    let answer: RoomDraft | undefined;
    for (const letters of [1, 2, 3, 4]) {
      answer = await one.saves({ ...one.says('abcd'.slice(0, letters)) });
      answer = await other.saves({ ...other.says('wxyz'.slice(0, letters)) });
    }
    expect(answer).toMatchObject({ text: 'wxyz', others: [{ text: 'abcd' }] });
  });

  it('offer nothing that the winner says too, nor nothing at all', async () => {
    const [one, other, third] = [new Window(), new Window(), new Window()];
    await one.types('Dear');
    expect(await other.types('Dear Maria')).toMatchObject({ text: 'Dear Maria', others: [] });
    expect(await third.types('', { typedAgo: 60_000 })).toMatchObject({ text: 'Dear Maria', others: [] });
  });

  it('settle an offer: used or dropped it is gone, and what made room for it is kept', async () => {
    const [one, other] = [new Window(), new Window()];
    await one.types('First');
    const { others } = await other.types('Second');
    const used = await other.types('First', { settled: others.map(({ id }) => id), aside: [{ text: 'Second', attachments: [] }] });
    expect(used).toMatchObject({ text: 'First', others: [{ text: 'Second' }] });
    expect(await other.types('First', { settled: used.others.map(({ id }) => id) })).toMatchObject({ others: [] });
  });

  it('keep with what made room, and with what lost, which undelivered message’s place it takes', async () => {
    const [one, other] = [new Window(), new Window()];
    const failed = newId();
    const sent = { roomId, channelId, clientMessageId: messageId(), text: 'Hello' };
    const { eventId: another } = await sendText(rooms.deps, dora, sent);
    one.key = anewIdOf(failed);
    await one.types('Hello');
    const lost = await other.types('Hello, half a thought');
    expect(lost.others).toMatchObject([{ text: 'Hello', anew: failed }]);
    expect(lost.others[0]).not.toHaveProperty('aside');
    const aside = [{ text: 'Hello', attachments: [], anew: another }];
    const kept = await other.types('Hello, half a thought', { aside });
    expect(kept.others.map(({ anew, aside: isAside }) => [anew, isAside])).toEqual([
      [failed, undefined],
      [another, true],
    ]);
    expect((await other.types('Hello, half a thought', { aside })).others).toHaveLength(2);
    expect((await list())[0]?.others).toMatchObject([{ anew: failed }, { anew: another, aside: true }]);
    const nobodys = [{ text: 'Hello', attachments: [], anew: newId() }];
    await expect(other.types('Hello, half a thought', { aside: nobodys })).rejects.toMatchObject({ key: 'EVENT_NOT_FOUND' });
  });

  it('leave what was never loaded: an empty field does not wipe it without offering it', async () => {
    await new Window().types('Never seen by the other');
    expect(await new Window().types('')).toMatchObject({ text: '', others: [{ text: 'Never seen by the other' }] });
    expect(await list()).toHaveLength(1);
  });
});

describe('what was sent', () => {
  it('is no draft any more with the message, in all windows, in whichever way it was sent', async () => {
    const screen = await rooms.screenOf(dora);
    const [text, note, file] = [new Window(), new Window({ roomId, channelId: 'note' }), new Window()];
    await text.types('To be sent');
    await sendText(rooms.deps, dora, { clientMessageId: text.key, roomId, channelId, text: 'To be sent' });
    await note.types('To be noted');
    await sendNote(rooms.deps, dora, { clientMessageId: note.key, roomId, text: 'To be noted' });
    const fileId = await uploaded();
    file.base = 99;
    await file.types('', { attachments: [fileId] });
    await sendFile(rooms.deps, dora, 'FILE', { clientMessageId: file.key, roomId, channelId, fileId, text: null });
    expect(await list()).toEqual([]);
    expect((screen.of('Draft') as RoomDraft[]).map((draft) => draft.text)).toEqual(['To be sent', '', 'To be noted', '', '', '']);
    expect((screen.of('Draft') as RoomDraft[]).at(-1)).toMatchObject({ attachments: [], clientMessageId: file.key });
  });

  it('does not come back by a saving that arrives after it', async () => {
    const window = new Window();
    const late = window.says('Sent quickly');
    await sendText(rooms.deps, dora, { clientMessageId: window.key, roomId, channelId, text: 'Sent quickly' });
    expect(await window.saves(late)).toMatchObject({ text: '' });
    expect(await list()).toEqual([]);
  });

  it('does not come back when saving and sending meet', async () => {
    for (let round = 0; round < 30; round++) {
      const window = new Window();
      const saving = window.saves(window.says(`Round ${round}`));
      await Promise.all([saving, sendText(rooms.deps, dora, { clientMessageId: window.key, roomId, channelId, text: `Round ${round}` })]);
      expect(await list()).toEqual([]);
    }
  });

  it('nor by a saving of the same window that a later one has overtaken', async () => {
    const window = new Window();
    const late = window.says('Dear Maria, older');
    await window.types('Dear Maria, newer');
    expect(await window.saves(late)).toMatchObject({ text: 'Dear Maria, newer', others: [] });
  });

  it('leaves what was begun after it, and is not offered against that', async () => {
    const [one, other] = [new Window(), new Window()];
    await one.types('First answer');
    await other.types('Next words');
    expect((await list())[0]?.others).toMatchObject([{ text: 'First answer' }]);
    await sendText(rooms.deps, dora, { clientMessageId: one.key, roomId, channelId, text: 'First answer' });
    expect(await list()).toMatchObject([{ text: 'Next words', others: [] }]);
  });

  it('stays a draft when it was refused', async () => {
    const window = new Window();
    await window.types('To nobody');
    const send = sendText(rooms.deps, dora, { clientMessageId: window.key, roomId, channelId: newId(), text: 'To nobody' });
    await expect(send).rejects.toThrow();
    expect(await list()).toMatchObject([{ text: 'To nobody' }]);
  });

  it('is forgotten after a day, and what is still a draft never', async () => {
    const [emptied, standing] = [new Window(), new Window({ roomId, channelId: 'note' })];
    await emptied.types('x');
    await emptied.types('');
    await standing.types('Still to be said');
    await sql`update room_drafts set changed_at = changed_at - interval '400 days'`.execute(reader());
    await forget();
    const rows = await reader().selectFrom('room_drafts').select('channel_key').execute();
    expect(rows).toEqual([{ channel_key: 'note' }]);
  });
});

it('goes with the room, the person or the channel that it belongs to', async () => {
  await new Window().types('x');
  const { rows } = await owner.query(
    `select confdeltype from pg_constraint where conrelid = 'room_drafts'::regclass and contype = 'f' and confrelid <> 'accounts'::regclass`,
  );
  expect(rows).toEqual([{ confdeltype: 'c' }, { confdeltype: 'c' }, { confdeltype: 'c' }]);
});
