import { setTimeout as pause } from 'node:timers/promises';
import type { VisitorSendAnswer, VisitorSendText } from '@parley/contract';
import { problem } from '../../platform/problem.ts';
import { isConnectionLoss, type Judged, receiveText } from '../../rooms/index.ts';
import type { LivechatDeps } from './deps.ts';
import { becomeCustomer, requireLive, touchSession, type Visitor } from './session.ts';

/** An agent may resolve between our look and our write; more often than this in a row is no coincidence. */
const TRIES = 3;
/** How long a lost connection to the database is made good here. The widget asks again by REST after 5 s. */
const PATIENCE = 3000;
const BETWEEN_TRIES = 250;

/**
 * Takes what a visitor wrote, after what the same session sent before. The first message makes the contact, its channel
 * and its room; the same client message id is stored once and answered each time. A lost connection to the database is
 * tried again for 3 s: every step may be repeated. Throws VISITOR_SESSION_ENDED; ERROR_UNAVAILABLE when it could not be
 * stored now.
 */
export function receiveFromVisitor(deps: LivechatDeps, visitor: Visitor, message: VisitorSendText): Promise<VisitorSendAnswer> {
  return deps.inTurn(visitor.sessionId, async () => {
    const until = performance.now() + PATIENCE;
    for (;;) {
      try {
        return await receive(deps, visitor, message);
      } catch (error) {
        if (!isConnectionLoss(error) || performance.now() > until) throw error;
        await pause(BETWEEN_TRIES);
      }
    }
  });
}

async function receive(deps: LivechatDeps, visitor: Visitor, { clientMessageId, text }: VisitorSendText): Promise<VisitorSendAnswer> {
  const { db } = deps.rooms;
  await requireLive(db, visitor);
  const customer = await becomeCustomer(db, visitor);
  await touchSession(db.reader(visitor.accountId), visitor.sessionId);
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const judged = await receiveText(deps.rooms, { ...customer, clientMessageId, text });
    if (isStored(judged)) return { eventId: judged.event_id, channelSeq: judged.channel_seq, createdAt: judged.created_at };
  }
  throw problem('ERROR_UNAVAILABLE');
}

const isStored = (judged: Judged): judged is Judged & { channel_seq: number } =>
  (judged.verdict === 'STORED' || judged.verdict === 'DUPLICATE') && judged.channel_seq !== null;
