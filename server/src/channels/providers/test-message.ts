import { numberChannels, type TestMessage, type TestMessageResult } from '@parley/contract';
import { telephoneNumber } from '../../contacts/index.ts';
import { newId } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { problem } from '../../platform/problem.ts';
import { keptAnswer, type Outcome } from '../../rooms/index.ts';
import type { Adapter } from './adapter.ts';
import type { Connection } from './connections.ts';

/**
 * Sends words by an end to try it, as any message goes, but into nobody's room. What the provider reports of it later is kept for nobody.
 * Throws CHANNEL_NOT_CONNECTED of an end that is switched off, and PHONE_NUMBER_NOT_VALID.
 */
export async function sendTestMessage(adapter: Adapter, connection: Connection, test: TestMessage, log: Log): Promise<TestMessageResult> {
  if (!connection.active) throw problem('CHANNEL_NOT_CONNECTED');
  const address = addressOf(connection, test.to);
  const id = newId();
  const { accountId, channelApplicationId } = connection;
  const place = { accountId, channelApplicationId, contactChannelId: id, address, roomId: id, eventId: id, idempotencyKey: id, taken: [] };
  const signal = AbortSignal.timeout(adapter.timeoutMs);
  const over = new Promise<Outcome>((resolve) => {
    signal.addEventListener('abort', () => resolve({ outcome: 'UNKNOWN' }));
  });
  const message = { type: 'TEXT' as const, text: test.text, privateMessage: false };
  const outgoing = { ...place, conversationId: null, byItself: false, message, file: null, email: null };
  const asked = adapter
    .deliver(outgoing, signal, async () => true)
    .catch((error: unknown): Outcome => {
      if (!signal.aborted) log.warn({ err: error, channelApplicationId }, 'a provider did not answer a test message as it should');
      return { outcome: 'UNKNOWN' };
    });
  return told(await Promise.race([asked, over]), address);
}

function addressOf({ type, country }: Connection, to: string): string {
  if (!numberChannels.has(type)) return to;
  const number = telephoneNumber(to, country);
  if (number === null) throw problem('PHONE_NUMBER_NOT_VALID');
  return number;
}

function told(outcome: Outcome, address: string): TestMessageResult {
  const answer = keptAnswer(outcome.answer, address);
  if (outcome.outcome === 'REFUSED') return { outcome: 'REFUSED', reason: outcome.reason, answer };
  // Not now is no for somebody who wants to see whether it works.
  if (outcome.outcome === 'LATER' || outcome.outcome === 'NOT_ASKED') return { outcome: 'REFUSED', reason: 'THROTTLING', answer };
  if (outcome.outcome === 'UNAVAILABLE') return { outcome: 'REFUSED', reason: 'DEFAULT', answer };
  return { outcome: outcome.outcome, reason: null, answer };
}
