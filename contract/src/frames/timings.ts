/** Protocol version in the connect address (`v=2`): an older client is told to reload. */
export const PROTOCOL_VERSION = 2;

/** Close codes of the socket beyond the standard's. */
export const CloseCode = {
  TICKET_EXPIRED: 4401,
  ROLE_CHANGED: 4403,
  SESSION_ENDED: 4404,
  CLIENT_TOO_OLD: 4426,
  TOO_MANY_SOCKETS: 4429,
} as const;

/** Timings of the websocket in milliseconds (communications, section 9). */
export const SocketTimings = {
  initialDelay: 500,
  reconnectInterval: 1000,
  reconnectIncrease: 2000,
  reconnectCeiling: 30_000,
  healthCheck: 5000,
  ping: 5000,
  pongTimeout: 5000,
  reconnectErrorDelay: 2000,
  receiveTimeout: 5000,
  sendFallback: 5000,
  environmentSendInterval: 10_000,
} as const;

/** Typing (domain): said at most once in 3 s, gone after 6 s. */
export const TypingTimings = { atMostEvery: 3000, goneAfter: 6000 } as const;

/** Who looks at a room says so every so often, and does so no more so long after they said it last (as with typing). */
export const LookingTimings = { every: 2500, goneAfter: 6000 } as const;

/** A hole in a room's changes is given this long to close by itself before it is fetched. */
export const HOLE_PATIENCE = 300;
