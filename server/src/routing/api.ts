import { calls } from '../accounts/index.ts';
import { colleaguesThere } from './colleagues-presence.ts';
import { goOffline } from './go-offline.ts';
import { chatStatus, type PresenceDeps, setChatStatus } from './presence.ts';
import { endWrapUp } from './wrap-up.ts';

/** Chat status (administration, section 4). */
export function presenceApi(deps: PresenceDeps) {
  return {
    chatStatus: calls.users.chatStatus.handler(({ context }) => chatStatus(deps, context.actor)),
    setChatStatus: calls.users.setChatStatus.handler(({ context, input: { body } }) =>
      body.status === 'offline' ? goOffline(deps, context.actor, body.handBack) : setChatStatus(deps, context.actor, body.status),
    ),
    presence: calls.users.presence.handler(async ({ context }) => ({
      content: await colleaguesThere(deps.db.reader(context.actor.accountId)),
    })),
    endWrapUp: calls.users.endWrapUp.handler(({ context }) => endWrapUp(deps, context.actor)),
  };
}
