import type { Envelope } from '@parley/contract/frames/frame';
import { PROTOCOL_VERSION } from '@parley/contract/frames/timings';
import type { VisitorReads, VisitorSends } from '@parley/contract/frames/visitor';
import type { ErrorBody } from '@parley/contract/problems';
import { visitorRefusals } from '@parley/contract/visitor-rules';
import { randomId } from '../../session/random.ts';
import type { Answer, VisitorApi } from '../api.ts';
import { frames } from '../wire/wire.ts';
import { type SocketEffect, type SocketInput, socketOff, socketStep, stepTime, type TimerName } from './socket-machine.ts';

export interface VisitorSocket {
  /** @returns whether it went out; an answer repeats `id` */
  send(type: VisitorSends['type'], payload: VisitorSends['payload'], id?: string): boolean;
  readonly online: boolean;
  woke(): void;
  stop(): void;
}

/** The server did not take the frame with this id. */
export interface Refusal {
  type: 'refused';
  id: string;
  /** Whether for good, or what else stood in the way. */
  answer: Exclude<Answer<never>, { is: 'ok' }>;
}

export interface SocketListener {
  received(frame: VisitorReads | Refusal): void;
  tell(what: 'online' | 'lost' | 'ended' | 'outdated'): void;
}

/** Runs the machine of `socket-machine.ts` on a real socket for one session, until it is stopped. */
export function visitorSocket(origin: string, secret: string, api: Pick<VisitorApi, 'ticket'>, listener: SocketListener): VisitorSocket {
  let state = socketOff;
  let socket: WebSocket | null = null;
  const timers = new Map<TimerName, ReturnType<typeof setTimeout>>();

  function put(input: SocketInput): void {
    const [next, effects] = socketStep(state, input, Math.random());
    state = next;
    for (const effect of effects) perform(effect);
  }

  function perform(effect: SocketEffect): void {
    switch (effect.do) {
      case 'askTicket':
        void askTicket();
        return;
      case 'connect':
        connect(effect.ticket);
        return;
      case 'ping':
        transmit('Ping', {}, randomId());
        return;
      case 'close':
        drop();
        return;
      case 'timer':
        clearTimeout(timers.get(effect.name));
        timers.set(
          effect.name,
          setTimeout(() => put({ type: 'timer', name: effect.name }), effect.ms),
        );
        return;
      case 'cancel':
        clearTimeout(timers.get(effect.name));
        return;
      case 'tell':
        listener.tell(effect.what);
    }
  }

  async function askTicket(): Promise<void> {
    const answer = await api.ticket(secret, stepTime(state.attempt));
    if (answer.is === 'ok') put({ type: 'ticket', ticket: answer.value.ticket });
    else put({ type: 'noTicket', refused: answer.is === 'ended', retryAfter: answer.is === 'broken' ? answer.retryAfter : null });
  }

  function connect(ticket: string): void {
    const query = new URLSearchParams({ app: 'widget', token: ticket, v: String(PROTOCOL_VERSION) });
    const opening = new WebSocket(`${origin.replace(/^http/, 'ws')}/api/ws?${query}`);
    socket = opening;
    const ours = () => socket === opening;
    opening.onopen = () => ours() && put({ type: 'opened' });
    opening.onclose = ({ code }) => ours() && put({ type: 'closed', code });
    opening.onmessage = ({ data }) => {
      if (!ours()) return;
      put({ type: 'heard' });
      const frame = readFrame(data);
      if (frame?.type === 'Ping') transmit('Pong', {}, frame.id);
      else if (frame) listener.received(frame);
    };
  }

  function drop(): void {
    const old = socket;
    socket = null;
    old?.close();
  }

  function send(type: VisitorSends['type'], payload: VisitorSends['payload'], id = randomId()): boolean {
    return state.phase === 'open' && transmit(type, payload, id);
  }

  function transmit(type: VisitorSends['type'], payload: VisitorSends['payload'], id: string): boolean {
    if (socket?.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify({ type, id, payload }));
    return true;
  }

  put({ type: 'start' });
  return {
    send,
    get online() {
      return state.phase === 'open';
    },
    woke: () => put({ type: 'woke' }),
    stop: () => put({ type: 'stop' }),
  };
}

/** A frame by the contract, or null: one of a newer server that this page does not know is passed over. */
export function readFrame(data: unknown): VisitorReads | Refusal | null {
  try {
    const { type, id, payload }: Partial<Envelope> = JSON.parse(String(data));
    if (typeof type !== 'string' || typeof id !== 'string') return null;
    if (type === 'VALIDATION') return { type: 'refused', id, answer: { is: 'refused' } };
    if (type === 'INVALID_REQUEST') return { type: 'refused', id, answer: refusal(payload as ErrorBody) };
    if (!Object.hasOwn(frames, type)) return null;
    return { type, id, payload: frames[type as VisitorReads['type']](payload) } as VisitorReads;
  } catch {
    return null;
  }
}

function refusal(body: ErrorBody): Refusal['answer'] {
  const { message, errors } = body;
  const is = Object.hasOwn(visitorRefusals, message) ? visitorRefusals[message as keyof typeof visitorRefusals] : undefined;
  const seconds = Number(errors[0]?.params.seconds);
  return is === 'broken' ? { is, retryAfter: seconds > 0 ? seconds * 1000 : null } : { is: is ?? 'refused', body };
}
