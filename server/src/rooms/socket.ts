import { TypingTimings } from '@parley/contract';
import type { Actor } from '../accounts/index.ts';
import { rateLimit } from '../platform/rate-limit.ts';
import { rateShares } from '../platform/rate-shares.ts';
import { ack } from '../platform/sockets.ts';
import { takeTurns } from '../platform/turns.ts';
import type { AgentFrames } from '../realtime/index.ts';
import { assignByPerson } from './assign.ts';
import { retryDelivery } from './delivery/retry.ts';
import type { RoomsDeps } from './deps.ts';
import { catchUp, compareDigest } from './reading/catch-up.ts';
import { storeReports } from './reports.ts';
import { resolveConversation } from './resolve.ts';
import type { Reported } from './seen.ts';
import { sendFile, sendNote, sendText } from './send.ts';
import { sendEmail, sendSms } from './send-by-kind.ts';
import { sendRichMedia, sendUnsupportedMedia } from './send-media.ts';
import { answerAddChannel, answerStart } from './starting/outcomes.ts';
import { sayTyping } from './typing.ts';
import { inRooms } from './work.ts';

/** What somebody's screens report as arrived and looked at: after a night away, of hundreds of rooms at once. */
const REPORTS = { perSecond: 100, burst: 2000 };

/** The rooms' frames of the agents' application (communications, section 7). Who may send them, the contract says and the socket asks. */
export function roomFrames(deps: RoomsDeps): AgentFrames {
  const changing = <T>(actor: Actor, work: (tx: Parameters<Parameters<typeof inRooms>[2]>[0]) => Promise<T>) =>
    inRooms(deps.db, actor.accountId, work);
  /** Whichever of their sockets it comes by; REST takes of the same. */
  const deed = <T>(actor: Actor, work: () => Promise<T>): Promise<T> => {
    deps.deeds.take(actor.userId);
    return work();
  };
  const done = async (actor: Actor, work: () => Promise<unknown>) => ack(await deed(actor, work));
  /** A look at everything that somebody holds, one at a time for each socket. */
  const oneByOne = takeTurns<object>();
  const reports = rateShares.limit('reports of people', REPORTS);
  const store = storeReports(deps);
  const typed = rateLimit({ perSecond: 1000 / (TypingTimings.atMostEvery * 0.8), burst: 1 });
  /** At most once in 3 s, and a little less for what was sent in time and arrives closer together; the rest is not worth an answer. */
  const mayType = (who: string): boolean => {
    try {
      typed.take(who);
      return true;
    } catch {
      return false;
    }
  };
  const report = async (
    actor: Actor,
    kind: Reported['kind'],
    { roomId, roomEventId: eventId }: { roomId: string; roomEventId: string },
  ) => {
    reports.take(actor.userId);
    await store(actor, roomId, { kind, eventId });
    return ack();
  };
  return {
    Text: ({ actor }, message) => done(actor, () => sendText(deps, actor, message)),
    Image: ({ actor }, message) => done(actor, () => sendFile(deps, actor, 'IMAGE', message)),
    File: ({ actor }, message) => done(actor, () => sendFile(deps, actor, 'FILE', message)),
    Note: ({ actor }, note) => done(actor, () => sendNote(deps, actor, note)),
    Sms: ({ actor }, message) => done(actor, () => sendSms(deps, actor, message)),
    Email: ({ actor }, message) => done(actor, () => sendEmail(deps, actor, message)),
    RichMedia: ({ actor }, message) => done(actor, () => sendRichMedia(deps, actor, message)),
    UnsupportedMedia: ({ actor }, message) => done(actor, () => sendUnsupportedMedia(deps, actor, message)),
    Seen: ({ actor }, seen) => report(actor, 'SEEN', seen),
    Ack: ({ actor }, arrived) => report(actor, 'DELIVERED', arrived),
    Pending: ({ actor }, pending) => done(actor, () => changing(actor, (tx) => retryDelivery(deps, tx, actor, pending))),
    Resolve: ({ actor }, resolve) => done(actor, () => changing(actor, (tx) => resolveConversation(tx, actor, resolve))),
    Assign: ({ actor }, assignment) => done(actor, () => changing(actor, (tx) => assignByPerson(tx, actor, assignment))),
    ConversationState: ({ actor }, start) => deed(actor, () => answerStart(deps, actor, start)),
    AddChannel: ({ actor }, add) => deed(actor, () => answerAddChannel(deps, actor, add)),
    async RoomState(client, held) {
      const { actor } = client;
      const on = deps.db.reader(actor.accountId);
      const look = () => ('rooms' in held ? catchUp(on, actor, held.rooms, held.lists) : compareDigest(on, actor, held));
      return { type: 'RoomState', payload: await oneByOne(client, look) };
    },
    async Looking(client, { roomId }) {
      await deps.lookers.look(client, roomId);
      return null;
    },
    async Typing({ actor }, typing) {
      if (mayType(`${actor.userId} ${typing.roomId}`)) await sayTyping(deps, actor, typing);
      return null;
    },
  };
}
