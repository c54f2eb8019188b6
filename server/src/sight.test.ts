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
  'emails.addresses': (world) => [[inRoom(world, '/email-addresses?prefix=a')]],
  'emails.below': (world) => [[inRoom(world, `/channels/${world.emailChannelId}/email-below`), {}]],
  'emails.original': (world) => [[inRoom(world, `/events/${world.eventId}/email-original`)]],
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
const READS_BY_POST: ReadonlySet<string> = new Set(['emails.page', 'emails.below']);
/** Who sees the room is told that it is not for customers' rooms. */
const NOT_OF_CUSTOMERS: ReadonlySet<string> = new Set(['rooms.readers']);

it('asks by every route that has a room in its path', () => {
  expect(Object.keys(OF_ROOM).toSorted()).toEqual(routes.map(({ name }) => name).toSorted());
});

const ofRelation = (relation: Relation) => {
  /** Everything that they were ever answered. */
  const answers: string[] = [];
  let made: SightWorld | undefined;
  beforeAll(async () => {
    made = await givenSight(app, rooms, relation);
  }, 60_000);
  const world = () => made as SightWorld;
  return {
    answers,
    world,
    /** What they are answered to a call. */
    async asked(method: string, path: string, body?: unknown): Promise<Answer> {
      const answer = await ask(world(), method, path, body);
      answers.push(answer.text);
      return answer;
    },
    /** Whether a way tells them of the room or of its file. */
    async isToldBy(way: string): Promise<boolean> {
      const text = (await TOLD[way]?.(world())) ?? '';
      answers.push(text);
      return text.includes(world().roomId) || text.includes(world().fileId);
    },
    counted: async (way: string) => (await COUNTED[way]?.(world())) ?? 0,
    /** Something happens there. @returns the frames about it that their screen was told, once it is stored */
    async hears(): Promise<{ screen: AgentConnection; gone: readonly string[]; told: () => string[] }> {
      const screen = await AgentConnection.open(app.origin, world().token);
      const { roomId, visitor, lead } = world();
      const held = { id: roomId, epoch: 1, change: 0, seenPublicNo: 0, seenPrivateNo: 0, starred: false, followed: false };
      const { payload } = (await screen.ask('RoomState', { rooms: [held] })) as { payload: { gone: string[] } };
      screen.frames.length = 0;
      await receiveText(rooms, { ...visitor, text: `And the second ${SAID}?`, clientMessageId: messageId() });
      await sendNote(rooms, lead, { clientMessageId: messageId(), roomId, text: `Another ${SAID}` });
      await sayTyping(rooms, lead, { roomId, channelId: 'note' });
      await rooms.lanes.drained();
      const told = () => screen.frames.filter((frame) => JSON.stringify(frame).includes(roomId)).map(({ type }) => type);
      return { screen, gone: payload.gone, told };
    },
  };
};

const ways = { told: Object.keys(TOLD), counted: Object.keys(COUNTED) };
const reading = routes.filter(({ name, method }) => method === 'GET' || READS_BY_POST.has(name));

describe.each(RELATIONS.filter(({ sees }) => sees))('$who', (relation) => {
  const { world, asked, isToldBy, counted, hears } = ofRelation(relation);

  it.each(ways.told)('is told it by %s', async (way) => expect(await isToldBy(way)).toBe(true));

  it.each(ways.counted)('has it counted by %s', async (way) => expect(await counted(way)).toBeGreaterThan(0));

  it.each(reading)('reads it by $method $name', async ({ name, method }) => {
    for (const [path, body] of OF_ROOM[name]?.(world()) ?? []) {
      const { status, text } = await asked(method, path, body);
      expect([path, status, text]).toEqual([path, NOT_OF_CUSTOMERS.has(name) ? 422 : 200, expect.anything()]);
    }
  });

  it('hears of what happens there, and catches up', async () => {
    const { screen, gone, told } = await hears();
    await expect.poll(told).toEqual(expect.arrayContaining(['Text', 'Typing']));
    expect(gone).toEqual([]);
    screen.close();
  });
});

describe.each(RELATIONS.filter(({ sees, role }) => !sees && role !== 'superAdmin'))('$who', (relation) => {
  const { world, answers, asked, isToldBy, counted, hears } = ofRelation(relation);

  it.each(ways.told)('is told nothing of it by %s', async (way) => expect(await isToldBy(way)).toBe(false));

  it.each(ways.counted)('has nothing counted by %s', async (way) => expect(await counted(way)).toBe(0));

  it('has it in no counter of the frame', async () => {
    const { text } = await asked('GET', '/users/me/counters');
    expect(JSON.parse(text)).toEqual({ missedRooms: 0, missedInternalRooms: 0, waitingConversations: 0, snoozedConversations: 0 });
  });

  it.each(routes)('finds nothing by $method $name', async ({ name, method }) => {
    for (const [path, body] of OF_ROOM[name]?.(world()) ?? []) {
      const { status, text } = await asked(method, path, body);
      expect([path, status, text]).toEqual([path, 404, expect.stringMatching(/_NOT_FOUND/)]);
    }
  });

  it('does nothing there by any frame', async () => {
    const screen = await AgentConnection.open(app.origin, world().token);
    const { roomId, conversationId, eventId, person, colleague, visitor } = world();
    const { contactChannelId: channelId } = visitor;
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
    const notFound = expect.stringMatching(/_NOT_FOUND$/);
    for (const [kind, payload] of Object.entries(frames)) {
      const answer = await screen.ask(kind, payload);
      expect([kind, answer.type, (answer.payload as { message?: string }).message]).toEqual([kind, 'INVALID_REQUEST', notFound]);
    }
    screen.close();
  });

  it('finds it in no list of mentions, whatever named them', async () => {
    const mentions = await asked('GET', '/users/me/mentions');
    const notifications = await asked('GET', '/users/me/notifications');
    expect([mentions.status, notifications.status]).toEqual([200, 200]);
    expect(JSON.parse(mentions.text)).toEqual({ content: [], last: true });
  });

  it('hears nothing of what happens there, and is told that it is gone', async () => {
    const { screen, gone, told } = await hears();
    await screen.ask('Ping', {});
    expect(told()).toEqual([]);
    expect(gone).toEqual([world().roomId]);
    answers.push(JSON.stringify(screen.frames));
    screen.close();
  });

  it('was never told a word that was said there', () => {
    expect(answers.length).toBeGreaterThan(routes.length);
    expect(answers.join('\n')).not.toContain(SAID);
    if (relation.abroad) expect(answers.join('\n')).not.toContain('Zlatina');
  });
});

describe.each(RELATIONS.filter(({ role }) => role === 'superAdmin'))('$who', (relation) => {
  const { world, asked, isToldBy } = ofRelation(relation);

  it('has no part in it: no list, no room, nothing to do there, no socket', async () => {
    for (const way of ways.told) expect(await isToldBy(way)).toBe(false);
    for (const { name, method } of routes)
      for (const [path, body] of OF_ROOM[name]?.(world()) ?? [])
        expect([path, (await asked(method, path, body)).status]).toEqual([path, 403]);
    expect((await asked('POST', '/realtime/tickets')).status).toBe(403);
  });
});
