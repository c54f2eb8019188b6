import { ChannelType, messagingState } from '@parley/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../../test/database.ts';
import { loopBack } from '../../../test/loop-back/channel.ts';
import { givenApplication, newAddress, sayOn } from '../../../test/loop-back/customers.ts';
import { givenAccount, givenRooms, messageId, type TestAccount, type TestRooms } from '../../../test/people.ts';
import type { Actor } from '../../accounts/index.ts';
import { createContact } from '../../contacts/index.ts';
import { newId } from '../../platform/clock.ts';
import { Problem } from '../../platform/problem.ts';
import { roomOfContact } from '../customer-side.ts';
import { readOneRoom } from '../reading/one-room.ts';
import { readRooms } from '../reading/room-view.ts';
import { scheduleMessage } from '../scheduled/schedule.ts';
import { inRooms } from '../work.ts';
import { addChannel } from './add-channel.ts';
import { startConversation } from './start-conversation.ts';

let database: TestDatabase;
let account: TestAccount;
let rooms: TestRooms;
let me: Actor;
let other: Actor;
/** The type in question, and the one that stands beside it in the room. */
const applications = new Map<ChannelType, string>();
const types = ChannelType.options.filter((type) => type !== 'INTERNAL');

beforeAll(async () => {
  database = await freshDatabase();
  rooms = givenRooms(database.db);
  account = await givenAccount(database.db);
  me = await account.agent('Elena');
  other = await account.agent('Dora');
  for (const type of types) {
    if (type !== 'LIVECHAT' && type !== 'PHONE')
      rooms.deps.channels.register(loopBack({ type, origin: 'http://127.0.0.1:9', takesKey: true }));
    applications.set(type, type === 'LIVECHAT' ? account.widgetId : await givenApplication(database.db, account, type));
  }
});
afterAll(() => database.drop());

const holders = ['none', 'nobody', 'me', 'other', 'bot'] as const;
interface Standing {
  type: ChannelType;
  holder: (typeof holders)[number];
  elsewhere: boolean;
  participant: boolean;
  /** The customer has left the channel. */
  left: boolean;
}
/** What goes by subscription can be left. */
const leaves = (type: ChannelType) => (type === 'VIBER_PUBLIC' ? [false, true] : [false]);
interface Place {
  roomId: string;
  channelId: string;
  /** Mine, beside. */
  conversationId: string;
}

/** A room that stands so, whichever way it came to that. */
async function givenRoom({ type, holder, elsewhere, participant, left }: Standing): Promise<Place> {
  const { accountId } = account;
  return database.db.inAccount(accountId, async (tx) => {
    const contactId = await createContact(tx, accountId, { firstName: 'Maria' });
    const channelOf = async (kind: ChannelType, unsubscribed = false) => {
      const id = newId();
      const row = { id, account_id: accountId, contact_id: contactId, type: kind, address: newAddress(), unsubscribed };
      await tx
        .insertInto('contact_channels')
        .values({ ...row, channel_application_id: applications.get(kind) ?? '' })
        .execute();
      return id;
    };
    const channelId = await channelOf(type, left);
    const beside = await channelOf('EMAIL');
    const roomId = await roomOfContact(tx, accountId, contactId);
    await tx.insertInto('room_access').values({ account_id: accountId, room_id: roomId, subject_id: me.userId }).execute();
    const held = async (channel: string, who: Exclude<Standing['holder'], 'none'>) => {
      const id = newId();
      await tx
        .insertInto('conversations')
        .values({
          id,
          account_id: accountId,
          room_id: roomId,
          state: who === 'nobody' ? 'UNASSIGNED' : 'ASSIGNED',
          assigned_user_id: who === 'me' ? me.userId : who === 'other' ? other.userId : null,
          assigned_chatbot_id: who === 'bot' ? newId() : null,
          change: 0,
        })
        .execute();
      await tx
        .insertInto('conversation_channels')
        .values({ account_id: accountId, conversation_id: id, contact_channel_id: channel })
        .execute();
      return id;
    };
    if (holder !== 'none') await held(channelId, holder);
    const conversationId = elsewhere ? await held(beside, 'me') : newId();
    const isActive = holder !== 'none' || elsewhere;
    const isHeld = elsewhere || (holder !== 'none' && holder !== 'nobody');
    await tx
      .updateTable('rooms')
      .set({ state: isHeld ? 'ASSIGNED' : isActive ? 'UNASSIGNED' : 'RESOLVED' })
      .where('id', '=', roomId)
      .execute();
    if (participant)
      await tx
        .insertInto('participants')
        .values({ id: newId(), account_id: accountId, room_id: roomId, type: 'USER', associated_id: me.userId })
        .execute();
    return { roomId, channelId, conversationId };
  });
}

/** What the server says to something; nothing of it stays. */
async function answerTo(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
    return 'done';
  } catch (refusal) {
    if (refusal instanceof Problem) return refusal.key;
    throw refusal;
  }
}
const inVain = (work: (tx: Parameters<Parameters<typeof inRooms>[2]>[0]) => Promise<void>) =>
  answerTo(() =>
    inRooms(database.db, account.accountId, async (tx) => {
      await work(tx);
      throw new Undone();
    }).catch((cause: unknown) => {
      if (!(cause instanceof Undone)) throw cause;
    }),
  );
class Undone extends Error {}

/** What a client would show, and what the server lets be done. */
async function bothSides(standing: Standing) {
  const { roomId, channelId, conversationId } = await givenRoom(standing);
  const [room] = await readRooms(database.db.reader(account.accountId), [roomId]);
  const channel = room?.channels.find((one) => one.channelId === channelId);
  if (!room || !channel) throw new Error('the room is gone');
  // As it comes over the wire.
  const shown = messagingState(channel, JSON.parse(JSON.stringify(room)), me.userId);
  const said = { roomId, channelId, text: 'Good day', clientMessageId: messageId() };
  const later = { ...said, clientMessageId: messageId(), fileIds: [], timezone: 'Europe/Sofia', unlessCustomerWrites: false };
  const sendAt = new Date(Date.now() + 3_600_000).toISOString();
  const told = await readOneRoom(database.db.reader(account.accountId), me, roomId);
  return {
    shown,
    told: told.channels.find((one) => one.channelId === channelId),
    start: await inVain((tx) => startConversation(rooms.deps, tx, me, { roomId, channelId, expectedRoomState: room.state })),
    add: await inVain((tx) => addChannel(rooms.deps, tx, me, { roomId, channelId, conversationId })),
    later: await answerTo(() => scheduleMessage(rooms.deps, me, roomId, { ...later, sendAt })),
    send: await answerTo(() => sayOn(rooms.deps, me, channel.channelType, said)),
  };
}

it.each(types)(
  'on %s the server lets be done what the client shows, and refuses the rest with the key that it shows',
  async (type) => {
    const all = holders.flatMap((holder) =>
      [true, false].flatMap((elsewhere) =>
        [true, false].flatMap((participant) => leaves(type).map((left): Standing => ({ type, holder, elsewhere, participant, left }))),
      ),
    );
    for (const standing of all) {
      const { shown, told, ...server } = await bothSides(standing);
      const isMine = shown.assignedUserId === me.userId;
      const seen = { standing, shown };
      const { conversationId: _known, ...flags } = shown;
      expect({ ...seen, told }).toMatchObject({ ...seen, told: flags });
      expect({ ...seen, may: server.send === 'done' }).toEqual({ ...seen, may: shown.enabled });
      // What is written for later is judged as if it were sent now.
      expect({ ...seen, later: server.later === 'done' }).toEqual({ ...seen, later: shown.enabled });
      // Who has it already is told so, and nothing is started.
      expect({ ...seen, may: server.start === 'done' }).toEqual({ ...seen, may: shown.coversationCanStart || isMine });
      expect({ ...seen, may: server.add === 'done' }).toEqual({ ...seen, may: shown.conversationCanBeAdded });
      if (shown.cannotMessageKey === null) continue;
      if (!isMine) expect({ ...seen, start: server.start }).toEqual({ ...seen, start: shown.cannotMessageKey });
      // Live chat is judged by the statement that stores it, which has words of its own.
      if (type !== 'LIVECHAT') expect({ ...seen, send: server.send }).toEqual({ ...seen, send: shown.cannotMessageKey });
      else
        expect({ ...seen, send: server.send }).toEqual({
          ...seen,
          send: shown.isInConversation ? 'ROOM_NOT_A_PARTICIPANT' : 'CONVERSATION_RESOLVED',
        });
    }
  },
  60_000,
);

it('a channel that its customer has left is written to by nobody, whoever holds what it is in', async () => {
  for (const holder of holders) {
    const { shown } = await bothSides({ type: 'VIBER_PUBLIC', holder, elsewhere: false, participant: true, left: true });
    expect(shown).toMatchObject({
      enabled: false,
      coversationCanStart: false,
      cannotMessage: true,
      cannotMessageKey: 'COMMUNICATION_CHANNEL_CANNOT_MESSAGE_UNSUBSCRIBED',
    });
  }
});
