import { calls } from '../accounts/index.ts';
import { chatStatus, type PresenceDeps, setChatStatus } from './presence.ts';

/** Chat status (administration, section 4). */
export function presenceApi(deps: PresenceDeps) {
  return {
    chatStatus: calls.users.chatStatus.handler(({ context }) => chatStatus(deps, context.actor)),
    setChatStatus: calls.users.setChatStatus.handler(({ context, input }) => setChatStatus(deps, context.actor, input.body.status)),
  };
}
