import {
  type Conversation,
  type DeliveryStatus,
  type EventDataType,
  eventStatus,
  type Participant,
  type RoomEvent,
  type RoomFrame,
  type RoomMembership,
} from '@parley/contract';
import { type Draft, messageOf } from './drafts-of-world.testing.ts';
import type { Happening, Step, World } from './happenings.testing.ts';
import { asTold, count, roomOf } from './room-readings.testing.ts';
import {
  APPLICATION,
  at,
  CHANNEL,
  COLLEAGUE,
  CUSTOMER,
  type EventKind,
  id,
  kindOf,
  LIVE_CHANNEL,
  ME,
  ROOM,
} from './room-world-names.testing.ts';
import {
  callChanges,
  callOf,
  channelLeft,
  channelMade,
  conversationSpokenIn,
  fileOf,
  frame,
  inTurn,
  nothing,
  numbered,
  pickOf,
  replaceEvent,
  wordsChange,
} from './room-world-steps.testing.ts';

export { CHANNEL, COLLEAGUE, CUSTOMER, id, ME };

export function newWorld(): World {
  return {
    me: ME,
    base: { id: ROOM, name: 'Maria Dimitrova', epoch: 1, contactId: CUSTOMER, createdAt: at(0), channels: [LIVE_CHANNEL] },
    change: 1,
    events: [],
    conversations: [],
    participants: [participant(CUSTOMER, 'CUSTOMER')],
    membership: { roomId: ROOM, starred: false, followed: false, seenPublicNo: 0, seenPrivateNo: 0, lastSeenEventTimestamp: null },
    lastAssignedUserId: null,
    tickets: [],
  };
}

function participant(who: string, type: 'USER' | 'CUSTOMER'): Participant {
  return { id: id(`p-${type}-${who.slice(0, 6)}`), type, associatedParticipantId: who, firstName: 'A', lastName: 'B', jobTitle: '' };
}

function newEvent(world: World, draft: Draft): RoomEvent {
  const seq = world.events.length + 1;
  const isMessage = draft.origin !== 'SYSTEM';
  const isLive = isMessage && !draft.isPrivate;
  return {
    id: id(`e${seq}`),
    roomId: ROOM,
    conversationId: isLive ? conversationSpokenIn(world, seq) : (draft.about?.conversationId ?? null),
    seq,
    change: world.change + 1,
    publicNo: count(world.events, false) + (isMessage && !draft.isPrivate ? 1 : 0),
    privateNo: count(world.events, true) + (isMessage && draft.isPrivate ? 1 : 0),
    createdAt: at(world.change + 1),
    eventType: isMessage ? 'COMMUNICATION' : 'SYSTEM',
    eventData: {
      type: draft.type,
      message: isMessage ? messageOf(draft) : null,
      privateMessage: draft.isPrivate,
      status: null,
      modifiedValue: draft.about?.value ?? null,
      reason: null,
      ...(draft.call && { call: draft.call }),
    },
    origin: {
      type: draft.origin,
      id: draft.who,
      name: null,
      channelType: isLive ? 'LIVECHAT' : null,
      channelId: isLive ? CHANNEL : null,
      channelApplicationId: isLive ? APPLICATION : null,
      channelApplicationName: isLive ? 'Shop' : null,
      phoneNumber: null,
    },
    modifiedParticipants: [],
    clientMessageId: draft.who === ME ? `${draft.byClock ? 'later' : 'client'}-message-${seq}` : null,
  };
}

function store(world: World, kind: EventKind, draft: Draft): Step {
  const event = newEvent(world, draft);
  const isOwnMessage = draft.who === ME && draft.origin === 'USER';
  const seenNow = draft.isPrivate ? { seenPrivateNo: event.privateNo } : { seenPublicNo: event.publicNo };
  // Sent by the clock, it says that its author has seen it where they had seen everything else.
  const isSeen = isOwnMessage && (!draft.byClock || event.publicNo === world.membership.seenPublicNo + 1);
  const membership = isSeen ? { ...world.membership, ...seenNow, lastSeenEventTimestamp: event.createdAt } : world.membership;
  const next = { ...world, change: world.change + 1, events: [...world.events, event], membership };
  const told = draft.byClock && isSeen ? [{ type: 'RoomMembership' as const, id: 'f', payload: membership }] : [];
  return { world: next, frames: [frame(kind, { ...numbered(world), event }), ...told] };
}

const system = (type: EventDataType): Draft => ({ origin: 'SYSTEM', who: null, type, text: null, isPrivate: false });

type Told = 'changed' | 'started' | 'resolved' | 'channel added';

function changeConversation(world: World, conversation: Conversation, told: Told): Step {
  const stamped = { ...conversation, change: world.change + 1, modifiedAt: at(world.change + 1) };
  const others = world.conversations.some((held) => held.id === stamped.id)
    ? world.conversations.map((held) => (held.id === stamped.id ? stamped : held))
    : [...world.conversations, stamped];
  const payload = { ...numbered(world), conversation: asTold(world, stamped) };
  return {
    world: {
      ...world,
      change: world.change + 1,
      conversations: others,
      lastAssignedUserId: stamped.state === 'ASSIGNED' ? stamped.assignedUserId : world.lastAssignedUserId,
    },
    frames: [frameOfConversation(told, payload)],
  };
}

function frameOfConversation(
  told: Told,
  payload: { roomId: string; epoch: number; change: number; conversation: Conversation },
): RoomFrame {
  if (told === 'resolved') return frame('ConversationResolved', payload);
  if (told === 'channel added') return frame('AddChannel', { ...payload, state: 'CHANNEL_ADDED' });
  return frame('ConversationState', told === 'started' ? { ...payload, state: 'STARTED' } : payload);
}

function changeParticipants(world: World, participants: readonly Participant[]): Step {
  const payload = { ...numbered(world), roomParticipants: [...participants] };
  return { world: { ...world, change: world.change + 1, participants }, frames: [frame('ParticipantsChanged', payload)] };
}

/** The customer is shown by another picture, or by none. */
function pictured({ pictureId: _before, ...base }: World['base'], number: number | null): World['base'] {
  return number === null ? base : { ...base, pictureId: id(`p${number}`) };
}

function announceRoom(world: World): Step {
  const next = { ...world, change: world.change + 1 };
  return { world: next, frames: [frame('RoomLifecycle', { ...numbered(world), lifecycle: 'UPDATED', room: roomOf(next) })] };
}

function fileComes(world: World, { from, isNote, isPicture, isComing, text }: Extract<Happening, { kind: 'fileComes' }>): Step {
  const file = fileOf(world.events.length, isPicture);
  const type = isPicture ? 'IMAGE' : 'FILE';
  const writer = from === 'customer' ? says('CUSTOMER', CUSTOMER, text) : says('USER', from === 'me' ? ME : COLLEAGUE, text, isNote);
  return store(world, kindOf(type), { ...writer, type, file, isComing });
}

/** A file that was announced is here, as a picture or not, whatever was said of it; or it has failed for good. */
function mediaArrives(world: World, pick: number, as: 'picture' | 'file' | null): Step {
  const event = pickOf(
    world.events.filter(({ eventData }) => eventData.message?.fileState === 'COMING'),
    pick,
  );
  if (event?.eventData.message == null) return nothing(world);
  const { fileState: _coming, ...words } = event.eventData.message;
  const type = as === null ? (event.eventData.type as 'IMAGE' | 'FILE') : as === 'picture' ? 'IMAGE' : 'FILE';
  const now = as === null ? ({ fileState: 'FAILED' } as const) : fileOf(event.seq, as === 'picture');
  const changed = {
    ...event,
    change: world.change + 1,
    eventData: { ...event.eventData, type, message: { ...words, type, ...now } },
  };
  return { world: replaceEvent(world, changed), frames: [frame(kindOf(type), { ...numbered(world), event: changed })] };
}

function statusMoves(world: World, pick: number, clientStatus: DeliveryStatus): Step {
  const sent = world.events.filter((event) => event.origin.type === 'USER');
  const from = pickOf(sent, pick);
  if (from === undefined) return nothing(world);
  const touched = sent.filter((event) => event.seq >= from.seq).slice(0, 3);
  const status = (event: RoomEvent) =>
    eventStatus({ id: event.id, said: event.createdAt }, { status: clientStatus, reason: null, at: at(world.change + 1) });
  const withStatus = (event: RoomEvent): RoomEvent =>
    touched.includes(event) ? { ...event, change: world.change + 1, eventData: { ...event.eventData, status: status(event) } } : event;
  const next = { ...world, change: world.change + 1, events: world.events.map(withStatus) };
  const statuses = touched.map(status);
  return { world: next, frames: [frame('MessageStatus', { ...numbered(world), statuses })] };
}

function conversationStarts(world: World): Step {
  const conversation: Conversation = {
    // Ids grow with time, as those of the server do.
    id: id(`c${String(world.conversations.length).padStart(5, '0')}`),
    state: 'UNASSIGNED',
    assignedUserId: null,
    assignedChatbotId: null,
    queueId: id('queue'),
    waitingSince: at(world.change + 1),
    assignedSince: null,
    snooze: null,
    channels: [{ channelId: CHANNEL, channelType: 'LIVECHAT', channelApplicationId: APPLICATION }],
    lastEvent: null,
    createdAt: at(world.change + 1),
    modifiedAt: at(world.change + 1),
    change: world.change + 1,
  };
  return inTurn(
    world,
    (w) => store(w, 'SystemText', system('ENTER_QUEUE')),
    (w) => changeConversation(w, conversation, 'started'),
  );
}

/** Nobody waited in any queue for it: whoever starts it has it. */
const iStart = (world: World): Step =>
  inTurn(world, conversationStarts, (w) =>
    conversationAssigned(w, w.conversations.filter(({ state }) => state !== 'RESOLVED').length - 1, true),
  );

function channelAdded(world: World, pick: number, channel: number): Step {
  const open = world.conversations.filter(({ state }) => state !== 'RESOLVED');
  const conversation = pickOf(open, pick);
  const taken = new Set(open.flatMap(({ channels }) => channels.map(({ channelId }) => channelId)));
  const free = pickOf(
    world.base.channels.filter(({ channelId }) => !taken.has(channelId)),
    channel,
  );
  if (conversation === undefined || free === undefined) return nothing(world);
  const { channelId, channelType, channelApplicationId } = free;
  const channels = [...conversation.channels, { channelId, channelType, channelApplicationId }];
  return inTurn(
    world,
    (w) => store(w, 'SystemText', system('CREATE')),
    (w) => changeConversation(w, { ...conversation, channels }, 'channel added'),
  );
}

function conversationAssigned(world: World, pick: number, toMe: boolean): Step {
  const conversation = pickOf(
    world.conversations.filter(({ state }) => state !== 'RESOLVED'),
    pick,
  );
  if (conversation === undefined) return nothing(world);
  const who = toMe ? ME : COLLEAGUE;
  const held = {
    ...conversation,
    state: 'ASSIGNED' as const,
    assignedUserId: who,
    waitingSince: null,
    assignedSince: at(world.change),
    snooze: null,
  };
  const others = world.participants.filter(({ associatedParticipantId }) => associatedParticipantId !== who);
  return inTurn(
    world,
    (w) => store(w, 'Assign', system('USER_ASSIGNED')),
    (w) => changeConversation(w, held, 'changed'),
    (w) => changeParticipants(w, [...others, participant(who, 'USER')]),
  );
}

/** It is snoozed, or (null) awake again. */
function conversationSleeps(world: World, pick: number, snooze: Conversation['snooze']): Step {
  const held = pickOf(
    world.conversations.filter(({ state }) => state === 'ASSIGNED'),
    pick,
  );
  if (held === undefined) return nothing(world);
  return inTurn(
    world,
    (w) => store(w, 'SystemText', system(snooze === null ? 'WOKEN' : 'SNOOZED')),
    (w) => changeConversation(w, { ...held, snooze }, 'changed'),
  );
}

function conversationResolved(world: World, pick: number): Step {
  const conversation = pickOf(
    world.conversations.filter(({ state }) => state !== 'RESOLVED'),
    pick,
  );
  if (conversation === undefined) return nothing(world);
  const resolved = { ...conversation, state: 'RESOLVED' as const, waitingSince: null, snooze: null };
  return inTurn(
    world,
    (w) => store(w, 'Resolve', system('RESOLVE')),
    (w) => changeConversation(w, resolved, 'resolved'),
    // While another conversation goes on, the room and who is in it stay as they are.
    (w) => (w.conversations.some(({ state }) => state !== 'RESOLVED') ? nothing(w) : inTurn(w, emptied, announceRoom)),
  );
}

const emptied = (world: World): Step => changeParticipants(world, [participant(CUSTOMER, 'CUSTOMER')]);

/** Conversations that come and are resolved, one after another: a room tells only the newest of them. */
const episodesPass = (world: World, times: number): Step =>
  inTurn(
    world,
    ...Array.from({ length: times }, () => [conversationStarts, (w: World) => conversationResolved(w, world.conversations.length)]).flat(),
  );

/** A conversation is linked to a ticket, or to that one no more. */
function ticketMoves(world: World, { pick, reference }: Extract<Happening, { kind: 'ticketMoves' }>): Step {
  const conversationId = pickOf(world.conversations, pick)?.id;
  if (conversationId === undefined) return nothing(world);
  const others = world.tickets.filter((one) => one.conversationId !== conversationId || one.ticketRefNumber !== reference);
  const isLinked = others.length < world.tickets.length;
  const draft = system(isLinked ? 'TICKET_CONVERSATION_REMOVED' : 'TICKET_CONVERSATION_ADDED');
  const { world: next, frames } = store(world, 'SystemText', { ...draft, about: { conversationId, value: reference } });
  return { world: { ...next, tickets: isLinked ? others : [...others, { conversationId, ticketRefNumber: reference }] }, frames };
}

function changeMembership(world: World, change: Partial<RoomMembership>): Step {
  const membership = { ...world.membership, ...change };
  return { world: { ...world, membership }, frames: [{ type: 'RoomMembership', id: 'f', payload: membership }] };
}

function seen(world: World, pick: number): Step {
  const event = pickOf(world.events, pick);
  if (event === undefined || event.publicNo <= world.membership.seenPublicNo) return nothing(world);
  const lastSeenEventTimestamp = [event.createdAt, world.membership.lastSeenEventTimestamp ?? ''].sort().at(-1) ?? null;
  return changeMembership(world, { seenPublicNo: event.publicNo, lastSeenEventTimestamp });
}

const says = (origin: 'CUSTOMER' | 'USER', who: string, text: string | null, isPrivate = false): Draft => ({
  origin,
  who,
  type: 'MESSAGE',
  text,
  isPrivate,
});

type ByKind = { [Kind in Happening['kind']]: (world: World, happening: Extract<Happening, { kind: Kind }>) => Step };

const happenings: ByKind = {
  customerSays: (world, { text }) => store(world, 'Text', says('CUSTOMER', CUSTOMER, text)),
  iSay: (world, { text }) => store(world, 'Text', says('USER', ME, text)),
  clockSays: (world, { text }) => store(world, 'Text', { ...says('USER', ME, text), byClock: true }),
  colleagueSays: (world, { text }) => store(world, 'Text', says('USER', COLLEAGUE, text)),
  iNote: (world, { text }) => store(world, 'Text', says('USER', ME, text, true)),
  colleagueNotes: (world, { text }) => store(world, 'Text', says('USER', COLLEAGUE, text, true)),
  systemSays: (world) => store(world, 'SystemText', system('JOIN')),
  colleagueIsDeleted: (world) => store(world, 'UserDeleted', system('USER_DELETED')),
  richMediaComes: (world, { from, text }) =>
    store(world, 'RichMedia', { ...(from === 'customer' ? says('CUSTOMER', CUSTOMER, text) : says('USER', ME, text)), type: 'RICH_MEDIA' }),
  emailComes: (world, { from, text }) =>
    store(world, 'Email', { ...(from === 'customer' ? says('CUSTOMER', CUSTOMER, text) : says('USER', ME, text)), type: 'EMAIL' }),
  callComes: (world, { isOver }) =>
    store(world, isOver ? 'CustomerCall' : 'CustomerCallStarted', {
      ...says('CUSTOMER', CUSTOMER, null),
      type: 'CALL',
      call: callOf(isOver),
    }),
  callChanges: (world, { pick }) => callChanges(world, pick),
  customerIs: (world, { type }) => store(world, kindOf(type), system(type)),
  unsupportedMediaComes: (world) => store(world, 'UnsupportedMedia', { ...says('CUSTOMER', CUSTOMER, null), type: 'UNSUPPORTED_MEDIA' }),
  fileComes: (world, happening) => fileComes(world, happening),
  mediaArrives: (world, { pick, as }) => mediaArrives(world, pick, as),
  wordsChange: (world, happening) => wordsChange(world, happening),
  statusMoves: (world, { pick, clientStatus }) => statusMoves(world, pick, clientStatus),
  conversationStarts: (world) => conversationStarts(world),
  iStart: (world) => iStart(world),
  channelMade: (world) => channelMade(world),
  channelLeft: (world, { channel, subscribed }) => channelLeft(world, channel, subscribed),
  channelAdded: (world, { pick, channel }) => channelAdded(world, pick, channel),
  episodesPass: (world, { times }) => episodesPass(world, times),
  conversationAssigned: (world, { pick, toMe }) => conversationAssigned(world, pick, toMe),
  conversationSleeps: (world, { pick, snooze }) => conversationSleeps(world, pick, snooze),
  conversationResolved: (world, { pick }) => conversationResolved(world, pick),
  ticketMoves: (world, happening) => ticketMoves(world, happening),
  pictured: (world, { number }) => announceRoom({ ...world, base: pictured(world.base, number) }),
  renamed: (world, { text }) => announceRoom({ ...world, base: { ...world.base, name: text } }),
  marked: (world, { starred, followed }) => changeMembership(world, { starred, followed }),
  seen: (world, { pick }) => seen(world, pick),
};

const by = <Kind extends Happening['kind']>(world: World, happening: Extract<Happening, { kind: Kind }> & { kind: Kind }): Step =>
  (happenings[happening.kind] as (world: World, happening: Happening) => Step)(world, happening);

/** What follows when this happens: the room after it, and the frames that its members are sent. */
export const happen = (world: World, happening: Happening): Step => by(world, happening);
