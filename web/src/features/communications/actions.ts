import type { Conversation, Room } from '@parley/contract';
import { ApiProblem, operationOf, UNREACHABLE } from '../../api/api-problem.ts';
import { api } from '../../api/client.ts';
import type { Outgoing } from '../../realtime/socket.ts';
import { toastProblem } from '../../ui/toast.ts';
import { type Communications, useCommunications } from './context.ts';
import type { Place } from './place.ts';
import { applyRooms, membershipFrames } from './state/apply-reading.ts';
import { isOneOfSeveral, rowsOf } from './state/lists.ts';
import { changeState, forgetChannel } from './store.ts';
import type { Line } from './sync/line.ts';
import { lookAgain } from './sync/look-again.ts';

/** Statuses of refusals by which the room is not what it was thought to be. */
const OUTDATED: ReadonlySet<number> = new Set([404, 409]);

const unreachable = new ApiProblem(UNREACHABLE, { message: 'FRAME_UNREACHABLE', errors: [] }, null);

/** Sends a frame that has no second way. Throws why it was not done: the server's refusal, or that it could not be reached. */
export async function sendFrame(line: Pick<Line, 'send'>, frame: Outgoing): Promise<void> {
  try {
    await line.send(frame);
  } catch (problem) {
    const origin = { cause: problem, operation: operationOf('frame', frame.type) };
    const { status, key, errors, requestId } = problem instanceof ApiProblem ? problem : unreachable;
    throw new ApiProblem(status, { message: key, errors }, requestId, origin);
  }
}

/** The same; true when it was done, otherwise a toast has said why not, and `onRefusal` is told the status. */
export async function ask({ line }: Communications, frame: Outgoing, onRefusal?: (status: number) => void): Promise<boolean> {
  try {
    await sendFrame(line, frame);
    return true;
  } catch (problem) {
    toastProblem(problem);
    if (problem instanceof ApiProblem) onRefusal?.(problem.status);
    return false;
  }
}

/** Where a taken conversation is gone on with: it is named where its room has others that are open. */
export type Taken = Pick<Place, 'conversationId'> & { roomId: string };

/** What an agent does with rooms. Each says by itself when it could not be done. */
export interface RoomActions {
  /** Takes a waiting conversation of a room: of several who press at once, one wins, the others are told who. Null when it was not taken. */
  take: (room: Room, conversation: Conversation) => Promise<Taken | null>;
  /** Takes the conversation that has waited longest; answers where it is, or null when none could be taken. */
  takeLongest: () => Promise<Taken | null>;
  star: (roomId: string, starred: boolean) => Promise<void>;
}

async function star({ store }: Communications, roomId: string, starred: boolean): Promise<void> {
  const asked = membershipFrames(store.getState().state);
  try {
    const view = await api.rooms.change({ params: { roomId }, body: [{ op: 'replace', path: 'starred', value: starred }] });
    changeState(store, (state) => applyRooms(state, [view], asked, Date.now()));
  } catch (problem) {
    toastProblem(problem);
  }
}

async function take(communications: Communications, room: Room, conversation: Conversation): Promise<Taken | null> {
  const { store } = communications;
  const payload = { roomId: room.id, conversationId: conversation.id, userId: communications.me, expectedUserId: null };
  const isTaken = await ask(communications, { type: 'Assign', payload }, (status) => {
    if (OUTDATED.has(status)) lookAgain(store, room.id);
  });
  if (!isTaken) return null;
  const isNamed = isOneOfSeveral(store.getState().state.rooms.get(room.id)?.room ?? room, conversation);
  if (isNamed) forgetChannel(store, room.id);
  return { roomId: room.id, conversationId: isNamed ? conversation.id : null };
}

async function takeLongest(communications: Communications): Promise<Taken | null> {
  const { state } = communications.store.getState();
  const [first] = rowsOf(state.rooms.values(), 'waiting', communications.me);
  if (first?.conversation === undefined) return null;
  return take(communications, first.record.room, first.conversation);
}

export function useRoomActions(): RoomActions {
  const communications = useCommunications();
  return {
    take: (room, conversation) => take(communications, room, conversation),
    takeLongest: () => takeLongest(communications),
    star: (roomId, starred) => star(communications, roomId, starred),
  };
}
