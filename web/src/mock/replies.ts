import type { ContractProcedure, InferSchemaOutput } from '@orpc/contract';
import {
  type Api,
  can,
  changedSettings,
  countsMissed,
  fitsFilters,
  missedCount,
  type Notification,
  oneRoomOf,
  placeOfRoom,
  type RoomFilters,
  type RoomView,
  type SavedView,
} from '@parley/contract';
import { type ExampleAnswers, exampleAnswers, onePage } from '@parley/contract/fixtures/answers';
import { pastOf } from '@parley/contract/fixtures/beside-talk';
import { emptyRoom, viewOf, withParticipants } from '@parley/contract/fixtures/room-story';
import { noteAlone } from '../features/communications/state/noted.ts';
import { emailPageOf } from './email-page.ts';
import { Refusal } from './refusal.ts';
import type { MockWorld } from './world.ts';

/** What is asked, as the contract's schemas read it. */
type AskedOf<Route> =
  Route extends ContractProcedure<infer Input, infer _Output, infer _Errors, infer _Meta> ? InferSchemaOutput<Input> : never;
type Inputs = { [Area in keyof Api]: { [Name in keyof Api[Area]]: AskedOf<Api[Area][Name]> } };
type AnswersOf<Area extends keyof ExampleAnswers> = {
  [Name in keyof ExampleAnswers[Area] & keyof Inputs[Area]]?: (input: Inputs[Area][Name]) => ExampleAnswers[Area][Name];
};
type Replies = { [Area in keyof ExampleAnswers]?: AnswersOf<Area> };

/** The list with these fields of one of its things replaced, and that one. Throws USER_NOT_FOUND. */
function replaced<T extends { id: string }>(
  all: readonly T[],
  id: string,
  changes: readonly { path: string; value: unknown }[],
): { all: T[]; one: T } {
  const found = all.find((one) => one.id === id);
  if (found === undefined) throw new Refusal('USER_NOT_FOUND');
  const one: T = { ...found, ...fieldsOf(found, changes) };
  return { all: all.map((other) => (other.id === id ? one : other)), one };
}

/** What of a list of replacements the thing itself shows: of secrets it tells nothing. */
const fieldsOf = <T extends object>(given: T, changes: readonly { path: string; value: unknown }[]): Partial<T> =>
  Object.fromEntries(changes.map(({ path, value }) => [path, value] as const).filter(([name]) => Object.hasOwn(given, name))) as Partial<T>;

/** What is asked of a list that fits on one page: those that fit, in the order of their names. */
const fits = (search: string | undefined, ...words: readonly string[]): boolean =>
  search === undefined || words.join(' ').toLowerCase().includes(search.toLowerCase());

const unresolved = ({ roomConversations }: RoomView) => roomConversations.filter(({ state }) => state !== 'RESOLVED');

function listed(world: MockWorld, { view, room_state, type, sort, ...given }: Partial<Inputs['rooms']['list']['query']>): RoomView[] {
  const { search, state, channel, queue, agent } = given;
  const flags = { unread: given.unread ? (true as const) : undefined, starred: given.starred ? (true as const) : undefined };
  const narrow: RoomFilters = { search, state, channel, queue, agent, ...flags };
  const isMine = (room: RoomView) =>
    unresolved(room).some(({ assignedUserId }) => assignedUserId === world.me.id) ||
    (room.state !== 'RESOLVED' && countsMissed(room, { starred: false, followed: false }, world.me.id));
  const waits = (room: RoomView) => unresolved(room).some(({ waitingSince }) => waitingSince !== null);
  const heldIn = (room: RoomView) => unresolved(room).filter(({ assignedUserId }) => assignedUserId === world.me.id);
  const sleeps = (room: RoomView) => heldIn(room).length > 0 && heldIn(room).every(({ snooze }) => snooze !== null);
  const rooms = [...world.rooms.values()]
    .map((one) => viewOf(one, world.me.id))
    .filter((room) => type === undefined || room.type === type)
    .filter((room) =>
      view === 'waiting'
        ? waits(room)
        : view === 'mine'
          ? isMine(room) && !sleeps(room)
          : view === 'snoozed'
            ? heldIn(room).some(({ snooze }) => snooze !== null)
            : room.state === room_state,
    )
    .filter((room) => fitsFilters(narrow, room, room.membership, world.me.id))
    .toSorted((a, b) => (placeOfRoom(a) < placeOfRoom(b) ? -1 : 1));
  return sort === 'lastEventTimestamp,desc' ? rooms.toReversed() : rooms;
}

const openIn = (world: MockWorld) =>
  [...world.rooms.values()].flatMap(({ room }) => room.roomConversations.filter(({ state }) => state !== 'RESOLVED'));

/** How many rooms of customers are unresolved. */
const unresolvedRooms = (world: MockWorld): number =>
  [...world.rooms.values()].filter(({ room }) => room.type === 'EXTERNAL' && room.state !== 'RESOLVED').length;

/** As many rooms as the example has in it. */
const counted = (world: MockWorld, view: SavedView): SavedView => {
  const fitting = [...world.rooms.values()]
    .map((one) => viewOf(one, world.me.id))
    .filter((room) => (room.state === 'RESOLVED') === (view.list === 'resolved'));
  return { ...view, count: fitting.filter((room) => fitsFilters(view.filters, room, room.membership, world.me.id)).length };
};

function eventsOf(world: MockWorld, roomId: string, isPrivate: boolean) {
  return world.room(roomId).events.filter(({ eventData }) => eventData.privateMessage === isPrivate);
}

/** Who wrote notes: each as one alone, which is true of every stretch of them. */
const notesOf = (world: MockWorld, roomId: string, { private_messages }: { private_messages: boolean }) =>
  private_messages ? [] : eventsOf(world, roomId, true).map(noteAlone);

const isMissed = (world: MockWorld, type: 'EXTERNAL' | 'OTHER') =>
  [...world.rooms.values()].filter(
    ({ room, membership }) =>
      room.state !== 'RESOLVED' && (room.type === 'EXTERNAL') === (type === 'EXTERNAL') && missedCount(room, membership, world.me.id) > 0,
  ).length;

/** Replies to what depends on what was done here; everything else is answered by the contract's fixtures as they are. */
export function repliesOf(world: MockWorld): Replies {
  const { me } = world;
  const view = (roomId: string) => oneRoomOf(viewOf(world.room(roomId), me.id), me.id);
  return {
    users: {
      me: () => world.me,
      changeMe: ({ body }) => {
        world.me = { ...world.me, ...fieldsOf(world.me, body) };
        return world.me;
      },
      changeSettings: ({ body }) => {
        world.me = { ...world.me, settings: changedSettings(world.me.settings, body) };
        return world.me.settings;
      },
      chatStatus: () => world.chatStatus,
      setChatStatus: ({ body }) => {
        if (body.status === 'offline') world.leave(body.handBack);
        return world.setStatus({ status: body.status, since: new Date().toISOString(), wrapUpUntil: null });
      },
      endWrapUp: () => world.setStatus({ wrapUpUntil: null }),
      counters: () => ({
        missedRooms: isMissed(world, 'EXTERNAL'),
        missedInternalRooms: isMissed(world, 'OTHER'),
        waitingConversations: openIn(world).filter(({ waitingSince }) => waitingSince !== null).length,
        snoozedConversations: openIn(world).filter(({ snooze, assignedUserId }) => snooze !== null && assignedUserId === me.id).length,
      }),
      ofAccount: () => onePage(world.colleagues()),
    },
    rooms: {
      list: ({ query }) => ({ ...onePage(listed(world, query)), next: null }),
      one: ({ params }) => view(params.roomId),
      create: ({ body }) => {
        const people = world.people.filter(({ id }) => id === me.id || body.users.includes(id));
        const roomParticipants = people.map(({ id, firstName, lastName, jobTitle }) => ({
          id: crypto.randomUUID(),
          type: 'USER' as const,
          associatedParticipantId: id,
          firstName,
          lastName,
          jobTitle,
        }));
        const id = crypto.randomUUID();
        const fresh = {
          id,
          type: body.roomType,
          name: null,
          contactId: null,
          createdAt: new Date().toISOString(),
          channels: [],
          roomParticipants,
        };
        world.rooms.set(id, emptyRoom(fresh));
        return view(id);
      },
      change: ({ params: { roomId }, body }) => {
        for (const change of body) {
          if (change.path === 'starred') world.mark(roomId, { starred: change.value });
          else if (change.path === 'followed') world.mark(roomId, { followed: change.value });
          else world.rename(roomId, change.value);
        }
        return view(roomId);
      },
      removeParticipants: ({ params: { roomId }, body }) => {
        const gone = body.roomParticipants.map(({ associatedParticipantId }) => associatedParticipantId);
        const left = world.room(roomId).room.roomParticipants.filter(({ associatedParticipantId: id }) => !gone.includes(id));
        world.rooms.set(roomId, withParticipants(world.room(roomId), left));
        return { roomId };
      },
      pastConversations: ({ params }) => ({ content: pastOf(world.room(params.roomId)), last: true }),
      recentEvents: ({ params: { roomId }, query }) => {
        const { epoch, change } = world.room(roomId).room;
        return {
          roomId,
          epoch,
          change,
          recentEvents: eventsOf(world, roomId, query.private_messages).slice(-30),
          notes: notesOf(world, roomId, query),
        };
      },
      changes: ({ params: { roomId }, query }) => {
        const { room, events } = world.room(roomId);
        return { reload: false, changes: { room, events: events.filter(({ change }) => change > query.change) } };
      },
      history: ({ params: { roomId }, query }) => ({
        roomId,
        content: eventsOf(world, roomId, query.private_messages),
        last: true,
        notes: notesOf(world, roomId, query),
      }),
      historyByEvent: ({ params: { roomId }, query }) => {
        const all = eventsOf(world, roomId, query.private_messages);
        const at = world.room(roomId).events.find(({ id }) => id === query.event_id);
        if (at === undefined) throw new Refusal('EVENT_NOT_FOUND');
        const isAsked = (seq: number) => query.position === 'AROUND' || (query.position === 'OLDER' ? seq < at.seq : seq > at.seq);
        const content = all.filter(({ seq }) => isAsked(seq));
        return { roomId, content, last: true, older: false, newer: false, notes: notesOf(world, roomId, query) };
      },
      send: ({ body }) => {
        // All that is written to goes by live chat.
        if (body.type === 'RichMedia' || body.type === 'UnsupportedMedia') throw new Refusal('CHANNEL_WITHOUT_RICH_MEDIA');
        if (body.type === 'Sms' || body.type === 'Email') throw new Refusal('MESSAGE_OF_OTHER_KIND');
        return world.send(body);
      },
    },
    emails: {
      page: ({ body }) => emailPageOf(body),
      addresses: () => exampleAnswers(Date.now()).emails.addresses,
      below: () => exampleAnswers(Date.now()).emails.below,
    },
    files: {
      urls: ({ body }) => ({ content: world.uploads.urls(body.fileIds) }),
      remove: ({ params }) => params,
    },
    drafts: {
      list: () => ({ content: world.drafts.list(), next: null }),
      save: ({ params, body }) =>
        world.drafts.save(params, body, world.room(params.roomId).room, {
          files: body.attachments.flatMap((id) => world.uploads.facts(id) ?? []),
          quote: body.quotedEventId === undefined ? undefined : world.quoteOf(params.roomId, body.quotedEventId),
        }),
    },
    channels: {
      applications: () => exampleAnswers(Date.now()).channels.applications,
      create: () => {
        throw new Refusal('CHANNEL_TYPE_UNAVAILABLE');
      },
    },
    snoozes: {
      set: ({ params, body }) => {
        world.snooze(params.roomId, params.conversationId, body);
        return params;
      },
      end: ({ params, body }) => {
        world.wake(params.roomId, params.conversationId, body);
        return params;
      },
    },
    notifications: {
      list: () => ({ content: world.notifications, last: true, unread: world.unread() }),
      read: ({ body }) => {
        const isRead = ({ id, roomId, roomEventId }: Notification) =>
          'id' in body
            ? id === body.id
            : 'upTo' in body
              ? id <= body.upTo
              : 'roomId' in body
                ? roomEventId === null && roomId === body.roomId
                : roomEventId !== null && body.roomEventIds.includes(roomEventId);
        const readAt = new Date().toISOString();
        world.notifications = world.notifications.map((one) => (isRead(one) && one.readAt === null ? { ...one, readAt } : one));
        world.push({ type: 'Notification', payload: { notification: null, unread: world.unread() } });
        return { unread: world.unread() };
      },
    },
    people: {
      list: ({ query }) => {
        const { search, role, status } = query;
        return onePage(
          world.people
            .filter((one) => fits(search, one.firstName, one.lastName, one.username, one.email, one.jobTitle, one.extension))
            .filter((one) => (role === undefined || one.role === role) && (status === undefined || one.status === status)),
        );
      },
      one: ({ params }) => replaced(world.people, params.userId, []).one,
      change: ({ params, body }) => {
        const { all, one } = replaced(world.people, params.userId, body);
        world.people = all;
        return one;
      },
      create: ({ body }) => {
        const { user: like, invitation } = exampleAnswers(Date.now()).people.create;
        const { firstName, email, role, lastName = '', username = '', jobTitle = '', extension = '' } = body;
        const { language = like.language, timezone = like.timezone } = body;
        const told = { firstName, lastName, email, role, username, jobTitle, extension, language, timezone };
        const user = { ...like, ...told, id: crypto.randomUUID(), hasPassword: false, hasSecondFactor: false, lastSeenAt: null };
        world.people = [...world.people, user];
        return { user, invitation };
      },
    },
    queues: {
      list: ({ query: { search, strategy } }) =>
        onePage(
          world.queues
            .filter(({ name, description }) => fits(search, name, description))
            .filter((one) => strategy === undefined || one.strategy === strategy)
            .map(({ members: _members, ...summary }) => summary),
        ),
      one: ({ params }) => replaced(world.queues, params.queueId, []).one,
    },
    roomViews: {
      list: () => ({
        content: world.views.map((one) => counted(world, one)),
        all: can(world.me.role, ['rooms', 'readAll'], world.me.features) ? unresolvedRooms(world) : null,
      }),
      queues: () => ({ content: world.queues.map(({ id, name }) => ({ id, name })) }),
      create: ({ body: { clientViewId: _asked, ...body } }) => {
        const view = { ...body, id: crypto.randomUUID(), count: 0 };
        world.views = [...world.views, view];
        return counted(world, view);
      },
      change: ({ params, body }) => {
        const { all, one } = replaced(world.views, params.viewId, body);
        const place = body.find(({ path }) => path === 'place')?.value;
        world.views = typeof place === 'number' ? all.filter(({ id }) => id !== one.id).toSpliced(place, 0, one) : all;
        return counted(world, one);
      },
      remove: ({ params }) => {
        world.views = world.views.filter(({ id }) => id !== params.viewId);
        return params;
      },
    },
    messages: {
      edit: ({ params, body }) =>
        world.changeMessage(params.roomId, params.eventId, (event) => {
          const { message } = event.eventData;
          const words = message === null ? null : { ...message, text: body.text, mentions: body.mentions };
          return {
            ...event,
            since: { ...event.since, editedAt: new Date().toISOString() },
            eventData: { ...event.eventData, message: words },
          };
        }),
      remove: ({ params }) =>
        world.changeMessage(params.roomId, params.eventId, (event) => ({
          ...event,
          since: { deleted: { at: new Date().toISOString(), byId: world.me.id, byName: `${world.me.firstName} ${world.me.lastName}` } },
          eventData: { ...event.eventData, message: null },
        })),
      react: ({ params, body: { emoji, given } }) =>
        world.changeMessage(params.roomId, params.eventId, (event) => {
          const others = (event.since?.reactions ?? []).filter((one) => one.emoji !== emoji);
          const { userIds = [] } = event.since?.reactions?.find((one) => one.emoji === emoji) ?? {};
          const people = [...userIds.filter((id) => id !== world.me.id), ...(given ? [world.me.id] : [])];
          return { ...event, since: { ...event.since, reactions: people.length === 0 ? others : [...others, { emoji, userIds: people }] } };
        }),
    },
    pinnedNotes: {
      list: ({ params }) => ({ content: [...(world.pins.get(params.roomId) ?? [])] }),
      pin: ({ params }) => {
        world.pin(params.roomId, params.eventId);
        return {};
      },
      unpin: ({ params }) => {
        world.unpin(params.roomId, params.eventId);
        return {};
      },
    },
    customers: {
      block: ({ params, body }) => {
        world.block(params.roomId, body);
        return {};
      },
      unblock: ({ params }) => {
        world.block(params.roomId, null);
        return {};
      },
      facts: ({ params }) => {
        const { facts } = exampleAnswers(Date.now()).customers;
        const { name, contactId, createdAt } = world.room(params.roomId).room;
        if (contactId === null) {
          const nobody = { contact: null, addresses: [], details: null, siteUserId: null, canBlock: false };
          return { ...facts, ...nobody, page: null, earlierPages: [], cameFrom: null };
        }
        const block = world.blocks.get(params.roomId) ?? null;
        const contact = facts.contact === null ? null : { ...facts.contact, name, since: createdAt };
        const details = facts.details === null || name === null ? null : { ...facts.details, name, email: null };
        return { ...facts, contact, addresses: [], block, details };
      },
    },
  };
}
