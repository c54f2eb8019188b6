import * as z from 'zod/mini';
import { PushSettings, PushSubscription } from '../entities/push.ts';
import { route } from './access.ts';

const own = ['notifications', 'read'] as const;

/** Notices that come when no page of the application is open (communications, section 9), each browser by itself. */
export const push = {
  settings: route(own, 'GET', '/users/me/push', 'Whether this installation sends web push, and with which key').output(PushSettings),
  /**
   * Ends with the sign-in that asks; the same browser again replaces what it had, whoever it was. Throws PUSH_NOT_OFFERED,
   * PUSH_SERVICE_UNKNOWN, PUSH_KEYS_WRONG, PUSH_SIGN_IN_UNNAMED.
   */
  subscribe: route(own, 'PUT', '/users/me/push/subscription', 'Push my notices to this browser')
    .input(z.object({ body: PushSubscription }))
    .output(z.object({})),
  /** Of one that is not mine, or is gone, nothing happens. */
  unsubscribe: route(own, 'POST', '/users/me/push/unsubscribe', 'Push nothing more to this browser')
    .input(z.object({ body: z.object({ endpoint: PushSubscription.shape.endpoint }) }))
    .output(z.object({})),
};
