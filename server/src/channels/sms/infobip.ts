import { z } from 'zod';
import type { Outcome, Outgoing, RawDelivery } from '../../rooms/index.ts';
import {
  askProvider,
  type CarriedService,
  type Connection,
  type ConnectionTest,
  INFOBIP_DUPLICATE_ID,
  INFOBIP_SYSTEM_ERROR,
  outcomeOfUnreached,
  type ProviderCall,
} from '../providers/index.ts';
import { InfobipMessage, InfobipReport } from './deliveries.ts';
import { asSender, outcomeOfLine, rawDelivery, timeIn } from './http-carrier.ts';
import { meaningOfInfobip } from './infobip-states.ts';
import { digitsOf, writerOf } from './senders.ts';

/** It writes numbers whole, without a plus. */
const INTERNATIONAL = { isInternational: true };

const Answered = z.object({
  messages: z
    .array(
      z.object({
        messageId: z.string().min(1),
        status: z.object({ groupId: z.number().int(), id: z.number().int(), name: z.string().optional() }),
      }),
    )
    .min(1),
});

const placeOf = ({ carrier }: CarriedService, path: string): string => `${carrier.address.replace(/\/+$/, '')}${path}`;
/** The service's password is the key of Infobip's interface. */
const keyOf = ({ password }: CarriedService): string => `App ${password}`;

/** Sends by Infobip's interface, version 3. It knows a message by our id and keeps the first of several. */
export async function sendByInfobip(
  connection: Connection,
  service: CarriedService,
  outgoing: Outgoing,
  signal: AbortSignal,
): Promise<Outcome> {
  const messageId = outgoing.idempotencyKey;
  const message = {
    sender: asSender(connection.sender).replace(/^\+/, ''),
    destinations: [{ to: digitsOf(outgoing.address), messageId }],
    content: { text: outgoing.message.text ?? '' },
    webhooks: { delivery: { url: connection.hookAddress }, callbackData: messageId },
  };
  const headers = { authorization: keyOf(service), 'content-type': 'application/json', accept: 'application/json' };
  const body = JSON.stringify({ messages: [message] });
  const asked = await askProvider(placeOf(service, '/sms/3/messages'), { headers, body, signal }).catch(outcomeOfUnreached);
  if ('outcome' in asked) return asked;
  const { status, text: said } = asked;
  const answer = `${status} ${said}`;
  if (status === 400) return { outcome: 'REFUSED', reason: 'REJECTED', final: true, answer };
  if (status !== 200) return outcomeOfLine(asked);
  return outcomeOf(said, messageId, answer);
}

function outcomeOf(said: string, ours: string, answer: string): Outcome {
  let told: z.infer<typeof Answered>;
  try {
    told = Answered.parse(JSON.parse(said));
  } catch {
    return { outcome: 'UNKNOWN', answer };
  }
  const [message] = told.messages;
  if (!message) return { outcome: 'UNKNOWN', answer };
  const { messageId, status } = message;
  if (status.id === INFOBIP_DUPLICATE_ID) return { outcome: 'ACCEPTED', providerMessageId: ours, answer };
  if (status.id === INFOBIP_SYSTEM_ERROR) return { outcome: 'REFUSED', reason: 'DEFAULT', final: false, answer };
  const meaning = meaningOfInfobip(status);
  if (meaning?.status === 'SENT' || meaning?.status === 'DELIVERED') return { outcome: 'ACCEPTED', providerMessageId: messageId, answer };
  return { outcome: 'REFUSED', reason: meaning?.reason ?? 'DEFAULT', final: true, answer };
}

export async function testInfobip(service: CarriedService, signal: AbortSignal): Promise<ConnectionTest> {
  const headers = { authorization: keyOf(service), accept: 'application/json' };
  const response = await fetch(placeOf(service, '/account/1/balance'), { headers, redirect: 'error', signal });
  await response.body?.cancel();
  const answer = String(response.status);
  if (response.status === 401 || response.status === 403) return { ok: false, problem: 'REFUSED', answer };
  if (response.ok) return { ok: true, answer };
  return { ok: false, problem: response.status >= 500 ? 'UNREACHABLE' : 'MISCONFIGURED', answer };
}

/** Each entry of a call is a delivery of its own: reports have a state, messages have words. Throws for anything else. */
export function takeFromInfobip({ raw }: ProviderCall, country: string): RawDelivery[] {
  const { results } = z.object({ results: z.array(z.looseObject({})) }).parse(JSON.parse(raw.toString('utf8')));
  return results.map((result) => {
    if ('status' in result) {
      const report = InfobipReport.parse(result);
      const key = ['dlr', report.messageId, report.status.id ?? report.status.groupId, report.doneAt ?? ''].join(':');
      const address = report.to === undefined ? '' : writerOf(report.to, country, INTERNATIONAL).address;
      return rawDelivery(key, address, { from: 'INFOBIP report', told: report });
    }
    const message = InfobipMessage.parse(result);
    const writer = writerOf(message.from, country, { ...INTERNATIONAL, at: timeIn(message.receivedAt) });
    return rawDelivery(`mo:${message.messageId}`, writer.address, { from: 'INFOBIP message', told: message, writer });
  });
}
