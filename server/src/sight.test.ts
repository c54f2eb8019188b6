import { api } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenSight, type Relation, SAID, type SightWorld } from '../test/access/sight-world.ts';
import { AgentConnection, startApp, type TestApp } from '../test/app.ts';
import { messageId } from '../test/people.ts';
import { newId } from './platform/clock.ts';
import { type RoomsDeps, receiveText, sendNote } from './rooms/index.ts';
import { sayTyping } from './rooms/typing.ts';

/**
 * Who sees a customer's room, by which of all ways (domain: rooms and conversations; BUG-124). Each stands in an account of their own in
 * which there is no other room, so that whatever is counted is counted of this one.
 */
const RELATIONS: readonly Relation[] = [
  { who: 'an agent who holds it', role: 'agent', inQueue: true, sees: true, happens: ({ theyTake }) => theyTake() },
  {
    who: 'an agent who held it, and a colleague does now',
    role: 'agent',
    inQueue: true,
    sees: true,
    happens: async ({ theyTake, goesToColleague }) => {
      await theyTake();
      await goesToColleague();
    },
  },
  { who: 'an agent of its queue while it waits', role: 'agent', inQueue: true, sees: true },
  {
    who: 'an agent of its queue while a colleague holds it',
    role: 'agent',
    inQueue: true,
    sees: false,
    happens: ({ colleagueTakes }) => colleagueTakes(),
  },
  {
    who: 'an agent of its queue once it is resolved',
    role: 'agent',
    inQueue: true,
    sees: true,
    happens: async ({ colleagueTakes, colleagueResolves }) => {
      await colleagueTakes();
      await colleagueResolves();
    },
  },
  {
    who: 'an agent who wrote a note there, and a colleague holds it',
    role: 'agent',
    inQueue: true,
    sees: true,
    happens: async ({ theyNote, colleagueTakes }) => {
      await theyNote();
      await colleagueTakes();
    },
  },
  {
    who: 'an agent who was named there while it waited, and a colleague holds it',
    role: 'agent',
    inQueue: true,
    sees: false,
    happens: async ({ theyAreNamed, colleagueTakes }) => {
      await theyAreNamed();
      await colleagueTakes();
    },
  },
  {
    who: 'an agent who starred it while it waited, and a colleague holds it',
    role: 'agent',
    inQueue: true,
    sees: false,
    happens: async ({ theyStar, colleagueTakes }) => {
      await theyStar();
      await colleagueTakes();
    },
  },
  { who: 'an agent of another queue while it waits', role: 'agent', sees: false },
  {
    who: 'an agent of another queue while a colleague holds it',
    role: 'agent',
    sees: false,
    happens: ({ colleagueTakes }) => colleagueTakes(),
  },
  {
    who: 'an agent of another queue once it is resolved',
    role: 'agent',
    sees: false,
    happens: async ({ colleagueTakes, colleagueResolves }) => {
      await colleagueTakes();
      await colleagueResolves();
    },
  },
  {
    who: 'a supervisor, of a room that a colleague holds',
    role: 'supervisor',
    sees: true,
    happens: ({ colleagueTakes }) => colleagueTakes(),
  },
  { who: 'an admin, of a room that waits', role: 'admin', sees: true },
  { who: 'an admin of another account', role: 'admin', abroad: true, sees: false },
  { who: 'a super admin', role: 'superAdmin', sees: false },
];

let app: TestApp;
let rooms: RoomsDeps;
beforeAll(async () => {
  app = await startApp({
    more(parts) {
      rooms = parts.rooms;
    },
  });
}, 60_000);
afterAll(() => app.close());

interface Answer {
  status: number;
  text: string;
}

async function ask({ token }: SightWorld, method: string, path: string, body?: unknown): Promise<Answer> {
  const answer = await fetch(`${app.origin}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text() };
}

/** Lists, counts and what else does not name the room in its path: what of it is told there to who sees it, and nothing to who does not. */
const TOLD: Readonly<Record<string, (world: SightWorld) => Promise<string>>> = {
  'lists by state and view': async (world) => {
    const asked = ['room_state=ASSIGNED', 'room_state=UNASSIGNED', 'room_state=RESOLVED', 'view=mine', 'view=waiting', 'view=snoozed'];
    return (await Promise.all(asked.map((query) => ask(world, 'GET', `/rooms?${query}`)))).map(({ text }) => text).join('');
  },
  'the list, narrowed by name, channel, queue and agent': async (world) => {
    const { queueId } = world.account;
    const filters = ['search=zlat', 'channel=LIVECHAT', `queue=${queueId}`, `agent=${world.colleague.userId},${world.person.userId}`];
    const asked = filters.flatMap((filter) => ['ASSIGNED', 'UNASSIGNED', 'RESOLVED'].map((state) => `room_state=${state}&${filter}`));
    return (await Promise.all(asked.map((query) => ask(world, 'GET', `/rooms?${query}`)))).map(({ text }) => text).join('');
  },
  'addresses of its files': async (world) => (await ask(world, 'POST', '/files/urls', { fileIds: [world.fileId] })).text,
};

/** Numbers, by how many rooms they count: none for who sees none. */
const COUNTED: Readonly<Record<string, (world: SightWorld) => Promise<number>>> = {
  'counts of views of every list': async (world) => {
    for (const list of ['waiting', 'mine', 'all', 'resolved'])
      await ask(world, 'POST', '/room-views', { name: list, list, filters: {}, sort: null, shared: false });
    const { content = [] } = JSON.parse((await ask(world, 'GET', '/room-views')).text) as { content?: { count: number | null }[] };
    return content.reduce((sum, { count }) => sum + (count ?? 0), 0);
  },
};

const inRoom = ({ roomId }: SightWorld, path = '') => `/rooms/${roomId}${path}`;
const ofEvent = ({ eventId }: SightWorld) => `event_id=${eventId}&position=AROUND`;
const later = (world: SightWorld) => ({
  clientMessageId: messageId(),
  channelId: world.visitor.contactChannelId,
  text: 'At nine',
  fileIds: [],
  sendAt: new Date(Date.now() + 3_600_000).toISOString(),
  timezone: 'Europe/Sofia',
  unlessCustomerWrites: true,
});
const edited = (world: SightWorld) => {
  const { clientMessageId: _id, channelId: _channel, ...content } = later(world);
  return { ...content, version: 1 };
};
const draft = {
  text: 'Half',
  attachments: [],
  windowId: 'window-of-sight',
  save: 1,
  base: 0,
  typedAgo: 0,
  settled: [],
  aside: [],
};

/** Every route with a room in its path: how each is asked, by its name in the contract. Those that only read are asked by who sees it too. */
const OF_ROOM: Readonly<Record<string, (world: SightWorld) => readonly (readonly [path: string, body?: unknown])[]>> = {
  'rooms.one': (world) => [[inRoom(world)]],
  'rooms.change': (world) => [[inRoom(world), [{ op: 'replace', path: 'starred', value: true }]]],
  'rooms.addParticipants': (world) => [
    [inRoom(world, '/participants'), { roomParticipants: [{ associatedParticipantId: world.person.userId, type: 'USER' }] }],
  ],
  'rooms.removeParticipants': (world) => [
    [inRoom(world, '/participants'), { roomParticipants: [{ associatedParticipantId: world.colleague.userId, type: 'USER' }] }],
  ],
  'rooms.readers': (world) => [[inRoom(world, '/readers')]],
  'rooms.recentEvents': (world) => [[inRoom(world, '/recent-events')], [inRoom(world, '/recent-events?private_messages=true')]],
  'rooms.changes': (world) => [[inRoom(world, '/changes?epoch=1&change=0')]],
  'rooms.history': (world) => [[inRoom(world, '/history')], [inRoom(world, '/history?private_messages=true&position=NEWER')]],
  'rooms.historyByEvent': (world) => [[inRoom(world, `/history/by-event?${ofEvent(world)}`)]],
  'rooms.pastConversations': (world) => [[inRoom(world, '/past-conversations')]],
  'rooms.send': (world) => [
    [inRoom(world, '/messages'), { type: 'Note', payload: { clientMessageId: messageId(), roomId: world.roomId, text: 'x' } }],
    [
      inRoom(world, '/messages'),
      {
        type: 'Text',
        payload: { clientMessageId: messageId(), roomId: world.roomId, channelId: world.visitor.contactChannelId, text: 'x' },
      },
    ],
  ],
  'rooms.retry': (world) => [[inRoom(world, `/messages/${world.eventId}/retry`)]],
  'drafts.save': (world) => [
    [inRoom(world, '/drafts/note'), { ...draft, clientMessageId: messageId() }],
    [inRoom(world, `/drafts/${world.visitor.contactChannelId}`), { ...draft, clientMessageId: messageId() }],
  ],
  'discussions.list': (world) => [[inRoom(world, '/discussions')]],
  'discussions.begin': (world) => [[inRoom(world, '/discussions'), { users: [world.colleague.userId] }]],
  'discussions.end': (world) => [[inRoom(world, `/discussions/${world.roomId}`)]],
  'messages.edit': (world) => [[inRoom(world, `/messages/${world.noteId}/words`), { text: 'x' }]],
  'messages.remove': (world) => [[inRoom(world, `/messages/${world.noteId}`)]],
  'messages.react': (world) => [[inRoom(world, `/messages/${world.noteId}/reactions`), { emoji: '👍', given: true }]],
  'messages.earlier': (world) => [[inRoom(world, `/messages/${world.noteId}/earlier`)]],
  'messages.path': (world) => [[inRoom(world, `/messages/${world.noteId}/path`)]],
  'messages.writeAnew': (world) => [[inRoom(world, `/messages/${world.eventId}/anew`)]],
  'messages.mentionable': (world) => [[inRoom(world, '/mentionable')]],
  'emails.page': (world) => [[inRoom(world, `/events/${world.eventId}/email-page`), { pictures: true }]],
  'customers.facts': (world) => [[inRoom(world, '/customer')]],
  'customers.block': (world) => [[inRoom(world, '/spam'), { network: false, reason: 'x' }]],
  'customers.unblock': (world) => [[inRoom(world, '/spam')]],
  'pinnedNotes.list': (world) => [[inRoom(world, '/pinned-notes')]],
  'pinnedNotes.pin': (world) => [[inRoom(world, `/pinned-notes/${world.noteId}`)]],
  'pinnedNotes.unpin': (world) => [[inRoom(world, `/pinned-notes/${world.noteId}`)]],
  'transfers.create': (world) => [
    [
      inRoom(world, `/conversations/${world.conversationId}/transfer`),
      {
        to: { type: 'USER', userId: world.person.userId },
        expectedUserId: world.colleague.userId,
        expectedQueueId: null,
        clientTransferId: messageId(),
      },
    ],
  ],
  'transfers.undo': (world) => [
    [inRoom(world, `/conversations/${world.conversationId}/transfer/undo`), { to: { type: 'QUEUE', queueId: world.account.queueId } }],
  ],
  'snoozes.set': (world) => [
    [inRoom(world, `/conversations/${world.conversationId}/snooze`), { expectedUserId: world.colleague.userId, until: null }],
  ],
  'snoozes.end': (world) => [[inRoom(world, `/conversations/${world.conversationId}/snooze`), { expectedUserId: world.colleague.userId }]],
  'scheduled.list': (world) => [[inRoom(world, '/scheduled')]],
  'scheduled.create': (world) => [[inRoom(world, '/scheduled'), later(world)]],
  'scheduled.change': (world) => [[inRoom(world, `/scheduled/${newId()}`), { become: 'CANCELLED' }]],
  'scheduled.edit': (world) => [[inRoom(world, `/scheduled/${newId()}/content`), edited(world)]],
};

const routes = Object.entries(api).flatMap(([area, calls]) =>
  Object.entries(calls).flatMap(([name, procedure]) => {
    const { method = 'GET', path = '' } = procedure['~orpc'].route;
    return path.includes('{roomId}') ? [{ name: `${area}.${name}`, method }] : [];
  }),
);
/** Asked by POST, and changes nothing. */
const READS_BY_POST: ReadonlySet<string> = new Set(['emails.page']);
/** Who sees the room is told that it is not for customers' rooms. */
const NOT_OF_CUSTOMERS: ReadonlySet<string> = new Set(['rooms.readers']);

it('asks by every route that has a room in its path', () => {
  expect(Object.keys(OF_ROOM).toSorted()).toEqual(routes.map(({ name }) => name).toSorted());
});

describe.each(RELATIONS)('$who', (relation) => {
  const { role, sees, abroad } = relation;
  const isLet = role !== 'superAdmin';
  let world: SightWorld;
  /** Everything that they were ever answered. */
  const answers: string[] = [];
  beforeAll(async () => {
    world = await givenSight(app, rooms, relation);
  }, 60_000);
  const shows = ({ text }: Answer) => {
    answers.push(text);
    return text.includes(world.roomId) || text.includes(world.fileId);
  };

  it.each(Object.keys(TOLD))(`${sees ? 'is told it' : 'is told nothing of it'} by %s`, async (way) => {
    const text = await TOLD[way]?.(world);
    expect(shows({ status: 200, text: text ?? '' })).toBe(sees);
  });

  it.runIf(isLet).each(Object.keys(COUNTED))(`${sees ? 'has it counted' : 'has nothing counted'} by %s`, async (way) => {
    const count = (await COUNTED[way]?.(world)) ?? 0;
    expect(count > 0).toBe(sees);
  });

  it.runIf(isLet && !sees)('has it in no counter of the frame', async () => {
    const { text } = await ask(world, 'GET', '/users/me/counters');
    expect(JSON.parse(text)).toEqual({ missedRooms: 0, missedInternalRooms: 0, waitingRooms: 0, snoozedRooms: 0 });
  });

  it.each(routes)(`${sees ? 'reads it' : 'finds nothing'} by $method $name`, async ({ name, method }) => {
    const isReading = method === 'GET' || READS_BY_POST.has(name);
    if (sees && !isReading) return;
    for (const [path, body] of OF_ROOM[name]?.(world) ?? []) {
      const answer = await ask(world, method, path, body);
      answers.push(answer.text);
      const expected = !isLet ? 403 : !sees ? 404 : NOT_OF_CUSTOMERS.has(name) ? 422 : 200;
      expect([path, answer.status, answer.text]).toEqual([path, expected, expect.anything()]);
      if (isLet && !sees) expect(answer.text).toMatch(/_NOT_FOUND/);
    }
  });

  it.runIf(isLet && !sees)('does nothing there by any frame', async () => {
    const screen = await AgentConnection.open(app.origin, world.token);
    const { roomId, conversationId, eventId, person, colleague } = world;
    const { contactChannelId: channelId } = world.visitor;
    const holder = { expectedUserId: colleague.userId };
    const frames = {
      Text: { clientMessageId: messageId(), roomId, channelId, text: 'x' },
      Note: { clientMessageId: messageId(), roomId, text: 'x' },
      Seen: { clientStatus: 'SEEN', roomId, roomEventId: eventId },
      Ack: { roomId, roomEventId: eventId },
      Pending: { clientStatus: 'PENDING', roomId, roomEventId: eventId },
      Assign: { roomId, conversationId, userId: person.userId, ...holder },
      Resolve: { roomId, conversationId, ...holder },
      ConversationState: { state: 'STARTING', roomId, channelId, expectedRoomState: 'RESOLVED' },
      AddChannel: { roomId, channelId, conversationId },
    };
    for (const [kind, payload] of Object.entries(frames)) {
      const answer = await screen.ask(kind, payload);
      expect([kind, answer.type, (answer.payload as { message?: string }).message]).toEqual([
        kind,
        'INVALID_REQUEST',
        expect.stringMatching(/_NOT_FOUND$/),
      ]);
    }
    screen.close();
  });

  it.runIf(isLet)(
    `${sees ? 'hears' : 'hears nothing'} of what happens there, and ${sees ? 'catches up' : 'is told that it is gone'}`,
    async () => {
      const screen = await AgentConnection.open(app.origin, world.token);
      const { roomId, visitor, lead, colleague } = world;
      const held = { id: roomId, epoch: 1, change: 0, seenPublicNo: 0, seenPrivateNo: 0, starred: false, followed: false };
      const { payload } = (await screen.ask('RoomState', { rooms: [held] })) as { payload: { gone: string[] } };
      expect(payload.gone).toEqual(sees ? [] : [roomId]);
      screen.frames.length = 0;
      await receiveText(rooms, { ...visitor, text: `And the second ${SAID}?`, clientMessageId: messageId() });
      await sendNote(rooms, lead, { clientMessageId: messageId(), roomId, text: `Another ${SAID}` });
      await sayTyping(rooms, colleague, { roomId, channelId: 'note' });
      await rooms.lanes.drained();
      const told = () => screen.frames.filter((frame) => JSON.stringify(frame).includes(roomId)).map(({ type }) => type);
      if (sees) await expect.poll(told).toContain('Text');
      else {
        await screen.ask('Ping', {});
        expect(told()).toEqual([]);
      }
      if (!sees) answers.push(JSON.stringify(screen.frames));
      screen.close();
    },
  );

  it.runIf(!isLet)('has no socket', async () => {
    expect((await ask(world, 'POST', '/realtime/tickets')).status).toBe(403);
  });

  it.runIf(isLet)(`${sees ? 'finds' : 'does not find'} it among mentions, and reads no word of it in notifications`, async () => {
    const mentions = await ask(world, 'GET', '/users/me/mentions');
    const notifications = await ask(world, 'GET', '/users/me/notifications');
    answers.push(mentions.text, notifications.text);
    expect([mentions.status, notifications.status]).toEqual([200, 200]);
    if (!sees) expect(JSON.parse(mentions.text)).toEqual({ content: [], last: true });
  });

  it.runIf(!sees)('was never told a word that was said there', () => {
    expect(answers.length).toBeGreaterThan(routes.length);
    expect(answers.join('\n')).not.toContain(SAID);
    if (abroad) expect(answers.join('\n')).not.toContain('Zlatina');
  });
});
