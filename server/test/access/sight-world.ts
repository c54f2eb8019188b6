import { Readable } from 'node:stream';
import type { Role } from '@parley/contract';
import type { Actor } from '../../src/accounts/index.ts';
import { receiveUpload } from '../../src/files/index.ts';
import { newId } from '../../src/platform/clock.ts';
import { assignByPerson } from '../../src/rooms/assign.ts';
import { starRoom } from '../../src/rooms/colleagues/following.ts';
import { inRooms, type RoomsDeps, receiveText, resolveAs, sendNote, takeAs } from '../../src/rooms/index.ts';
import { pinNote } from '../../src/rooms/pinned-notes.ts';
import type { TestApp } from '../app.ts';
import { givenSource, someEmail } from '../emails.ts';
import { givenApplication } from '../loop-back/customers.ts';
import { givenAccount, messageId, type TestAccount } from '../people.ts';
import { blackPng } from '../pictures.ts';
import { givenSuperUser, givePassword, SignInBrowser } from '../sign-in.ts';

/** What one person has to do with the only room of their account, and whether they see it by that (domain: rooms and conversations). */
export interface Relation {
  who: string;
  role: Role;
  sees: boolean;
  /** An agent of the queue to which the room came. */
  inQueue?: boolean;
  /** An admin of another account. */
  abroad?: true;
  /** What happens after the customer has written, in whose room it waits. */
  happens?: (given: Steps) => Promise<unknown>;
}

/** What can happen, in the words of the table. */
export interface Steps {
  /** The person takes it. */
  theyTake(): Promise<unknown>;
  colleagueTakes(): Promise<unknown>;
  /** It goes from their hands to a colleague's, by a supervisor. */
  goesToColleague(): Promise<unknown>;
  colleagueResolves(): Promise<unknown>;
  theyNote(): Promise<unknown>;
  theyAreNamed(): Promise<unknown>;
  theyStar(): Promise<unknown>;
}

/** Stands in everything that the customer and colleagues say there, and nowhere else. */
export const SAID = 'kumquat';

export interface SightWorld {
  account: TestAccount;
  rooms: RoomsDeps;
  /** Whose sight is asked for. */
  person: Actor;
  token: string;
  colleague: Actor;
  lead: Actor;
  visitor: Awaited<ReturnType<TestAccount['visitor']>>;
  roomId: string;
  conversationId: string;
  /** Of the customer's, which is an e-mail with a body; and of a note with a picture, which stands beside the talk. */
  eventId: string;
  noteId: string;
  fileId: string;
  /** The customer's, beside the one that they wrote by. */
  emailChannelId: string;
}

const password = `made-up-${newId()}`;

/** An account with one room, and a person who has to do with it as the relation says. */
export async function givenSight(app: TestApp, rooms: RoomsDeps, relation: Relation): Promise<SightWorld> {
  const { db } = app.database;
  const account = await givenAccount(db, 'Sales and support');
  const { accountId } = account;
  const [lead, colleague] = [await account.agent('Petar', { role: 'supervisor', inQueue: false }), await account.agent('Hana')];
  const visitor = await account.visitor('Zlatina');
  const { roomId } = visitor;
  const { person, token } = await signedIn(app, account, relation);
  await secondQueue(app, account, relation.inQueue || person.accountId !== accountId ? [colleague] : [colleague, person]);
  const note = (by: Actor, more: object = {}) =>
    sendNote(rooms, by, { clientMessageId: messageId(), roomId, text: `Noted: ${SAID}`, ...more });
  const { event_id: eventId } = await receiveText(rooms, { ...visitor, text: `Where is my ${SAID}?`, clientMessageId: messageId() });
  const conversation = await db
    .reader(accountId)
    .selectFrom('conversations')
    .select('id')
    .where('room_id', '=', roomId)
    .executeTakeFirstOrThrow();
  const fileId = await pictureOf(rooms, lead);
  const { eventId: noteId } = await note(lead, { fileId });
  await pinNote(rooms, lead, { roomId, eventId: noteId });
  await db.inAccount(accountId, async (tx) => {
    const email = JSON.stringify({ email: someEmail({ subject: SAID }) });
    await tx.updateTable('events').set({ details: email }).where('id', '=', eventId).execute();
    await tx
      .insertInto('email_bodies')
      .values({ account_id: accountId, event_id: eventId, html: `<p>${SAID}</p>` })
      .execute();
  });
  const mailboxId = await givenApplication(db, account, 'EMAIL');
  await givenSource(rooms.files, account, mailboxId, eventId);
  const emailChannelId = newId();
  await db.inAccount(accountId, async (tx) => {
    const { contact_id } = await tx
      .selectFrom('contact_channels')
      .select('contact_id')
      .where('id', '=', visitor.contactChannelId)
      .executeTakeFirstOrThrow();
    const ofEmail = { type: 'EMAIL', channel_application_id: mailboxId, address: `maria-${newId()}@home.example` };
    await tx
      .insertInto('contact_channels')
      .values({ id: emailChannelId, account_id: accountId, contact_id, room_id: roomId, ...ofEmail })
      .execute();
  });
  const hand = (userId: string, expectedUserId: string | null) =>
    inRooms(rooms.db, accountId, (tx) => assignByPerson(tx, lead, { roomId, conversationId: conversation.id, userId, expectedUserId }));
  const named = { text: '@Them', mentions: [{ userId: person.userId, from: 0, length: 5 }] };
  await relation.happens?.({
    theyTake: () => takeAs(rooms, person, roomId),
    colleagueTakes: () => takeAs(rooms, colleague, roomId),
    goesToColleague: () => hand(colleague.userId, person.userId),
    colleagueResolves: () => resolveAs(rooms, colleague, roomId),
    theyNote: () => note(person),
    theyAreNamed: () => note(lead, named),
    theyStar: () => inRooms(rooms.db, accountId, (tx) => starRoom(tx, person, roomId, true)),
  });
  return {
    account,
    rooms,
    person,
    token,
    colleague,
    lead,
    visitor,
    roomId,
    conversationId: conversation.id,
    eventId,
    noteId,
    fileId,
    emailChannelId,
  };
}

/** Support, where who is not in sales works: they are agents of a queue, and of another one. */
async function secondQueue({ database }: TestApp, { accountId }: TestAccount, members: readonly Actor[]): Promise<void> {
  const queueId = newId();
  await database.db.inAccount(accountId, async (tx) => {
    await tx.insertInto('queues').values({ id: queueId, account_id: accountId, name: 'Support' }).execute();
    const rows = members.map(({ userId }) => ({ account_id: accountId, queue_id: queueId, user_id: userId }));
    await tx.insertInto('queue_members').values(rows).execute();
  });
}

async function signedIn(
  app: TestApp,
  account: TestAccount,
  { role, inQueue = false, abroad }: Relation,
): Promise<{ person: Actor; token: string }> {
  const { db } = app.database;
  const signIn = async (email: string) => (await new SignInBrowser(app.origin).signIn(email, password)).access_token;
  if (role === 'superAdmin') {
    const email = `super-${newId()}@parley.example`;
    const userId = await givenSuperUser(db, email, password);
    return { person: { userId, accountId: '', role, name: 'Super', features: {} }, token: await signIn(email) };
  }
  const home = abroad ? await givenAccount(db, 'Orion') : account;
  const person = await home.agent('Boyan', { role, inQueue });
  await givePassword(db, home.accountId, person.userId, password);
  return { person, token: await signIn(`boyan-${person.userId}@lumen.example`) };
}

async function pictureOf(rooms: RoomsDeps, { accountId, userId }: Actor): Promise<string> {
  const uploader = { by: 'USER', accountId, id: userId } as const;
  const body = Readable.from([await blackPng(4, 3)]);
  const { fileId } = await receiveUpload(rooms.files, { uploader, name: `${SAID}.png`, length: null, body, isCancelled: () => false });
  return fileId;
}
