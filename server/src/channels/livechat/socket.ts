import { CloseCode, TypingTimings, visitorSends } from '@parley/contract';
import { encodeFrame, type Socket } from '../../platform/hub.ts';
import type { Log } from '../../platform/log.ts';
import { ack, type FrameHandlers, type SocketApp } from '../../platform/sockets.ts';
import { takeTurns } from '../../platform/turns.ts';
import { advanceDelivery, inRooms, sayCustomerTyping, subject } from '../../rooms/index.ts';
import { keepHere } from './answer-letters.ts';
import { requireWelcome } from './blocks.ts';
import { keepPage } from './customer-facts.ts';
import type { LivechatDeps } from './deps.ts';
import { receiveFileFromVisitor, receiveFromVisitor } from './receive.ts';
import { channelOfSession, customerOf, sessionsOver, touchSession, type Visitor } from './session.ts';

/** One tab of a visitor. */
export interface VisitorClient extends Visitor {
  readonly socket: Socket;
  /** As `countedNetwork` tells it. */
  readonly network: string | null;
  /** When this tab last said that somebody types, on this process's own counter. */
  typedAt: number;
}

/** A message of the longest text in any script, and some room. */
const MAX_FRAME_BYTES = 64 * 1024;
/** Visitors are anybody, and many: what one of them does not read must weigh little. */
const MAX_UNREAD_BYTES = 1024 * 1024;

/** So often it is noted that the chat is open; beside that, soon after a tab was opened or closed. */
const HERE_EVERY = 60_000;
const HERE_SOON = 1000;

/** How often open tabs are asked whether their session still lives. */
const CHECK_EVERY = 10_000;

export interface VisitorSocketParts extends LivechatDeps {
  log: Log;
  /** The chat's page comes from us: its origin must be ours. */
  originAllowed(origin: string | undefined): boolean;
}

/** The widget on the websocket (`app=widget`). `stop` ends its checking. */
export function visitorSocket(deps: VisitorSocketParts): {
  app: SocketApp<typeof visitorSends, VisitorClient>;
  recheck(): Promise<void>;
  stop(): void;
} {
  const { db, hub } = deps.rooms;
  const clients = new Set<VisitorClient>();
  const reports = takeTurns();
  const pages = takeTurns();

  function end(client: VisitorClient): void {
    client.socket.write(encodeFrame('SessionEnded', {}));
    client.socket.close(CloseCode.SESSION_ENDED, 'ended');
  }

  async function recheck(): Promise<void> {
    const byAccount = Map.groupBy(clients, ({ accountId }) => accountId);
    for (const [accountId, theirs] of byAccount) {
      try {
        const over = new Set(await sessionsOver(db, accountId, [...new Set(theirs.map(({ sessionId }) => sessionId))]));
        for (const client of theirs) if (over.has(client.sessionId)) end(client);
      } catch (error) {
        deps.log.warn({ err: error }, 'visitors’ sessions could not be checked');
      }
    }
  }
  const timer = setInterval(recheck, CHECK_EVERY);
  timer.unref();

  /** Whoever is not known to be here is written to, where they gave an address. */
  async function noteHere(present: Iterable<Visitor>): Promise<void> {
    for (const [accountId, theirs] of Map.groupBy(present, (one) => one.accountId)) {
      try {
        await keepHere(db, accountId, [...new Set(theirs.map(({ sessionId }) => sessionId))]);
      } catch (error) {
        deps.log.warn({ err: error }, 'it could not be noted which visitors are here');
      }
    }
  }
  const hereTimer = setInterval(() => void noteHere(clients), HERE_EVERY);
  hereTimer.unref();
  const cameOrWent = new Set<Visitor>();
  let soon: NodeJS.Timeout | undefined;
  /** Of many at once in one statement. */
  function noteSoon(client: VisitorClient): void {
    cameOrWent.add(client);
    soon ??= setTimeout(() => {
      soon = undefined;
      const all = [...cameOrWent];
      cameOrWent.clear();
      void noteHere(all);
    }, HERE_SOON).unref();
  }

  /** Whatever a visitor does: of one who is blocked nothing is taken. Messages ask for themselves. */
  const welcome = (client: VisitorClient) => requireWelcome(db.reader(client.accountId), client, client.network);

  /** Arrived or looked at, for what our side sent: nothing to say before the visitor's first message. */
  function reached(client: VisitorClient, upTo: number, status: 'DELIVERED' | 'SEEN') {
    deps.limits.reports.take(client.sessionId, client.network);
    // One at a time, in however many tabs: they all wait for the same room.
    return reports(client.sessionId, () => report(client, upTo, status));
  }

  async function report(client: VisitorClient, upTo: number, status: 'DELIVERED' | 'SEEN') {
    await welcome(client);
    const customer = await customerOf(db.reader(client.accountId), client);
    if (customer) {
      const { roomId, contactChannelId } = customer;
      await inRooms(db, client.accountId, async (tx) => {
        await advanceDelivery(deps.rooms, tx, client.accountId, { roomId, contactChannelId, upTo, status });
        if (status === 'SEEN') await touchSession(tx, client.sessionId);
      });
    }
    return ack();
  }

  const handlers: FrameHandlers<typeof visitorSends, VisitorClient> = {
    Ping: () => ({ type: 'Pong', payload: { at: new Date().toISOString() } }),
    // That it was said is all that it says.
    Pong: () => null,
    async Text(client, message) {
      deps.limits.messages.take(client.sessionId, client.network);
      return ack(await receiveFromVisitor(deps, client, client.network, message));
    },
    async Image(client, message) {
      deps.limits.messages.take(client.sessionId, client.network);
      return ack(await receiveFileFromVisitor(deps, client, client.network, message, 'IMAGE'));
    },
    async File(client, message) {
      deps.limits.messages.take(client.sessionId, client.network);
      return ack(await receiveFileFromVisitor(deps, client, client.network, message));
    },
    Delivered: (client, { channelSeq }) => reached(client, channelSeq, 'DELIVERED'),
    Seen: (client, { channelSeq }) => reached(client, channelSeq, 'SEEN'),
    async Page(client, page) {
      deps.limits.reports.take(client.sessionId, client.network);
      // In the order in which they came: the last is where the visitor is.
      await pages(client.sessionId, async () => {
        await welcome(client);
        await keepPage(deps.rooms, client, page);
      });
      return ack();
    },
    async Typing(client) {
      const now = performance.now();
      // A little less than the agreed pause: what was sent in time may arrive closer together.
      if (now - client.typedAt < TypingTimings.atMostEvery * 0.8) return null;
      client.typedAt = now;
      deps.limits.reports.take(client.sessionId, client.network);
      await welcome(client);
      const customer = await customerOf(db.reader(client.accountId), client);
      if (customer) await sayCustomerTyping(deps.rooms, { ...customer, name: customer.contactName ?? '' });
      return null;
    },
  };

  const app: SocketApp<typeof visitorSends, VisitorClient> = {
    frames: visitorSends,
    maxFrameBytes: MAX_FRAME_BYTES,
    maxUnreadBytes: MAX_UNREAD_BYTES,
    rate: { perSecond: 20, burst: 200 },
    handlers,
    // Every frame is every visitor's.
    allowed: () => true,
    originAllowed: deps.originAllowed,
    async admit(text, socket, network) {
      const ticket = await deps.tickets.use(text, 'widget');
      if (!ticket) return null;
      const { accountId, subjectId: sessionId } = ticket;
      // One that ended since the ticket was given learns it when it asks for the next.
      if ((await sessionsOver(db, accountId, [sessionId])).length > 0) return null;
      return { accountId, sessionId, socket, network, typedAt: Number.NEGATIVE_INFINITY };
    },
    countedAs: ({ sessionId }) => sessionId,
    opened(client) {
      hub.join(client.socket, [subject.contactChannel(channelOfSession(client.sessionId))]);
      clients.add(client);
      noteSoon(client);
    },
    closed(client) {
      clients.delete(client);
      noteSoon(client);
      hub.leave(client.socket);
    },
  };
  const stop = () => {
    clearInterval(timer);
    clearInterval(hereTimer);
    clearTimeout(soon);
  };
  return { app, recheck, stop };
}
