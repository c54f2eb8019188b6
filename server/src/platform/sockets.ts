import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { CloseCode, Envelope, type FrameTable, PROTOCOL_VERSION, SocketTimings } from '@parley/contract';
import { WebSocket, WebSocketServer } from 'ws';
import * as z from 'zod/mini';
import { isConnectionLoss } from './connection-loss.ts';
import { asProblem } from './http.ts';
import { encodeFrame, kindOfFrame, type Socket } from './hub.ts';
import type { Log } from './log.ts';
import { countFrame, framesIn, socketsOpen } from './metrics.ts';
import { frameBytes, writeGathered } from './outgoing-frames.ts';
import { Problem, problem, validationProblem } from './problem.ts';
import { type Rate, rateLimit } from './rate-limit.ts';
import { refuseOnWire } from './refuse-on-wire.ts';
import { places, type SocketBounds, takePlace } from './socket-bounds.ts';
import { traced } from './tracing.ts';

/** So many refused frames in a row are no accident. */
const REFUSED_IN_A_ROW = 200;
/** So long a client that was told that it floods has to read it. */
const FLOOD_ENDS_WITHIN = 1000;
/**
 * Clients ping every 5 s. One of whom nothing was heard for as long is pinged from here (a page in the background may be kept from its own
 * timers, and answers all the same), and one that says nothing for three of those is gone.
 */
const SILENCE_LIMIT = 3 * SocketTimings.ping;
/** Every so many characters of a frame cost as much as a small frame. */
const CHARACTERS_OF_ONE = 4096;
/** So many frames of one socket are worked on at the same time; what comes meanwhile is not read before some are answered. */
const MOST_IN_HAND = 32;

/** Answer to a frame; null when the frame is not answered (typing). */
export type Answer = { type: string; payload: unknown } | null;
export const ack = (answer: unknown = null): Answer => ({ type: 'Ack', payload: { answer } });

export type FrameHandlers<Table extends FrameTable, Client> = {
  [Kind in keyof Table]?: (client: Client, payload: z.infer<Table[Kind]>) => Promise<Answer> | Answer;
};

/** One kind of client of the websocket (`app=`): who is let in, and what each of its frames does. */
export interface SocketApp<Table extends FrameTable, Client> {
  /** A larger frame closes the socket (1009). */
  maxFrameBytes: number;
  /** A client that lets more than this pile up unread is cut off; it catches up when it comes back. */
  maxUnreadBytes: number;
  /** What one socket may send; beyond it frames are refused, and one that goes on and on is closed (1008). */
  rate: Rate;
  frames: Table;
  handlers: FrameHandlers<Table, Client>;
  /** May this client send frames of this kind? Asked before the payload is looked at; otherwise ERROR_FORBIDDEN. */
  allowed(client: Client, kind: keyof Table): boolean;
  /** May a page of this origin connect? */
  originAllowed(origin: string | undefined, request: IncomingMessage): boolean;
  /** The one-use ticket → the client; null refuses (4401). `network` as `countedNetwork` tells it. */
  admit(ticket: string, socket: Socket, network: string | null): Promise<Client | null>;
  /** Whose sockets are counted together: the person's or session's id. */
  countedAs(client: Client): string;
  opened(client: Client, socket: Socket): Promise<void> | void;
  closed(client: Client, socket: Socket): void;
}

export interface Sockets {
  register<Table extends FrameTable, Client>(app: string, definition: SocketApp<Table, Client>): void;
  /** Closes every socket with 1001, each at its own moment within so many ms, so that clients come anew and learn what they may have missed. */
  comeAnew(within: number): void;
  /** Closes every socket with 1001 so that clients come back by themselves, and takes no new ones. */
  close(): void;
}

interface Live {
  ws: WebSocket;
  heardAt: number;
  /** Asks for a sign of life; nothing before the client is let in. */
  ping: (() => void) | null;
}

/** Serves `/api/ws?token=…&app=…&v=2` on this HTTP server. A handshake that is refused is answered in the one error shape. */
export function serveSockets(server: Server, log: Log, bounds: SocketBounds): Sockets {
  const apps = new Map<string, { definition: SocketApp<FrameTable, unknown>; acceptor: WebSocketServer }>();
  const live = new Set<Live>();
  const networks = places(bounds.perNetwork);
  const holders = places(bounds.perClient);
  let closing = false;
  const silence = setInterval(() => {
    const now = Date.now();
    for (const one of live) {
      // Who is not read now cannot be heard.
      if (one.ws.isPaused) continue;
      if (one.heardAt < now - SILENCE_LIMIT) one.ws.terminate();
      else if (one.heardAt < now - SocketTimings.ping) one.ping?.();
    }
  }, SocketTimings.healthCheck);
  silence.unref();

  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on('error', destroyed);
    let asked: ReturnType<typeof judgeHandshake>;
    let network: string | null;
    try {
      asked = judgeHandshake(request);
      network = takePlace(networks, request, stream, bounds.trustedProxies);
    } catch (error) {
      return refuseOnWire(stream, asProblem(error));
    }
    const { url, name, app } = asked;
    app.acceptor.handleUpgrade(request, stream, head, (ws) => {
      if (url.searchParams.get('v') !== String(PROTOCOL_VERSION)) return ws.close(CloseCode.CLIENT_TOO_OLD, 'reload');
      run({ ws, stream, network }, name, app.definition, url.searchParams.get('token') ?? '').catch((error: unknown) => {
        log.error({ err: error }, 'socket failed to open');
        ws.close(1011, 'error');
      });
    });
  });

  /** Throws ERROR_NOT_FOUND, ERROR_FORBIDDEN, ERROR_BAD_REQUEST; ERROR_UNAVAILABLE when the server goes down. */
  function judgeHandshake(request: IncomingMessage) {
    if (closing) throw problem('ERROR_UNAVAILABLE');
    if (request.url === undefined || !URL.canParse(request.url, 'http://socket')) throw problem('ERROR_BAD_REQUEST');
    const url = new URL(request.url, 'http://socket');
    const name = url.searchParams.get('app') ?? '';
    const app = url.pathname === '/api/ws' ? apps.get(name) : undefined;
    if (!app) throw problem('ERROR_NOT_FOUND');
    if (!app.definition.originAllowed(request.headers.origin, request)) throw problem('ERROR_FORBIDDEN');
    return { url, name, app };
  }

  async function run(
    { ws, stream, network }: { ws: WebSocket; stream: Duplex; network: string | null },
    name: string,
    app: SocketApp<FrameTable, unknown>,
    ticket: string,
  ): Promise<void> {
    const state: Live = { ws, heardAt: Date.now(), ping: null };
    live.add(state);
    socketsOpen.inc({ app: name });
    const socket: Socket = {
      write(text) {
        if (ws.readyState !== WebSocket.OPEN) return;
        if (stream.writableLength > app.maxUnreadBytes) return ws.terminate();
        // Past `ws`, which would make the same frame anew for everybody. It compresses nothing and sends nothing in pieces here,
        // so whatever else it writes stands between whole frames.
        writeGathered(stream, frameBytes(text));
        countFrame(name, kindOfFrame(text));
      },
      close: (code, reason) => ws.close(code, reason),
    };
    // Frames that come while the ticket is looked at wait here, in order.
    let early: string[] | null = [];
    let client: unknown = null;
    const allowance = rateLimit(app.rate);
    let refused = 0;
    const withinRate = (text: string): boolean => {
      try {
        allowance.take('frame', 1 + Math.floor(text.length / CHARACTERS_OF_ONE));
        refused = 0;
        return true;
      } catch (error) {
        if (++refused > REFUSED_IN_A_ROW) endFlood(ws);
        else if (error instanceof Problem) socket.write(encodeFrame('INVALID_REQUEST', error.frame(), idOf(text)));
        return false;
      }
    };
    let inHand = 0;
    // What came in the same bytes before the reading stopped.
    const next: string[] = [];
    let isHeldBack = false;
    const takeInHand = (text: string): void => {
      if (inHand === MOST_IN_HAND) {
        next.push(text);
        isHeldBack = true;
        ws.pause();
        return;
      }
      inHand++;
      void handle(name, app, client, socket, text).finally(() => {
        inHand--;
        const following = next.shift();
        if (following !== undefined) return takeInHand(following);
        // Of one that floods nothing more is read, whatever is still answered.
        if (!isHeldBack || refused > REFUSED_IN_A_ROW) return;
        isHeldBack = false;
        state.heardAt = Date.now();
        ws.resume();
      });
    };
    ws.on('error', () => ws.terminate());
    ws.on('message', (data, isBinary) => {
      state.heardAt = Date.now();
      const text = isBinary ? '' : data.toString();
      if (!withinRate(text)) return;
      if (isBinary) return socket.write(encodeFrame('VALIDATION', problem('ERROR_BAD_REQUEST').body()));
      if (early) early.length < 100 ? early.push(text) : ws.terminate();
      else takeInHand(text);
    });
    let isOpen = false;
    let holder: string | null = null;
    ws.on('close', () => {
      live.delete(state);
      if (holder !== null) holders.leave(holder);
      socketsOpen.dec({ app: name });
      if (isOpen) app.closed(client, socket);
      isOpen = false;
    });
    const admitted = await app.admit(ticket, socket, network);
    if (admitted === null) return ws.close(CloseCode.TICKET_EXPIRED, 'ticket');
    if (ws.readyState !== WebSocket.OPEN) return;
    const counted = `${name} ${app.countedAs(admitted)}`;
    if (!holders.take(counted)) return ws.close(CloseCode.TOO_MANY_SOCKETS, 'too many');
    holder = counted;
    client = admitted;
    try {
      await app.opened(admitted, socket);
    } finally {
      // What was begun for a socket that broke meanwhile is ended, whichever came first.
      if (ws.readyState === WebSocket.OPEN) isOpen = true;
      else app.closed(admitted, socket);
    }
    if (!isOpen) return;
    let pings = 0;
    state.ping = () => socket.write(encodeFrame('Ping', {}, `p${++pings}`));
    const waiting = early;
    early = null;
    for (const text of waiting) takeInHand(text);
  }

  function handle(name: string, app: SocketApp<FrameTable, unknown>, client: unknown, socket: Socket, text: string): Promise<void> {
    const { id, kind, outcome } = judge(app, client, text);
    framesIn.inc({ app: name, kind });
    return outcome
      .catch((error: unknown): Answer => {
        if (error instanceof Problem) return { type: 'INVALID_REQUEST', payload: error.frame() };
        log.error({ err: error, app: name, frame: kind }, 'frame failed');
        const key = isConnectionLoss(error) ? 'ERROR_UNAVAILABLE' : 'ERROR_DEFAULT_MESSAGE';
        return { type: 'INVALID_REQUEST', payload: problem(key).frame() };
      })
      .then((answer) => {
        if (answer) socket.write(encodeFrame(answer.type, answer.payload, id));
      });
  }

  return {
    register(app, definition) {
      const acceptor = new WebSocketServer({ noServer: true, maxPayload: definition.maxFrameBytes, perMessageDeflate: false });
      // What is no handshake, or of a version that nobody speaks.
      acceptor.on('wsClientError', (_error, stream) =>
        refuseOnWire(stream, problem('ERROR_BAD_REQUEST'), { headers: { 'sec-websocket-version': '13' } }),
      );
      apps.set(app, { definition: definition as unknown as SocketApp<FrameTable, unknown>, acceptor });
    },
    comeAnew(within) {
      for (const { ws } of live) setTimeout(() => ws.close(1001, 'missed'), Math.random() * within).unref();
    },
    close() {
      closing = true;
      clearInterval(silence);
      for (const { acceptor } of apps.values()) acceptor.close();
      apps.clear();
      for (const { ws } of live) ws.close(1001, 'restart');
    },
  };
}

/**
 * Reads one frame and calls its handler at once, so that what one client sends keeps its order; what the handlers wait for
 * may overlap. `outcome` rejects with what the handler threw.
 */
function judge(app: SocketApp<FrameTable, unknown>, client: unknown, text: string): { id: string; kind: string; outcome: Promise<Answer> } {
  const refused = (id: string, body: unknown, kind = 'unknown') => ({
    id,
    kind,
    outcome: Promise.resolve<Answer>({ type: 'VALIDATION', payload: body }),
  });
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return refused('', problem('ERROR_BAD_REQUEST').body());
  }
  const envelope = Envelope.safeParse(raw);
  if (!envelope.success) return refused(idIn(raw), validationProblem(envelope.error.issues, 'frame').body());
  const { id, type } = envelope.data;
  const schema = Object.hasOwn(app.frames, type) ? app.frames[type] : undefined;
  const handler = Object.hasOwn(app.handlers, type) ? app.handlers[type] : undefined;
  if (!schema || !handler) return refused(id, validationProblem([{ path: ['type'], message: 'UNKNOWN' }]).body());
  if (!app.allowed(client, type)) {
    return { id, kind: type, outcome: Promise.resolve({ type: 'INVALID_REQUEST', payload: problem('ERROR_FORBIDDEN').frame() }) };
  }
  const payload = schema.safeParse(envelope.data.payload);
  if (!payload.success) return refused(id, validationProblem(payload.error.issues, 'payload').body(), type);
  const call = () => traced(`frame ${type}`, {}, async () => await handler(client, payload.data as never));
  return { id, kind: type, outcome: call() };
}

/** The id of a frame that is refused unread, so that its sender knows which. */
function idOf(text: string): string {
  try {
    return idIn(JSON.parse(text));
  } catch {
    return '';
  }
}

/** The same of what was parsed, whatever else of it does not fit; empty where it has none that could be repeated. */
function idIn(raw: unknown): string {
  const known = OnlyId.safeParse(raw);
  return known.success ? known.data.id : '';
}
const OnlyId = z.pick(Envelope, { id: true });

/** Says why, and reads nothing more: who floods would otherwise be listened to until they agree to the end. */
function endFlood(ws: WebSocket): void {
  ws.close(1008, 'flood');
  ws.pause();
  ws.removeAllListeners('message');
  setTimeout(() => ws.terminate(), FLOOD_ENDS_WITHIN).unref();
}

/** A named function, not a closure of the upgrade: that would keep the whole request for as long as the socket lives. */
function destroyed(this: Duplex): void {
  this.destroy();
}
