import { type AgentReceives, PROTOCOL_VERSION, type SendAnswer } from '@parley/contract';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { api } from '../api/client.ts';
import { socketAddress } from '../api/configured.ts';
import { serverNow } from '../api/server-clock.ts';
import { report } from '../report.ts';
import { accessToken, onTokens, renewTokens, tokensExpired } from '../session/tokens.ts';
import { toastError, toastSuccess } from '../ui/toast.ts';
import { createSocket, type Outgoing, type SocketEnd, type SocketState } from './socket.ts';

type Kind = AgentReceives['type'];
type PayloadOf<K extends Kind> = Extract<AgentReceives, { type: K }>['payload'];
interface Opened {
  /** The first opening of this page. */
  first: boolean;
  /** It stood already when this was asked for: what is read from now on misses nothing. What was read before the first opening may. */
  atOnce: boolean;
  /** The person was told of the loss: rooms and events are read afresh. */
  afterError: boolean;
}

export interface Connection {
  state: SocketState;
  /** When the connection was lost, by the server's clock; null while it stands. */
  lostSince: number | null;
  /** Resolves with the Ack's answer; rejects with ApiProblem (refused) or NotAcknowledged (fall back to REST). */
  send: (frame: Outgoing) => Promise<SendAnswer | null>;
  /** Sends without waiting for an answer; false without a connection. `answered` hears of an Ack or a refusal, should one come. */
  tell: (frame: Outgoing, answered?: () => void) => boolean;
  /** Calls the handler with each frame of the kind; the answer unsubscribes. */
  subscribe: <K extends Kind>(kind: K, handler: (payload: PayloadOf<K>) => void) => () => void;
  /** Calls back on every opening, at once when it is open already; the answer unsubscribes. */
  onOpen: (callback: (opened: Opened) => void) => () => void;
  /** Tries again now. */
  wake: () => void;
}

const ConnectionContext = createContext<Connection | null>(null);

/** The connection of this tab. Only below the signed-in part for people who have one; elsewhere it throws. */
export function useConnection(): Connection {
  const connection = useContext(ConnectionContext);
  if (connection === null) throw new Error('useConnection outside the part that is connected');
  return connection;
}

/** The connection, or null for super admins, who have none. */
export const useConnectionIfAny = (): Connection | null => useContext(ConnectionContext);

async function ticketUrl(): Promise<string> {
  const { ticket } = await api.realtime.ticket();
  const address = socketAddress();
  address.search = new URLSearchParams({ token: ticket, app: 'agent-web', v: String(PROTOCOL_VERSION) }).toString();
  return address.href;
}

async function renewToken(): Promise<void> {
  const token = await accessToken();
  if (token !== null) await renewTokens(token);
}

function openLine(onEnd: (end: SocketEnd) => void, onState: (state: SocketState) => void) {
  const handlers = new Map<Kind, Set<(payload: never) => void>>();
  const openings = new Set<(opened: Opened) => void>();
  let opened: Opened | null = null;
  const guarded = (work: () => void) => {
    // One part's fault must not keep the others from their frames.
    try {
      work();
    } catch (error) {
      report(error);
    }
  };
  const socket = createSocket({
    getTicketUrl: ticketUrl,
    onFrame: (frame) => {
      for (const handler of handlers.get(frame.type) ?? []) guarded(() => handler(frame.payload as never));
    },
    onState: (state, { afterError }) => {
      onState(state);
      if (state !== 'open') return;
      const now = { first: opened === null, atOnce: false, afterError };
      opened = now;
      for (const callback of openings) guarded(() => callback(now));
    },
    onBadFrame: (type) => report(new Error(`A frame of the kind ${type.slice(0, 40)} does not fit the contract`)),
    onTrouble: () => toastError('WEBSOCKET_RECONNECT'),
    onRecovered: () => toastSuccess('WEBSOCKET_CONNECTED'),
    onEnd,
    renewToken,
    tokenExpired: tokensExpired,
  });
  const subscribe = <K extends Kind>(kind: K, handler: (payload: PayloadOf<K>) => void) => {
    const set = handlers.get(kind) ?? new Set();
    handlers.set(kind, set);
    set.add(handler);
    return () => void set.delete(handler);
  };
  const onOpen = (callback: (opened: Opened) => void) => {
    openings.add(callback);
    if (socket.state() === 'open' && opened !== null) callback({ ...opened, atOnce: true });
    return () => void openings.delete(callback);
  };
  return { socket, subscribe, onOpen };
}

/** Owns the socket of a signed-in agent, supervisor or admin. `onEnd` when the server closed for good. */
export function ConnectionProvider({ onEnd, children }: { onEnd: (end: SocketEnd) => void; children: ReactNode }) {
  const [state, setState] = useState<SocketState>('connecting');
  const [lostSince, setLostSince] = useState<number | null>(null);
  const [line] = useState(() =>
    openLine(onEnd, (next) => {
      setState(next);
      if (next === 'open') setLostSince(null);
      else if (next === 'lost') setLostSince((since) => since ?? serverNow());
    }),
  );
  useEffect(() => {
    const { socket } = line;
    socket.connect();
    const wake = () => document.visibilityState === 'visible' && socket.wake();
    const stopTokens = onTokens((token) => {
      if (token === null) socket.disconnect();
      else socket.tell({ type: 'Token', payload: { token } });
    });
    window.addEventListener('online', wake);
    window.addEventListener('pageshow', wake);
    document.addEventListener('visibilitychange', wake);
    return () => {
      stopTokens();
      window.removeEventListener('online', wake);
      window.removeEventListener('pageshow', wake);
      document.removeEventListener('visibilitychange', wake);
      socket.disconnect();
    };
  }, [line]);
  const connection = useMemo<Connection>(
    () => ({
      state,
      lostSince,
      send: line.socket.send,
      tell: line.socket.tell,
      subscribe: line.subscribe,
      onOpen: line.onOpen,
      wake: line.socket.wake,
    }),
    [state, lostSince, line],
  );
  return <ConnectionContext value={connection}>{children}</ConnectionContext>;
}
