import { agentFrameAccess, agentSends, CloseCode } from '@parley/contract';
import { type Actor, calls, mayDo } from '../accounts/index.ts';
import type { Identification } from '../identity/index.ts';
import type { Hub, Socket } from '../platform/hub.ts';
import type { Log } from '../platform/log.ts';
import { problem } from '../platform/problem.ts';
import { ack, type FrameHandlers, type SocketApp } from '../platform/sockets.ts';
import type { Tickets } from './tickets.ts';

/** One socket of a signed-in person. */
export interface AgentClient {
  readonly socket: Socket;
  actor: Actor;
  /** When the access token that it stands on expires (ms since 1970); a Token frame moves it on. */
  signedInUntil: number;
  /** The sign-in of a browser that it stands on; null where the provider does not say. */
  sessionId: string | null;
  /** Its socket has closed: what is still to be worked on for it reaches nobody. */
  isGone: boolean;
}

export type AgentFrames = FrameHandlers<typeof agentSends, AgentClient>;

export interface AgentSocketDeps {
  hub: Hub;
  log: Log;
  tickets: Tickets;
  handlers: AgentFrames;
  originAllowed(origin: string | undefined): boolean;
  identity: Pick<
    Identification,
    'tokenActor' | 'stillThere' | 'member' | 'signedIn' | 'sessionsAlive' | 'onSessionsEnded' | 'onPersonChanged'
  >;
  subjectsOf(actor: Actor): Promise<string[]>;
  opened(client: AgentClient): Promise<void>;
  closed(client: AgentClient): void;
}

export interface AgentSockets {
  app: SocketApp<typeof agentSends, AgentClient>;
  /** POST realtime/tickets. */
  ticketCall: ReturnType<typeof ticketCall>;
  /** Checks every open socket now. */
  recheck(): Promise<void>;
  stop(): void;
}

function ticketCall({ tickets, identity }: Pick<AgentSocketDeps, 'tickets' | 'identity'>) {
  return calls.realtime.ticket.handler(async ({ context }) => {
    return { ticket: tickets.forActor(await identity.signedIn(context.request)) };
  });
}

/** Room for the list of 10,000 rooms that a client holds. */
const MAX_FRAME_BYTES = 2 * 1024 * 1024;
/** Room for what a client is told that comes back after a day: several hundred rooms with what they missed. */
const MAX_UNREAD_BYTES = 8 * 1024 * 1024;

/** Every so often role, activity, queues and sign-in are checked again, since a message between servers may be lost. */
const CHECK_EVERY = 10_000;

/** The agents' application on the websocket (`app=agent-web`). `stop` ends its checking. */
export function agentSocket(deps: AgentSocketDeps): AgentSockets {
  const clients = new Set<AgentClient>();

  async function check(client: AgentClient): Promise<void> {
    if (client.signedInUntil < Date.now()) return client.socket.close(CloseCode.TICKET_EXPIRED, 'expired');
    const actor = await deps.identity.stillThere(client.actor);
    if (actor === null) return client.socket.close(CloseCode.ROLE_CHANGED, 'role');
    // With the account's features of now, on which frames may hang.
    client.actor = actor;
    const subjects = await deps.subjectsOf(client.actor);
    if (clients.has(client)) deps.hub.join(client.socket, subjects);
  }

  const close = (client: AgentClient) => client.socket.close(CloseCode.TICKET_EXPIRED, 'signed out');

  /** Closes the sockets of sign-ins that were ended. */
  async function closeEnded(): Promise<void> {
    const standing = [...clients].filter((client) => client.sessionId !== null);
    const alive = await deps.identity.sessionsAlive([...new Set(standing.map((client) => client.sessionId as string))]);
    for (const client of standing) if (client.sessionId !== null && !alive.has(client.sessionId)) close(client);
  }
  // Told at once; the look at the database every 10 s is for what was not told.
  deps.identity.onSessionsEnded((ended) => {
    for (const client of clients) if (client.sessionId !== null && ended.has(client.sessionId)) close(client);
  });

  const checkOrWarn = (client: AgentClient) =>
    check(client).catch((error: unknown) => deps.log.warn({ err: error }, 'a socket could not be checked'));
  // Of a role or queues that changed, its sockets learn at once.
  deps.identity.onPersonChanged((userId) => {
    for (const client of clients) if (client.actor.userId === userId) void checkOrWarn(client);
  });

  async function recheck(): Promise<void> {
    await closeEnded().catch((error: unknown) => deps.log.warn({ err: error }, 'the sign-ins of the sockets could not be checked'));
    await Promise.all([...clients].map(checkOrWarn));
  }
  const timer = setInterval(recheck, CHECK_EVERY);
  timer.unref();

  const app: SocketApp<typeof agentSends, AgentClient> = {
    frames: agentSends,
    maxFrameBytes: MAX_FRAME_BYTES,
    maxUnreadBytes: MAX_UNREAD_BYTES,
    rate: { perSecond: 500, burst: 2000 },
    originAllowed: deps.originAllowed,
    async admit(text, socket) {
      const ticket = await deps.tickets.use(text, 'agent-web');
      const actor = ticket && (await deps.identity.member(ticket.accountId, ticket.subjectId));
      return actor ? { socket, actor, signedInUntil: ticket.signedInUntil, sessionId: ticket.sessionId, isGone: false } : null;
    },
    countedAs: ({ actor }) => actor.userId,
    async opened(client) {
      deps.hub.join(client.socket, await deps.subjectsOf(client.actor));
      clients.add(client);
      await deps.opened(client);
    },
    closed(client) {
      client.isGone = true;
      clients.delete(client);
      deps.hub.leave(client.socket);
      deps.closed(client);
    },
    allowed: (client, kind) => mayDo(client.actor, agentFrameAccess[kind]),
    handlers: {
      ...deps.handlers,
      Ping: () => ({ type: 'Pong', payload: {} }),
      // That it was said is all that it says.
      Pong: () => null,
      async Token(client, { token }) {
        const { actor, expiresAt, sessionId } = await deps.identity.tokenActor(token);
        if (actor.userId !== client.actor.userId) throw problem('ERROR_FORBIDDEN');
        client.signedInUntil = expiresAt;
        client.sessionId = sessionId;
        return ack();
      },
    },
  };
  return { app, ticketCall: ticketCall(deps), recheck, stop: () => clearInterval(timer) };
}
