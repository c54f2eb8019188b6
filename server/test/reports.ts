import type { Actor } from '../src/accounts/index.ts';
import type { Tx } from '../src/platform/database.ts';
import type { RoomsDeps } from '../src/rooms/index.ts';
import { markReported, type Reported } from '../src/rooms/seen.ts';

type Report = (deps: RoomsDeps, tx: Tx, actor: Actor, which: { roomId: string; roomEventId: string }) => Promise<void>;

const report =
  (kind: Reported['kind']): Report =>
  async (deps, tx, actor, { roomId, roomEventId: eventId }) => {
    const [refusal] = await markReported(deps, tx, actor, roomId, [{ kind, eventId }]);
    if (refusal) throw refusal;
  };

/** One event was on somebody's screen, or has arrived there. Throw EVENT_NOT_FOUND. */
export const markSeen = report('SEEN');
export const markDelivered = report('DELIVERED');
