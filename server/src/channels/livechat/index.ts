import { VISITOR_SECRET_HEADER } from '@parley/contract';
import { type Caller, calls } from '../../accounts/index.ts';
import type { Http } from '../../platform/http.ts';
import type { Hub } from '../../platform/hub.ts';
import type { Log } from '../../platform/log.ts';
import { problem } from '../../platform/problem.ts';
import type { Tickets } from '../../realtime/index.ts';
import type { RoomsDeps } from '../../rooms/index.ts';
import { serveWidget } from './pages.ts';
import { activeSession, sessionOfSecret, startSession } from './sessions.ts';
import { visitorSocket } from './socket.ts';
import { visitorHistory, visitorWrites } from './talk.ts';
import { widgetById } from './widgets.ts';

export { visitorPushes } from './pushes.ts';

interface LivechatDeps {
  rooms: RoomsDeps;
  hub: Hub;
  log: Log;
  tickets: Tickets;
  /** Hashes visitors' secrets. */
  secretKey: Buffer;
  publicUrl: string;
  originAllowed(origin: string | undefined): boolean;
  /** The built widget. */
  widgetFolder: string;
}

/** The live-chat channel: the visitor's side of REST and socket, the loader and the chat's page. */
export function openLivechat(deps: LivechatDeps) {
  const { db } = deps.rooms;
  const session = ({ visitor }: { visitor: { accountId: string; sessionId: string } }) =>
    activeSession(db, visitor.accountId, visitor.sessionId);
  const visitor: Caller['visitor'] = async (request) => {
    const secret = request.headers[VISITOR_SECRET_HEADER];
    if (typeof secret !== 'string' || secret.length > 200) throw problem('VISITOR_SESSION_ENDED');
    return sessionOfSecret(db, deps.secretKey, secret);
  };
  return {
    visitor,
    app: visitorSocket(deps),
    calls: {
      widget: calls.visitor.widget.handler(async ({ input }) => (await widgetById(db, input.params.widgetId)).appearance),
      startSession: calls.visitor.startSession.handler(async ({ input }) => ({
        secret: await startSession(db, deps.secretKey, await widgetById(db, input.body.widgetId)),
      })),
      ticket: calls.visitor.ticket.handler(async ({ context }) => {
        const { accountId, id } = await session(context);
        return { ticket: deps.tickets.forVisitor(accountId, id) };
      }),
      history: calls.visitor.history.handler(async ({ context, input }) =>
        visitorHistory(db, await session(context), input.query.before ?? null),
      ),
      send: calls.visitor.send.handler(async ({ context, input }) => visitorWrites(deps.rooms, await session(context), input.body)),
    },
    mount(http: Http): void {
      // Any site's loader asks how its widget looks; nothing in that answer is secret.
      http.addHook('onRequest', async (request, reply) => {
        if (request.url.startsWith('/api/visitor/widgets/')) {
          reply
            .header('access-control-allow-origin', '*')
            .header('cross-origin-resource-policy', 'cross-origin')
            .header('cache-control', 'public, max-age=60');
        }
      });
      serveWidget(http, db, deps.widgetFolder, deps.publicUrl);
    },
  };
}
