import { CloseCode, SocketTimings } from '@parley/contract/frames/timings';

/** Timers of the connection; each runs at most once at a time. */
export type TimerName = 'retry' | 'ping' | 'pong' | 'tell';

/**
 * What the connection is doing. `joining`: the socket stands, but the server may still be looking at the ticket, and would not
 * tell yet what is said; its first word makes it open. `attempt` counts tries since it was last open.
 */
export interface SocketState {
  phase: 'off' | 'waiting' | 'ticket' | 'opening' | 'joining' | 'open';
  attempt: number;
  /** The visitor was told that there is no connection. */
  told: boolean;
  /** A ping was sent to which nothing has been heard since: its time runs on, whatever is asked meanwhile. */
  unanswered: boolean;
}

export type SocketInput =
  | { type: 'start' }
  | { type: 'stop' }
  | { type: 'ticket'; ticket: string }
  /** `refused`: the session is over; otherwise the server could not be asked; `retryAfter` in ms when it said when. */
  | { type: 'noTicket'; refused: boolean; retryAfter: number | null }
  | { type: 'opened' }
  | { type: 'heard' }
  | { type: 'closed'; code: number }
  | { type: 'timer'; name: TimerName }
  /** The page is looked at again, or the device is back on a network. */
  | { type: 'woke' };

export type SocketEffect =
  | { do: 'askTicket' }
  | { do: 'connect'; ticket: string }
  | { do: 'ping' }
  | { do: 'close' }
  | { do: 'timer'; name: TimerName; ms: number }
  | { do: 'cancel'; name: TimerName }
  | { do: 'tell'; what: 'online' | 'lost' | 'ended' | 'outdated' };

export const socketOff: SocketState = { phase: 'off', attempt: 0, told: false, unanswered: false };

/** Wait before try number `attempt` (from 0): 500, 1,000, 3,000, 5,000 … 30,000 ms, plus up to a fifth so that tabs do not come all at once. */
export function retryDelay(attempt: number, random: number): number {
  const { initialDelay, reconnectInterval, reconnectIncrease, reconnectCeiling } = SocketTimings;
  const plain = attempt === 0 ? initialDelay : Math.min(reconnectInterval + (attempt - 1) * reconnectIncrease, reconnectCeiling);
  return Math.round(plain * (1 + random / 5));
}

/** How long each step of try number `attempt` may take. A line that is too slow for one try is given longer by the next. */
export const stepTime = (attempt: number): number => Math.min(SocketTimings.receiveTimeout * (attempt + 1), SocketTimings.reconnectCeiling);

type Step = [SocketState, SocketEffect[]];

/**
 * The connection as a pure machine: state and input in, state and effects out. It tries for ever, asks for a fresh
 * ticket each time, finds a dead socket by a ping without an answer, and says at most once per loss that it is lost.
 * @param random 0 to 1, for the jitter
 */
export function socketStep(state: SocketState, input: SocketInput, random: number): Step {
  switch (input.type) {
    case 'start':
      return state.phase === 'off' ? [{ ...socketOff, phase: 'ticket' }, [{ do: 'askTicket' }, tellLater]] : [state, []];
    case 'stop':
      return [socketOff, [...quiet, { do: 'close' }]];
    case 'ticket':
      return state.phase === 'ticket'
        ? [{ ...state, phase: 'opening' }, [{ do: 'connect', ticket: input.ticket }, inTime(state)]]
        : [state, []];
    case 'noTicket':
      if (state.phase !== 'ticket') return [state, []];
      return input.refused ? ended() : retry(state, random, input.retryAfter);
    case 'opened':
      if (state.phase !== 'opening') return [state, []];
      return [{ ...state, phase: 'joining' }, [{ do: 'ping' }, inTime(state)]];
    case 'heard':
      if (state.phase === 'joining')
        return [
          { ...socketOff, phase: 'open' },
          [{ do: 'cancel', name: 'pong' }, { do: 'cancel', name: 'tell' }, ping, { do: 'tell', what: 'online' }],
        ];
      // Pings keep their beat whatever is heard: the server cuts off who says nothing.
      return state.phase === 'open' ? [{ ...state, unanswered: false }, [{ do: 'cancel', name: 'pong' }]] : [state, []];
    case 'closed':
      return closed(state, input.code, random);
    case 'timer':
      return timer(state, input.name, random);
    case 'woke':
      if (state.phase === 'open') return asked(state);
      if (state.phase === 'waiting')
        return [{ ...state, phase: 'ticket', attempt: 0 }, [{ do: 'cancel', name: 'retry' }, { do: 'askTicket' }]];
      return [state, []];
  }
}

const ping: SocketEffect = { do: 'timer', name: 'ping', ms: SocketTimings.ping };
const pong: SocketEffect = { do: 'timer', name: 'pong', ms: SocketTimings.pongTimeout };
const inTime = ({ attempt }: SocketState): SocketEffect => ({ do: 'timer', name: 'pong', ms: stepTime(attempt) });
const tellLater: SocketEffect = { do: 'timer', name: 'tell', ms: SocketTimings.reconnectErrorDelay };
const quiet: SocketEffect[] = (['retry', 'ping', 'pong', 'tell'] as const).map((name) => ({ do: 'cancel', name }));

const connected = ({ phase }: SocketState): boolean => phase === 'opening' || phase === 'joining' || phase === 'open';

function closed(state: SocketState, code: number, random: number): Step {
  if (!connected(state)) return [state, []];
  if (code === CloseCode.SESSION_ENDED) return ended();
  if (code === CloseCode.CLIENT_TOO_OLD) return [socketOff, [...quiet, { do: 'tell', what: 'outdated' }]];
  return retry(state, random, null);
}

function timer(state: SocketState, name: TimerName, random: number): Step {
  switch (name) {
    case 'retry':
      return state.phase === 'waiting' ? [{ ...state, phase: 'ticket' }, [{ do: 'askTicket' }]] : [state, []];
    case 'ping':
      return state.phase === 'open' ? asked(state, ping) : [state, []];
    case 'pong':
      return connected(state) ? retry(state, random, null) : [state, []];
    case 'tell':
      return state.phase === 'open' || state.phase === 'off' || state.told
        ? [state, []]
        : [{ ...state, told: true }, [{ do: 'tell', what: 'lost' }]];
  }
}

/** Asks for a sign of life. The time for the first answer is not begun anew by who asks again: it would never be over. */
const asked = (state: SocketState, ...more: SocketEffect[]): Step => [
  { ...state, unanswered: true },
  [{ do: 'ping' }, ...more, ...(state.unanswered ? [] : [pong])],
];

function retry(state: SocketState, random: number, retryAfter: number | null): Step {
  const ms = Math.max(retryDelay(state.attempt, random), retryAfter ?? 0);
  const effects: SocketEffect[] = [
    { do: 'cancel', name: 'ping' },
    { do: 'cancel', name: 'pong' },
    { do: 'close' },
    { do: 'timer', name: 'retry', ms },
  ];
  if (state.phase === 'open') effects.push(tellLater);
  return [{ ...state, phase: 'waiting', attempt: state.attempt + 1, unanswered: false }, effects];
}

const ended = (): Step => [socketOff, [...quiet, { do: 'close' }, { do: 'tell', what: 'ended' }]];
