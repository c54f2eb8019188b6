import { type AgentReceives, type AgentSends, CloseCode, type ErrorBody, type SendAnswer, SocketTimings } from '@parley/contract';
import { ApiProblem } from '../api/api-problem.ts';
import { socketTimings } from '../api/configured.ts';
import { isEnvelope, isFrame } from '../api/incoming.ts';
import { retryDelay } from './retry-delay.ts';

export type SocketState = 'connecting' | 'open' | 'lost';
export type SocketEnd = 'role-changed' | 'too-old';
/** What may be sent; the socket gives each frame its id. */
export type Outgoing = { [K in AgentSends['type']]: { type: K; payload: Extract<AgentSends, { type: K }>['payload'] } }[AgentSends['type']];

/** The frame may or may not have arrived: send it again over REST with the same client message id. */
export class NotAcknowledged extends Error {
  readonly reason: 'timeout' | 'not-open';
  constructor(reason: 'timeout' | 'not-open') {
    super(`The frame was not acknowledged: ${reason}`);
    this.name = 'NotAcknowledged';
    this.reason = reason;
  }
}

export interface SocketOptions {
  /** The address to connect to, with a fresh one-use ticket in it. Rejects when none can be had now. */
  getTicketUrl: () => Promise<string>;
  onFrame: (frame: AgentReceives) => void;
  /** `afterError`: the person was told of the loss before (communications, section 4, "Websocket"). */
  onState: (state: SocketState, detail: { afterError: boolean }) => void;
  /** A frame did not fit the contract; only its kind is told, never its content. */
  onBadFrame?: (type: string) => void;
  /** Told once per loss, 2 s after it, and only while the token is valid. */
  onTrouble?: () => void;
  /** Open again after onTrouble. */
  onRecovered?: () => void;
  /** The server closed for good. */
  onEnd?: (end: SocketEnd) => void;
  /** The server says that the token expired: renew it before the next attempt. */
  renewToken?: () => Promise<unknown>;
  tokenExpired?: () => boolean;
  /** Time and chance, for tests. */
  clock?: { now: () => number; random: () => number };
}

export interface Socket {
  connect: () => void;
  /** Resolves with the Ack's answer; rejects with ApiProblem when refused, NotAcknowledged when nothing came in 5 s. */
  send: (frame: Outgoing) => Promise<SendAnswer | null>;
  /** Sends without waiting for an answer; false when there is no connection. `answered` hears of an Ack or a refusal, should one come. */
  tell: (frame: Outgoing, answered?: () => void) => boolean;
  /** The page woke, became visible or the network came back: prove the connection now. */
  wake: () => void;
  /** Closes for good; no reconnect follows. */
  disconnect: () => void;
  state: () => SocketState;
}

/** How long a step of an opening may take after so many that took too long: 5, 10, 20, 30 s, since the line may be slow. */
const openingPatience = (slow: number, receiveTimeout: number): number =>
  Math.max(receiveTimeout, Math.min(SocketTimings.reconnectCeiling, receiveTimeout * 2 ** slow));

interface Waiting {
  resolve: (answer: SendAnswer | null) => void;
  reject: (problem: Error) => void;
  late?: ReturnType<typeof setTimeout>;
}

type Timer = ReturnType<typeof setTimeout> | undefined;

/**
 * One websocket of the agents' application, kept open (communications, sections 4, 7 and 9): connects by ticket, pings,
 * comes back by itself, and answers each send.
 */
export function createSocket(options: SocketOptions): Socket {
  const clock = options.clock ?? { now: Date.now, random: Math.random };
  const waiting = new Map<string, Waiting>();
  let socket: WebSocket | null = null;
  let state: SocketState = 'lost';
  let wanted = false;
  let attempt = 0;
  /** Openings in a row that took too long. */
  let slow = 0;
  let round = 0;
  let ids = 0;
  let told = false;
  let retry: Timer;
  let opening: Timer;
  let pinging: Timer;
  let pong: Timer;
  let trouble: Timer;

  function become(next: SocketState): void {
    if (next === state) return;
    const afterError = told;
    state = next;
    if (next === 'open') {
      clearTimeout(trouble);
      trouble = undefined;
      if (told) options.onRecovered?.();
      told = false;
    }
    options.onState(next, { afterError });
  }

  function watchForTrouble(): void {
    if (trouble !== undefined || told) return;
    trouble = setTimeout(() => {
      trouble = undefined;
      if (!wanted || state === 'open' || options.tokenExpired?.() === true) return;
      told = true;
      options.onTrouble?.();
    }, SocketTimings.reconnectErrorDelay);
  }

  /** Gives this step of the opening its time: the ticket has its own, and so has the socket from the start of its connection. */
  function expectSoon(mine: number): void {
    clearTimeout(opening);
    opening = setTimeout(
      () => {
        slow++;
        lost(mine);
      },
      openingPatience(slow, socketTimings().receiveTimeout),
    );
  }

  async function open(): Promise<void> {
    clearTimeout(retry);
    retry = undefined;
    const mine = ++round;
    become('connecting');
    expectSoon(mine);
    try {
      const url = await options.getTicketUrl();
      if (mine !== round || !wanted) return;
      expectSoon(mine);
      const fresh = new WebSocket(url);
      socket = fresh;
      fresh.onopen = () => opened(mine);
      fresh.onmessage = (message) => mine === round && received(message.data);
      fresh.onclose = (event) => closed(mine, event.code);
      fresh.onerror = () => lost(mine);
    } catch {
      lost(mine);
    }
  }

  function opened(mine: number): void {
    if (mine !== round) return;
    clearTimeout(opening);
    become('open');
    ping();
  }

  /** Forgets the socket of this round, fails what waits for an answer, and plans the next attempt. */
  function lost(mine: number): void {
    if (mine !== round) return;
    round++;
    clearTimeout(opening);
    clearTimeout(pinging);
    clearTimeout(pong);
    pong = undefined;
    const left = socket;
    socket = null;
    if (left !== null) {
      left.onopen = left.onmessage = left.onclose = left.onerror = null;
      left.close();
    }
    for (const [id, one] of waiting) {
      clearTimeout(one.late);
      waiting.delete(id);
      one.reject(new NotAcknowledged('not-open'));
    }
    become('lost');
    if (!wanted) return;
    watchForTrouble();
    retry = setTimeout(() => void open(), retryDelay(attempt++, clock.random()));
  }

  function closed(mine: number, code: number): void {
    if (mine !== round) return;
    if (code === CloseCode.ROLE_CHANGED || code === CloseCode.CLIENT_TOO_OLD) {
      wanted = false;
      lost(mine);
      options.onEnd?.(code === CloseCode.ROLE_CHANGED ? 'role-changed' : 'too-old');
      return;
    }
    lost(mine);
    if (code !== CloseCode.TICKET_EXPIRED || !wanted || options.renewToken === undefined) return;
    clearTimeout(retry);
    const next = round;
    const again = () => {
      if (next === round && wanted) retry = setTimeout(() => void open(), retryDelay(attempt++, clock.random()));
    };
    options.renewToken().then(again, again);
  }

  function write(id: string, frame: Outgoing): boolean {
    if (socket === null || state !== 'open') return false;
    socket.send(JSON.stringify({ type: frame.type, id, payload: frame.payload }));
    return true;
  }

  function ping(): void {
    clearTimeout(pinging);
    pinging = setTimeout(ping, SocketTimings.ping);
    if (!write(nextId(), { type: 'Ping', payload: {} }) || pong !== undefined) return;
    expectPong(clock.now());
  }

  function expectPong(since: number): void {
    const mine = round;
    pong = setTimeout(() => {
      pong = undefined;
      // The machine slept in between: the answer may lie unread, so ask anew instead of giving up.
      if (clock.now() - since > 2 * SocketTimings.pongTimeout) ping();
      else lost(mine);
    }, SocketTimings.pongTimeout);
  }

  const nextId = () => `f${++ids}`;

  function received(data: unknown): void {
    const frame = parsedJson(data);
    if (!isEnvelope(frame)) {
      options.onBadFrame?.('unreadable');
      return;
    }
    if (!isFrame(frame)) {
      options.onBadFrame?.(frame.type);
      return;
    }
    // Any frame proves the connection.
    clearTimeout(pong);
    pong = undefined;
    attempt = 0;
    slow = 0;
    if (frame.type === 'Pong') return;
    if (frame.type === 'Ping') {
      write(frame.id, { type: 'Pong', payload: {} });
      return;
    }
    settle(frame);
    // A start that came to nothing concerns who asked, and nothing else has changed.
    if (!('errorType' in frame.payload)) options.onFrame(frame);
  }

  function settle(frame: AgentReceives): void {
    const one = waiting.get(frame.id);
    if (one === undefined) return;
    waiting.delete(frame.id);
    clearTimeout(one.late);
    if (frame.type === 'Ack') one.resolve(frame.payload.answer);
    else if (isRefusal(frame.payload)) one.reject(new ApiProblem(frame.payload.status ?? 400, frame.payload, null));
    else one.resolve(null);
  }

  return {
    connect: () => {
      if (wanted) return;
      wanted = true;
      attempt = 0;
      watchForTrouble();
      void open();
    },
    send: (frame) =>
      new Promise((resolve, reject) => {
        const id = nextId();
        if (!write(id, frame)) {
          reject(new NotAcknowledged('not-open'));
          return;
        }
        const late = setTimeout(() => {
          waiting.delete(id);
          reject(new NotAcknowledged('timeout'));
        }, SocketTimings.sendFallback);
        waiting.set(id, { resolve, reject, late });
      }),
    tell: (frame, answered) => {
      const id = nextId();
      const isSent = write(id, frame);
      if (isSent && answered !== undefined) {
        waiting.set(id, { resolve: answered, reject: (problem) => problem instanceof NotAcknowledged || answered() });
      }
      return isSent;
    },
    wake: () => {
      if (!wanted) return;
      if (state === 'open') {
        clearTimeout(pong);
        pong = undefined;
        ping();
      } else if (state === 'lost') void open();
    },
    disconnect: () => {
      wanted = false;
      clearTimeout(retry);
      clearTimeout(trouble);
      trouble = undefined;
      told = false;
      lost(round);
    },
    state: () => state,
  };
}

/** Of VALIDATION, INVALID_REQUEST, and of what did not start or join. */
const isRefusal = (payload: AgentReceives['payload']): payload is ErrorBody & { status?: number } => 'errors' in payload;

function parsedJson(data: unknown): unknown {
  if (typeof data !== 'string') return undefined;
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}
