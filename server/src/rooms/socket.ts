import type { Actor } from '../accounts/index.ts';
import { rateLimit } from '../platform/rate-limit.ts';
import { ack } from '../platform/sockets.ts';
import { takeTurns } from '../platform/turns.ts';
import type { AgentFrames } from '../realtime/index.ts';
import { assignByPerson } from './assign.ts';
import { catchUp, compareDigest } from './catch-up.ts';
import type { RoomsDeps } from './deps.ts';
import { resolveConversation } from './resolve.ts';
import { retryDelivery } from './retry.ts';
import { markDelivered, markSeen } from './seen.ts';
import { sendFile, sendNote, sendText } from './send.ts';
import { sayTyping } from './typing.ts';
import { inRooms } from './work.ts';

/** What somebody's screens report as arrived and looked at: after a night away, of hundreds of rooms at once. */
const REPORTS = { perSecond: 100, burst: 2000 };

/** The rooms' frames of the agents' application (communications, section 7). Who may send them, the contract says and the socket asks. */
export function roomFrames(deps: RoomsDeps): AgentFrames {
  const changing = <T>(actor: Actor, work: (tx: Parameters<Parameters<typeof inRooms>[2]>[0]) => Promise<T>) =>
    inRooms(deps.db, actor.accountId, work);
  /** A look at everything that somebody holds, one at a time for each socket. */
  const oneByOne = takeTurns<object>();
  const reports = rateLimit(REPORTS);
  const inTurn = takeTurns();
  /** Of one person one at a time, in however many windows: reports must not take the connections that messages need. */
  const report = async (actor: Actor, work: Parameters<typeof changing<void>>[1]) => {
    reports.take(actor.userId);
    await inTurn(actor.userId, () => changing(actor, work));
    return ack();
  };
  return {
    async Text({ actor }, message) {
      return ack(await sendText(deps, actor, message));
    },
    async Image({ actor }, message) {
      return ack(await sendFile(deps, actor, 'IMAGE', message));
    },
    async File({ actor }, message) {
      return ack(await sendFile(deps, actor, 'FILE', message));
    },
    async Note({ actor }, note) {
      return ack(await sendNote(deps, actor, note));
    },
    Seen: ({ actor }, seen) => report(actor, (tx) => markSeen(deps, tx, actor, seen)),
    Delivered: ({ actor }, delivered) => report(actor, (tx) => markDelivered(deps, tx, actor, delivered)),
    async Pending({ actor }, pending) {
      await changing(actor, (tx) => retryDelivery(deps, tx, actor, pending));
      return ack();
    },
    async Resolve({ actor }, resolve) {
      await changing(actor, (tx) => resolveConversation(tx, actor, resolve));
      return ack();
    },
    async Assign({ actor }, assignment) {
      await changing(actor, (tx) => assignByPerson(tx, actor, assignment));
      return ack();
    },
    async RoomState(client, held) {
      const { actor } = client;
      const on = deps.db.reader(actor.accountId);
      const look = () => ('rooms' in held ? catchUp(on, actor, held.rooms) : compareDigest(on, actor, held));
      return { type: 'RoomState', payload: await oneByOne(client, look) };
    },
    async Typing({ actor }, typing) {
      await sayTyping(deps, actor, typing);
      return null;
    },
  };
}
