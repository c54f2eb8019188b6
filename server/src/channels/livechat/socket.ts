import { CloseCode, visitorSends } from '@parley/contract';
import { encodeFrame, type Hub, type Socket } from '../../platform/hub.ts';
import type { Log } from '../../platform/log.ts';
import { Problem } from '../../platform/problem.ts';
import { type Answer, ack, type SocketApp } from '../../platform/sockets.ts';
import type { Tickets } from '../../realtime/index.ts';
import { type RoomsDeps, subject } from '../../rooms/index.ts';
import { activeSession, type VisitorSession } from './sessions.ts';
import { visitorReports, visitorTypes, visitorWrites } from './talk.ts';

interface VisitorClient {
  socket: Socket;
  accountId: string;
  sessionId: string;
}

interface VisitorSocketDeps {
  rooms: RoomsDeps;
  hub: Hub;
  log: Log;
  tickets: Tickets;
  originAllowed(origin: string | undefined): boolean;
}

/** The widget on the websocket (`app=widget`): a visitor hears of their own contact channel and of nothing else. */
export function visitorSocket(deps: VisitorSocketDeps): SocketApp<typeof visitorSends, VisitorClient> {
  /** Does something in the session as it is now; one that is over is said to be over, and its socket closed. */
  async function within(client: VisitorClient, work: (session: VisitorSession) => Promise<Answer>): Promise<Answer> {
    try {
      return await work(await activeSession(deps.rooms.db, client.accountId, client.sessionId));
    } catch (error) {
      if (error instanceof Problem && error.key === 'VISITOR_SESSION_ENDED') {
        client.socket.write(encodeFrame('SessionEnded', {}));
        client.socket.close(CloseCode.SESSION_ENDED, 'session');
      }
      throw error;
    }
  }

  return {
    frames: visitorSends,
    originAllowed: deps.originAllowed,
    async admit(text, socket) {
      const ticket = await deps.tickets.use(text, 'widget');
      return ticket && { socket, accountId: ticket.accountId, sessionId: ticket.subjectId };
    },
    opened(client) {
      // The channel's id is the session's, so a visitor who has not written yet listens in the right place already.
      deps.hub.join(client.socket, [subject.contactChannel(client.sessionId)]);
    },
    closed(client) {
      deps.hub.leave(client.socket);
    },
    handlers: {
      Text: (client, message) => within(client, async (session) => ack(await visitorWrites(deps.rooms, session, message))),
      Typing: (client) =>
        within(client, async (session) => {
          await visitorTypes(deps.rooms, session);
          return null;
        }),
      Delivered: (client, { channelSeq }) =>
        within(client, async (session) => {
          await visitorReports(deps.rooms, session, channelSeq, 'DELIVERED');
          return ack();
        }),
      Seen: (client, { channelSeq }) =>
        within(client, async (session) => {
          await visitorReports(deps.rooms, session, channelSeq, 'SEEN');
          return ack();
        }),
      Ping: () => ({ type: 'Pong', payload: { at: new Date().toISOString() } }),
    },
  };
}
