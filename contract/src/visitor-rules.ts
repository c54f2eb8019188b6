import type { ProblemKey } from './problem-keys.ts';

// Apart from the schemas, whose library the visitor's page does not carry: not even its beginnings.

export const VISITOR_TEXT_LIMIT = 4000;
/** Header that carries the secret of a live-chat session. */
export const VISITOR_SECRET_HEADER = 'x-visitor-secret';

/**
 * What the keys of an INVALID_REQUEST mean for the frame it answers, as the same key's status does over REST: the session is
 * over; or the server could not, and the same message may be sent again. Every other key is a refusal for good.
 */
export const visitorRefusals: Readonly<Partial<Record<ProblemKey, 'ended' | 'broken'>>> = {
  ERROR_UNAUTHENTICATED: 'ended',
  VISITOR_SESSION_ENDED: 'ended',
  ERROR_TOO_MANY_REQUESTS: 'broken',
  ERROR_DEFAULT_MESSAGE: 'broken',
  ERROR_UNAVAILABLE: 'broken',
  FILE_NOT_STORED: 'broken',
};
