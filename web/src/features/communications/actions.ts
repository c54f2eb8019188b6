import { hasVisible, type Room, type UploadedFile } from '@parley/contract';
import { ApiProblem, operationOf, UNREACHABLE } from '../../api/api-problem.ts';
import { api } from '../../api/client.ts';
import { serverNow } from '../../api/server-clock.ts';
import type { Outgoing } from '../../realtime/socket.ts';
import { toastProblem } from '../../ui/toast.ts';
import { type Communications, useCommunications } from './context.ts';
import { throwAway } from './files/uploads.ts';
import { applyRooms, membershipFrames } from './state/apply-reading.ts';
import { draftKey, isEmpty, NOTE } from './state/drafts.ts';
import { listRooms, waitingConversation } from './state/lists.ts';
import type { PendingSend } from './state/pending.ts';
import { changeState, sendDraft, setDraft } from './store.ts';
import type { Line } from './sync/line.ts';
import { lookAgain } from './sync/look-again.ts';
import { discard, dispatch } from './sync/outbox.ts';

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
async function ask({ line }: Communications, frame: Outgoing, onRefusal?: (status: number) => void): Promise<boolean> {
  try {
    await sendFrame(line, frame);
    return true;
  } catch (problem) {
    toastProblem(problem);
    if (problem instanceof ApiProblem) onRefusal?.(problem.status);
    return false;
  }
}

/** What an agent does with rooms. Each says by itself when it could not be done. */
export interface RoomActions {
  /** Takes the waiting conversation of a room: of several who press at once, one wins, the others are told who. */
  take: (room: Room) => Promise<boolean>;
  /** Takes the conversation that has waited longest; answers its room, or null when none could be taken. */
  takeLongest: () => Promise<string | null>;
  star: (roomId: string, starred: boolean) => Promise<void>;
  /** Sends what is in the composer: it shows at once, and the draft is gone at once, in every window. */
  say: (roomId: string, channelId: string | null, text: string, files: readonly UploadedFile[]) => void;
  retry: (send: PendingSend) => void;
  discard: (send: PendingSend) => void;
  /** Sends again what the channel did not deliver, or of which nobody knows whether it did. */
  deliverAgain: (roomId: string, eventId: string) => Promise<boolean>;
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

function take(communications: Communications, room: Room): Promise<boolean> {
  const conversation = waitingConversation(room);
  if (conversation === undefined) return Promise.resolve(false);
  const payload = { roomId: room.id, conversationId: conversation.id, userId: communications.me, expectedUserId: null };
  return ask(communications, { type: 'Assign', payload }, (status) => {
    if (OUTDATED.has(status)) lookAgain(communications.store, room.id);
  });
}

async function takeLongest(communications: Communications): Promise<string | null> {
  const { state } = communications.store.getState();
  const [roomId] = listRooms(state.rooms.values(), 'waiting', communications.me);
  const record = roomId === undefined ? undefined : state.rooms.get(roomId);
  return record !== undefined && (await take(communications, record.room)) ? record.room.id : null;
}

/** The first file takes the words; each further one is a message of its own, in order. */
const partsOf = (text: string, files: readonly UploadedFile[]): readonly Pick<PendingSend, 'text' | 'file'>[] =>
  files.length === 0 ? [{ text, file: null }] : files.map((file, i) => ({ text: i === 0 && hasVisible(text) ? text : '', file }));

function say({ store, line }: Communications, ...[roomId, channelId, text, files]: Parameters<RoomActions['say']>): void {
  const key = draftKey(roomId, channelId ?? NOTE);
  // Under the draft's id: once it is stored, the server knows that the draft is none any more.
  const ofDraft = store.getState().drafts.get(key)?.clientMessageId || crypto.randomUUID();
  sendDraft(store, key, ofDraft);
  for (const [place, part] of partsOf(text, files).entries()) {
    void dispatch(store, line, {
      ...part,
      clientMessageId: place === 0 ? ofDraft : crypto.randomUUID(),
      roomId,
      kind: channelId === null ? 'Note' : 'Text',
      channelId,
      createdAt: new Date(serverNow()).toISOString(),
      status: 'sending',
      reason: null,
      params: {},
    });
  }
}

function discardSend({ store, line }: Communications, send: PendingSend): void {
  discard(store, line, send);
  // On the server it may still be a draft, for another machine to go on with: it is not wanted there either.
  const key = draftKey(send.roomId, send.channelId ?? NOTE);
  const draft = store.getState().drafts.get(key);
  if (draft?.clientMessageId === send.clientMessageId && isEmpty(draft)) setDraft(store, key, { text: '' });
  // It may have been stored after all, where nobody knows: then the server keeps it.
  if (send.file !== null) throwAway(send.file.fileId);
}

export function useRoomActions(): RoomActions {
  const communications = useCommunications();
  return {
    take: (room) => take(communications, room),
    takeLongest: () => takeLongest(communications),
    star: (roomId, starred) => star(communications, roomId, starred),
    say: (...said) => say(communications, ...said),
    retry: (send) => void dispatch(communications.store, communications.line, send),
    discard: (send) => discardSend(communications, send),
    deliverAgain: (roomId, roomEventId) =>
      ask(communications, { type: 'Pending', payload: { clientStatus: 'PENDING', roomId, roomEventId } }),
  };
}
