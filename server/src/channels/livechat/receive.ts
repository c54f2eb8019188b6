import { setTimeout as pause } from 'node:timers/promises';
import type { VisitorSendAnswer, VisitorSendFile, VisitorSendText } from '@parley/contract';
import { fileToSend } from '../../files/index.ts';
import { isConnectionLoss } from '../../platform/connection-loss.ts';
import type { Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import { beginWith, type Incoming, type Judged, receiveText } from '../../rooms/index.ts';
import { requireWelcome } from './blocks.ts';
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
 * tried again for 3 s: every step may be repeated.
 * @param network from which it comes; null where it is not known
 * Throws VISITOR_SESSION_ENDED, VISITOR_BLOCKED; ERROR_UNAVAILABLE when it could not be stored now.
 */
export function receiveFromVisitor(
  deps: LivechatDeps,
  visitor: Visitor,
  network: string | null,
  message: VisitorSendText,
): Promise<VisitorSendAnswer> {
  return inTurn(deps, visitor, () => receive(deps, visitor, network, message));
}

/**
 * The same of a file that this session has uploaded. @param wanted IMAGE: nothing else will do
 * Throws also FILE_NOT_FOUND, FILE_NOT_AN_IMAGE and FILE_ALREADY_SENT; the upload can be sent again then.
 */
export function receiveFileFromVisitor(
  deps: LivechatDeps,
  visitor: Visitor,
  network: string | null,
  { fileId, ...message }: VisitorSendFile,
  wanted?: 'IMAGE',
): Promise<VisitorSendAnswer> {
  const uploader = { by: 'VISITOR', accountId: visitor.accountId, id: visitor.sessionId } as const;
  return inTurn(deps, visitor, async () => {
    const file = await fileToSend(deps.rooms.db.reader(visitor.accountId), uploader, fileId, wanted);
    return receive(deps, visitor, network, { ...message, file });
  });
}

function inTurn(deps: LivechatDeps, visitor: Visitor, work: () => Promise<VisitorSendAnswer>): Promise<VisitorSendAnswer> {
  return deps.inTurn(visitor.sessionId, async () => {
    const until = performance.now() + PATIENCE;
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!isConnectionLoss(error) || performance.now() > until) throw error;
        await pause(BETWEEN_TRIES);
      }
    }
  });
}

async function receive(
  deps: LivechatDeps,
  visitor: Visitor,
  network: string | null,
  message: Pick<Incoming, 'clientMessageId' | 'text' | 'file'>,
): Promise<VisitorSendAnswer> {
  const { db } = deps.rooms;
  await Promise.all([requireLive(db, visitor), requireWelcome(db.reader(visitor.accountId), visitor, network)]);
  // Once more where a conversation begins: with the room locked, who was blocked a moment ago begins none.
  const stillWelcome = (tx: Tx) => requireWelcome(tx, visitor, network);
  const customer = await becomeCustomer(deps, visitor, async (work, made) => {
    await stillWelcome(work.tx);
    await beginWith(work, { ...made, ...message });
  });
  await touchSession(db.reader(visitor.accountId), visitor.sessionId);
  // What has been stored with the customer is answered as stored before.
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const judged = await receiveText(deps.rooms, { ...customer, ...message }, stillWelcome);
    if (isStored(judged)) return { eventId: judged.event_id, channelSeq: judged.channel_seq, createdAt: judged.created_at };
    if (judged.verdict === 'FILE_NOT_FOUND' || judged.verdict === 'FILE_ALREADY_SENT') throw problem(judged.verdict);
  }
  throw problem('ERROR_UNAVAILABLE');
}

const isStored = (judged: Judged): judged is Judged & { channel_seq: number } =>
  (judged.verdict === 'STORED' || judged.verdict === 'DUPLICATE') && judged.channel_seq !== null;
