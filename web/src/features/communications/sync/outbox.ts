import { HOLE_PATIENCE, type SendAnswer } from '@parley/contract';
import { ApiProblem, UNREACHABLE } from '../../../api/api-problem.ts';
import { api } from '../../../api/client.ts';
import { answerSend, failSend, type PendingSend, startSend } from '../state/pending.ts';
import { changeState, type RoomsStore } from '../store.ts';
import { heal } from './heal.ts';
import type { Line } from './line.ts';

/** Why a send stays in the list although nothing refused it: it goes by itself once the server is reached. */
export const UNREACHED = 'COMMUNICATIONS_NOT_SENT_UNREACHABLE';

const KEPT = 'parley.outbox';

type Envelope =
  | { type: 'Text'; payload: { clientMessageId: string; roomId: string; channelId: string; text: string } }
  | { type: 'Note'; payload: { clientMessageId: string; roomId: string; text: string } };

function envelopeOf({ clientMessageId, roomId, channelId, text }: PendingSend): Envelope {
  if (channelId === null) return { type: 'Note', payload: { clientMessageId, roomId, text } };
  return { type: 'Text', payload: { clientMessageId, roomId, channelId, text } };
}

/** By frame; without an Ack over REST, under the same client message id, so that it is stored once. */
async function deliver(line: Line, send: PendingSend): Promise<SendAnswer> {
  const envelope = envelopeOf(send);
  try {
    const answer = await line.send(envelope);
    if (answer !== null) return answer;
  } catch (problem) {
    if (problem instanceof ApiProblem) throw problem;
  }
  return api.rooms.send({ params: { roomId: send.roomId }, body: envelope });
}

function refusalOf(problem: unknown): { reason: string; params: PendingSend['params'] } {
  if (!(problem instanceof ApiProblem)) return { reason: 'ERROR_DEFAULT_MESSAGE', params: {} };
  if (problem.status === UNREACHABLE || problem.status === 503) return { reason: UNREACHED, params: {} };
  const [first] = problem.errors;
  return first === undefined ? { reason: problem.key, params: {} } : { reason: first.message, params: first.params };
}

/** What this window has still to send is kept until it is sent or refused for good, also over a reload. */
function keepOutbox(store: RoomsStore): void {
  const { state } = store.getState();
  const open = [...state.pending.values()].flat().filter(({ status }) => status !== 'stored');
  try {
    if (open.length === 0) sessionStorage.removeItem(`${KEPT}.${state.me}`);
    else sessionStorage.setItem(`${KEPT}.${state.me}`, JSON.stringify(open));
  } catch {
    // A refused storage: the sends live as long as the page.
  }
}

const isSend = (value: unknown): value is PendingSend =>
  typeof value === 'object' &&
  value !== null &&
  ['clientMessageId', 'roomId', 'text', 'createdAt'].every((key) => typeof (value as Record<string, unknown>)[key] === 'string') &&
  'channelId' in value;

/** After a reload: what was on its way before comes back, to be sent again under the same client message ids. */
export function restoreOutbox(store: RoomsStore): void {
  let kept: unknown;
  try {
    kept = JSON.parse(sessionStorage.getItem(`${KEPT}.${store.getState().state.me}`) ?? '[]');
  } catch {
    return;
  }
  if (!Array.isArray(kept)) return;
  for (const send of kept.filter(isSend)) {
    const waiting = send.status === 'sending' ? { ...send, status: 'failed' as const, reason: UNREACHED, params: {} } : send;
    changeState(store, (state) => startSend(state, waiting));
  }
}

/** Sends, or sends again. The item shows at once; what happens to it afterwards shows at the item. */
export async function dispatch(store: RoomsStore, line: Line, send: PendingSend): Promise<void> {
  const { roomId, clientMessageId } = send;
  changeState(store, (state) => startSend(state, { ...send, status: 'sending', reason: null, params: {} }));
  keepOutbox(store);
  try {
    const answer = await deliver(line, send);
    changeState(store, (state) => answerSend(state, roomId, clientMessageId, answer, Date.now() + HOLE_PATIENCE));
  } catch (problem) {
    const { reason, params } = refusalOf(problem);
    changeState(store, (state) => failSend(state, roomId, clientMessageId, reason, params));
  }
  keepOutbox(store);
}

/** Brings a room up to what was said in it meanwhile; without an answer the send goes all the same. */
async function catchUp(store: RoomsStore, roomId: string): Promise<void> {
  if (!store.getState().state.rooms.has(roomId)) return;
  try {
    await heal(store, roomId);
  } catch (problem) {
    if (!(problem instanceof ApiProblem)) throw problem;
  }
}

/**
 * The server is reached again: what only waited for that goes, in order. Each room is caught up first, since whoever writes
 * has seen what stands above: what came meanwhile is then before the reader's eyes.
 */
export async function flushOutbox(store: RoomsStore, line: Line): Promise<void> {
  const waiting = (roomId: string) =>
    (store.getState().state.pending.get(roomId) ?? []).filter(({ status, reason }) => status === 'failed' && reason === UNREACHED);
  for (const roomId of [...store.getState().state.pending.keys()]) {
    if (waiting(roomId).length === 0) continue;
    await catchUp(store, roomId);
    // Read anew: some may have arrived after all, and the reading has just confirmed them.
    for (const send of waiting(roomId)) await dispatch(store, line, send);
  }
}
