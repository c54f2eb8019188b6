import type { Caller } from '../../accounts/index.ts';
import type { Http } from '../../platform/http.ts';
import { takeTurns } from '../../platform/turns.ts';
import { filesOfChannel } from '../../rooms/index.ts';
import { customersApi, visitorApi, visitorCaller, visitorWhoSends } from './api.ts';
import { visitorLimits } from './limits.ts';
import { serveWidget } from './pages.ts';
import { channelOfSession } from './session.ts';
import { type VisitorSocketParts, visitorSocket } from './socket.ts';

/** The live chat of one process, to be put into the application's places. */
export interface Livechat {
  /** Who calls a visitor's route. */
  visitor: Caller['visitor'];
  /** Who sends files by a visitor's route. */
  sender: Caller['visitor'];
  /** The contract's `visitor` routes. */
  calls: ReturnType<typeof visitorApi>;
  /** The contract's `customers` routes. */
  customers: ReturnType<typeof customersApi>;
  /** `app=widget` of the websocket. */
  app: ReturnType<typeof visitorSocket>['app'];
  /** Checks the sessions of open tabs now; it also happens every 10 s. */
  recheck(): Promise<void>;
  /** Serves the loader, the chat's page and its files. */
  mount(http: Http): void;
  stop(): void;
}

/**
 * @param parts `rooms` must tell `visitorPushes` of what happens; `widgetFolder` is where the widget was built to
 */
export function openLivechat(given: Omit<VisitorSocketParts, 'limits' | 'inTurn'> & { widgetFolder: string }): Livechat {
  const parts = { ...given, limits: visitorLimits(), inTurn: takeTurns() };
  const socket = visitorSocket(parts);
  // Visitors read the files of their own conversation.
  parts.rooms.files.readers.push(async (on, viewer, fileIds) =>
    viewer.by === 'VISITOR' ? filesOfChannel(on, channelOfSession(viewer.sessionId), fileIds) : [],
  );
  return {
    visitor: (request) => visitorCaller(parts, request),
    sender: (request) => visitorWhoSends(parts, request),
    calls: visitorApi(parts),
    customers: customersApi(parts),
    app: socket.app,
    recheck: socket.recheck,
    mount: (http) => serveWidget(http, parts, parts.widgetFolder),
    stop: socket.stop,
  };
}
