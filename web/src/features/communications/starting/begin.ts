import { type BeginFailure, isBeginFailure, type Room, type RoomChannel, TEMPORARY_CHANNEL_ID_PREFIX } from '@parley/contract';
import { ApiProblem } from '../../../api/api-problem.ts';
import { api } from '../../../api/client.ts';
import { toastProblem } from '../../../ui/toast.ts';
import { sendFrame } from '../actions.ts';
import type { Communications } from '../context.ts';
import { type RoomsStore, setWritesIn } from '../store.ts';
import { lookAgain } from '../sync/look-again.ts';
import { chooseChannel } from '../writing.ts';
import { setMark } from './marks.ts';

/** What was begun is told by a frame of its own, a moment before or after the answer; so long it is waited for. */
const TOLD_WITHIN = 3000;

/**
 * Starts a conversation on a channel, which is made first where it has a temporary id; the channel bears its mark until the outcome is known
 * (communications, section 4). A failure is kept with the channel; what could not be asked is told by a toast.
 */
export function start(communications: Communications, room: Room, channel: RoomChannel): Promise<void> {
  const failure = 'COMMUNICATION_CHANNEL_CANNOT_MESSAGE_ERROR_START_CONVERSATION';
  return begin(communications, room, channel, failure, (channelId) =>
    sendFrame(communications.line, {
      type: 'ConversationState',
      payload: { state: 'STARTING', roomId: room.id, channelId, expectedRoomState: room.state },
    }),
  );
}

/** The same of adding it to a conversation of one's own. */
export function add(communications: Communications, room: Room, channel: RoomChannel, conversationId: string): Promise<void> {
  const failure = 'COMMUNICATION_CHANNEL_CANNOT_MESSAGE_ERROR_CHANNEL_ADDED';
  return begin(communications, room, channel, failure, (channelId) =>
    sendFrame(communications.line, { type: 'AddChannel', payload: { roomId: room.id, channelId, conversationId } }),
  );
}

async function begin(
  { store }: Communications,
  room: Room,
  channel: RoomChannel,
  failure: BeginFailure,
  ask: (channelId: string) => Promise<void>,
): Promise<void> {
  const isHere = () => store.getState().navigation.openRoomId === room.id;
  setMark(store, channel.channelId, { isStarting: true });
  try {
    const channelId = await realId(room, channel);
    await ask(channelId);
    await told(store, room.id, channelId);
    // Where the reader has chosen another channel meanwhile, that stays.
    if ([undefined, channel.channelId].includes(store.getState().channels.get(room.id))) chooseChannel(store, room.id, channelId);
    setMark(store, channel.channelId, undefined);
    if (isHere()) setWritesIn(store, room.id);
  } catch (problem) {
    if (!(problem instanceof ApiProblem)) throw problem;
    const isRefused = problem.status >= 400 && problem.status < 500 && problem.status !== 429;
    if (isRefused) {
      lookAgain(store, room.id);
      setMark(store, channel.channelId, {
        isStarting: false,
        failure: isBeginFailure(problem.key) ? problem.key : failure,
        ...reasonOf(problem),
      });
    } else setMark(store, channel.channelId, undefined);
    // Whoever is in another room by now is told there.
    if (!isRefused || !isHere()) toastProblem(problem);
  }
}

async function realId(room: Room, { channelId, channelApplicationId, phoneNumber }: RoomChannel): Promise<string> {
  if (!channelId.startsWith(TEMPORARY_CHANNEL_ID_PREFIX)) return channelId;
  const form = {
    type: 'VIBER' as const,
    channelApplicationId,
    customerId: room.contactId ?? '',
    phoneNumber: phoneNumber ?? '',
    roomId: room.id,
  };
  return (await api.channels.create({ body: form })).id;
}

/** Resolves once the room holds the channel in a conversation, or when that is not told in time: it is then read afresh. */
function told(store: RoomsStore, roomId: string, channelId: string): Promise<void> {
  const holds = () =>
    store
      .getState()
      .state.rooms.get(roomId)
      ?.room.roomConversations.some((one) => one.state !== 'RESOLVED' && one.channels.some((other) => other.channelId === channelId));
  if (holds() === true) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(late);
      stop();
      resolve();
    };
    const stop = store.subscribe(() => {
      if (holds() === true) end();
    });
    const late = setTimeout(() => {
      lookAgain(store, roomId);
      end();
    }, TOLD_WITHIN);
  });
}

/** Why, where the failure's own words do not say it. */
function reasonOf({ key, errors: [first] }: ApiProblem) {
  const reason = first === undefined ? { key, params: {} } : { key: first.message, params: first.params };
  const isSaid = key.endsWith('_NOT_AVAILABLE_CHANNEL_TYPE') || isBeginFailure(reason.key);
  return isSaid ? {} : { reason };
}
