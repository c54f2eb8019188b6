import { type ChannelType, HOLE_PATIENCE, passingProblems, type ScheduledState, type SendAnswer } from '@parley/contract';
import { ApiProblem, UNREACHABLE } from '../../../api/api-problem.ts';
import { api } from '../../../api/client.ts';
import { isUploadedFile } from '../../../api/incoming.ts';
import { answerSend, dropSend, failSend, holdBehindAsked, holdSend, type PendingSend, startSend } from '../state/pending.ts';
import { changeState, type RoomsStore } from '../store.ts';
import { envelopeOf } from './envelope.ts';
import { heal } from './heal.ts';
import type { Line } from './line.ts';

/** Why a send stays in the list although nothing refused it: it goes by itself once the server is reached. */
export const UNREACHED = 'COMMUNICATIONS_NOT_SENT_UNREACHABLE';
/** The server was reached and had trouble of its own: the same is asked again by itself. */
export const TROUBLED = 'COMMUNICATIONS_NOT_SENT_PASSING';

/** After a failure that passes a line waits this long, longer with each failure. */
const PAUSE_MS = [1000, 2000, 5000, 10_000, 30_000];

const KEPT = 'parley.outbox';

/** Comes with the open room; where it does not, it is as with a server that is not reached. */
const holding = () =>
  import('../scheduled/hold.ts').catch((cause: unknown) => {
    throw new ApiProblem(UNREACHABLE, { message: UNREACHED, errors: [] }, null, { cause });
  });

/** Of what kind its channel is: as its room says, else as that said when the message was written. */
const channelTypeOf = (store: RoomsStore, { roomId, channelId, channelType }: PendingSend): ChannelType | undefined =>
  store
    .getState()
    .state.rooms.get(roomId)
    ?.room.channels.find((one) => one.channelId === channelId)?.channelType ?? channelType;

/** By frame; without an Ack over REST, under the same client message id, so that it is stored once. A state: the server holds it for a while, or did. */
async function deliver(store: RoomsStore, line: Line, send: PendingSend): Promise<SendAnswer | ScheduledState> {
  const { channelId, roomId } = send;
  if (send.canBeUndone && channelId !== null) return (await holding()).hold({ ...send, channelId });
  const envelope = envelopeOf(send, channelTypeOf(store, send));
  try {
    const answer = await line.send(envelope);
    if (answer !== null) return answer;
  } catch (problem) {
    if (problem instanceof ApiProblem) throw problem;
  }
  return api.rooms.send({ params: { roomId }, body: envelope });
}

function refusalOf(problem: unknown): { reason: string; params: PendingSend['params'] } {
  if (!(problem instanceof ApiProblem)) return { reason: 'ERROR_DEFAULT_MESSAGE', params: {} };
  if (problem.status === UNREACHABLE || problem.status === 503) return { reason: UNREACHED, params: {} };
  // A proxy's 4xx without our body bears the same key, and does not pass.
  const passes = problem.status >= 500 || problem.status === 429;
  if (passes && passingProblems.has(problem.key)) return { reason: TROUBLED, params: {} };
  const [first] = problem.errors;
  return first === undefined ? { reason: problem.key, params: {} } : { reason: first.message, params: first.params };
}

/** What this window has still to send is kept until it is sent or refused for good, also over a reload. */
function keepOutbox(store: RoomsStore): void {
  const { state } = store.getState();
  const open = [...state.pending.values()].flat().filter(({ status }) => status !== 'stored' && status !== 'held');
  try {
    if (open.length === 0) sessionStorage.removeItem(`${KEPT}.${state.me}`);
    else sessionStorage.setItem(`${KEPT}.${state.me}`, JSON.stringify(open));
  } catch {
    // A refused storage: the sends live as long as the page.
  }
}

const kinds: readonly unknown[] = ['Text', 'Note'] satisfies PendingSend['kind'][];
const statuses: readonly unknown[] = ['sending', 'held', 'stored', 'failed'] satisfies PendingSend['status'][];
const isText = (value: unknown): value is string => typeof value === 'string';
const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value);
const isParam = (value: unknown): boolean => isText(value) || typeof value === 'number';

/** What was kept, as older versions of the page kept it, too; null for what is no send. */
function keptSend(entry: unknown): PendingSend | null {
  if (typeof entry !== 'object' || entry === null) return null;
  const send: { [Part in keyof PendingSend]?: unknown } = { file: null, ...entry };
  const isSend =
    [send.clientMessageId, send.roomId, send.text, send.createdAt].every(isText) &&
    [send.channelId, send.reason].every(isTextOrNull) &&
    (send.channelType === undefined || isText(send.channelType)) &&
    kinds.includes(send.kind) &&
    statuses.includes(send.status) &&
    (send.file === null || isUploadedFile(send.file)) &&
    Number.isSafeInteger(send.seenSeq ?? 0) &&
    (send.email === undefined || (typeof send.email === 'object' && send.email !== null)) &&
    (send.more === undefined || (Array.isArray(send.more) && send.more.every(isUploadedFile))) &&
    typeof send.params === 'object' &&
    send.params !== null &&
    Object.values(send.params).every(isParam);
  return isSend ? (send as PendingSend) : null;
}

/** After a reload: what was on its way before comes back, to be sent again under the same client message ids. */
export function restoreOutbox(store: RoomsStore): void {
  let kept: unknown;
  try {
    kept = JSON.parse(sessionStorage.getItem(`${KEPT}.${store.getState().state.me}`) ?? '[]');
  } catch {
    return;
  }
  if (!Array.isArray(kept)) return;
  for (const entry of kept) {
    const send = keptSend(entry);
    if (send === null) continue;
    const waiting = send.status === 'sending' ? { ...send, status: 'failed' as const, reason: UNREACHED, params: {} } : send;
    changeState(store, (state) => startSend(state, waiting));
  }
}

/**
 * The sends of one room stand in one line, notes among the messages: each goes when the one before it was stored or refused for good, so
 * that what was written first is stored first, whatever happens to the connection. What can be taken back is stored once it goes: a note written meanwhile
 * stands before it.
 */
interface Queue {
  runs: boolean;
  failures: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

const queues = new WeakMap<RoomsStore, Map<string, Queue>>();

function queueOf(store: RoomsStore, { roomId }: Pick<PendingSend, 'roomId'>): Queue {
  const all = queues.get(store) ?? new Map<string, Queue>();
  queues.set(store, all);
  const queue = all.get(roomId) ?? { runs: false, failures: 0, timer: undefined };
  all.set(roomId, queue);
  return queue;
}

/** Not sent, and not refused either. */
const goesByItself = ({ status, reason }: PendingSend): boolean =>
  status === 'sending' || (status === 'failed' && (reason === UNREACHED || reason === TROUBLED));

/** What stands in a line. What stands behind something of which its writer is asked goes with that alone. */
function unsent(store: RoomsStore, { roomId }: Pick<PendingSend, 'roomId'>): readonly PendingSend[] {
  changeState(store, (state) => holdBehindAsked(state, roomId, goesByItself));
  return (store.getState().state.pending.get(roomId) ?? []).filter(goesByItself);
}

/** Sends one; false when the line has to wait. What happened shows at the item, a wait at all that stand in the line. */
async function sendOne(store: RoomsStore, line: Line, send: PendingSend): Promise<boolean> {
  const { roomId, clientMessageId } = send;
  try {
    const answer = await deliver(store, line, send);
    changeState(store, (state) =>
      answer === 'WAITING'
        ? holdSend(state, roomId, clientMessageId)
        : typeof answer === 'string'
          ? dropSend(state, roomId, clientMessageId)
          : answerSend(state, roomId, clientMessageId, answer, Date.now() + HOLE_PATIENCE),
    );
    return true;
  } catch (problem) {
    const { reason, params } = refusalOf(problem);
    const waits = reason === UNREACHED || reason === TROUBLED;
    const failing = waits ? unsent(store, send).map((one) => one.clientMessageId) : [clientMessageId];
    changeState(store, (state) => failing.reduce((next, id) => failSend(next, roomId, id, reason, params), state));
    return !waits;
  } finally {
    keepOutbox(store);
  }
}

/** Sends what stands in the line, one after the other; of one line never two at once. */
async function run(store: RoomsStore, line: Line, of: Pick<PendingSend, 'roomId'>): Promise<void> {
  const queue = queueOf(store, of);
  clearTimeout(queue.timer);
  if (queue.runs) return;
  queue.runs = true;
  try {
    // Whoever writes has seen what stands above: after a wait, what came meanwhile is taken in first. It may also confirm
    // some of what waits.
    if (unsent(store, of)[0]?.status === 'failed') await catchUp(store, of.roomId);
    for (let next = unsent(store, of)[0]; next !== undefined; next = unsent(store, of)[0]) {
      if (await sendOne(store, line, next)) {
        queue.failures = 0;
        continue;
      }
      queue.failures += 1;
      const pause = PAUSE_MS[Math.min(queue.failures, PAUSE_MS.length) - 1];
      clearTimeout(queue.timer);
      queue.timer = setTimeout(() => void run(store, line, of), pause);
      return;
    }
  } finally {
    queue.runs = false;
  }
}

/** Sends, or sends again, behind what waits already. The item shows at once; what happens to it shows at the item. */
export function dispatch(store: RoomsStore, line: Line, send: PendingSend): Promise<void> {
  const channelType = channelTypeOf(store, send);
  const begun = { ...send, ...(channelType === undefined ? {} : { channelType }), status: 'sending' as const, reason: null, params: {} };
  changeState(store, (state) => startSend(state, begun));
  keepOutbox(store);
  return run(store, line, send);
}

/** Takes away what was not sent; what waited behind it goes. */
export function discard(store: RoomsStore, line: Line, send: PendingSend): void {
  changeState(store, (state) => dropSend(state, send.roomId, send.clientMessageId));
  keepOutbox(store);
  void run(store, line, send);
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

/** The server is reached again: what only waited for that goes, in order. */
export async function flushOutbox(store: RoomsStore, line: Line): Promise<void> {
  const waiting = [...store.getState().state.pending.values()].flat().filter(goesByItself);
  const firsts = new Map(waiting.map((send) => [queueOf(store, send), send]));
  await Promise.all([...firsts.values()].map((send) => run(store, line, send)));
}

/** Nothing is tried again by itself until the next `flushOutbox`. */
export function restOutbox(store: RoomsStore): void {
  for (const { timer } of queues.get(store)?.values() ?? []) clearTimeout(timer);
}
