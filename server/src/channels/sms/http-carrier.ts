import { timingSafeEqual } from 'node:crypto';
import { smsSegments } from '@parley/contract';
import { z } from 'zod';
import type { Outcome, Outgoing, RawDelivery } from '../../rooms/index.ts';
import {
  type Answered,
  askProvider,
  type CarriedService,
  type Connection,
  type ConnectionTest,
  outcomeOfStatus,
  outcomeOfUnreached,
  type ProviderCall,
} from '../providers/index.ts';
import { HttpMessage, HttpReport, partId, type SmsDelivery } from './deliveries.ts';
import { hmacHex } from './http-signature.ts';
import { reasonOfCode } from './outcomes.ts';
import { digitsOf, kindOf, writerOf } from './senders.ts';

const Accepted = z.object({ carrierId: z.string().min(1), parts: z.number().int().min(1).optional() });
const Refused = z.object({ error: z.object({ code: z.string() }) });

const basicOf = ({ username, password }: CarriedService): string => `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
const placeOf = ({ carrier }: CarriedService, path: string): string => `${carrier.address.replace(/\/+$/, '')}${path}`;

/** With its plus where it is a number; names and short codes as they are. */
export const asSender = (sender: string): string => (kindOf(sender) === 'NUMBER' ? `+${digitsOf(sender)}` : sender);

/** Sends by our plain contract over HTTP (protocols: SMS, section 3). What the carrier was asked before under the same key goes out once. */
export async function sendByHttp(
  connection: Connection,
  service: CarriedService,
  outgoing: Outgoing,
  signal: AbortSignal,
): Promise<Outcome> {
  const text = outgoing.message.text ?? '';
  const id = outgoing.idempotencyKey;
  const body = {
    id,
    from: asSender(connection.sender),
    to: outgoing.address,
    text,
    encoding: 'AUTO',
    dlrUrl: connection.hookAddress,
    reference: outgoing.eventId,
  };
  const headers = { authorization: basicOf(service), 'content-type': 'application/json', 'idempotency-key': id };
  const asked = await askProvider(placeOf(service, '/sms/messages'), { headers, body: JSON.stringify(body), signal }).catch(
    outcomeOfUnreached,
  );
  if ('outcome' in asked) return asked;
  const { status, text: said } = asked;
  const answer = `${status} ${said}`;
  if (status === 200 || status === 202) return accepted(said, text, answer);
  const reason = reasonOfCode(Refused.safeParse(jsonIn(said)).data?.error.code);
  if (status === 400) return { outcome: 'REFUSED', reason: reason ?? 'REJECTED', final: true, answer };
  if (status === 402) return { outcome: 'REFUSED', reason: reason ?? 'INSUFFICIENT_FUNDS', final: true, answer };
  // With a reason it is this message, or its sender, that it does not want; without one it is us.
  if (status === 403 && reason !== null) return { outcome: 'REFUSED', reason, final: true, answer };
  return outcomeOfLine(asked);
}

/** What a carrier of short messages says that does not take one, and not because of the message. */
export function outcomeOfLine(answered: Answered): Outcome {
  const answer = `${answered.status} ${answered.text}`;
  // It may have taken it all the same: asked again under the same key. Only who says that it is away has surely not.
  if (answered.status >= 500 && answered.status !== 503) return { outcome: 'UNKNOWN', answer };
  // What is left is an address that is not there.
  return outcomeOfStatus(answered) ?? { outcome: 'UNAVAILABLE', problem: 'MISCONFIGURED', answer };
}

function accepted(said: string, text: string, answer: string): Outcome {
  const known = Accepted.safeParse(jsonIn(said));
  if (!known.success) return { outcome: 'UNKNOWN', answer };
  const { carrierId, parts = smsSegments(text).partCount } = known.data;
  if (parts === 1) return { outcome: 'ACCEPTED', providerMessageId: carrierId, answer };
  const partIds = Array.from({ length: parts }, (_, place) => partId(carrierId, place + 1));
  return { outcome: 'ACCEPTED', providerMessageId: carrierId, partIds, answer };
}

function jsonIn(said: string): unknown {
  try {
    return JSON.parse(said);
  } catch {
    return null;
  }
}

/** A message that says nothing is refused with 400 by whoever knows our credentials, and costs nothing. */
export async function testHttp(service: CarriedService, signal: AbortSignal): Promise<ConnectionTest> {
  const headers = { authorization: basicOf(service), 'content-type': 'application/json' };
  const response = await fetch(placeOf(service, '/sms/messages'), { method: 'POST', headers, body: '{}', redirect: 'error', signal });
  await response.body?.cancel();
  const answer = String(response.status);
  if (response.status === 401 || response.status === 403) return { ok: false, problem: 'REFUSED', answer };
  if (response.status === 400 || response.status === 402 || response.status === 422) return { ok: true, answer };
  return { ok: false, problem: response.status >= 500 ? 'UNREACHABLE' : 'MISCONFIGURED', answer };
}

const isSame = (a: string, b: string): boolean => {
  const [x, y] = [Buffer.from(a), Buffer.from(b)];
  return x.length === y.length && timingSafeEqual(x, y);
};

/**
 * The carrier proves itself by a signature over the bytes under the service's password, or by the service's credentials; the address that it called is
 * secret too, but stands in its own logs.
 */
export function isHttpCarrier({ headers, raw }: ProviderCall, service: CarriedService): boolean {
  const signature = headers['x-signature'];
  if (signature !== undefined) return isSame(String(signature), `sha256=${hmacHex(service.password, raw)}`);
  return isSame(headers.authorization ?? '', basicOf(service));
}

/** A report, in the address or in the body, or a customer's message. Throws for anything else. */
export function takeFromHttp({ method, query, raw }: ProviderCall, country: string): RawDelivery {
  const told: unknown = method === 'GET' ? Object.fromEntries(query) : JSON.parse(raw.toString('utf8'));
  if (typeof told === 'object' && told !== null && 'moId' in told) {
    const message = HttpMessage.parse(told);
    const writer = writerOf(message.from, country, { at: timeIn(message.receivedAt) });
    return rawDelivery(`mo:${message.moId}`, writer.address, { from: 'HTTP message', told: message, writer });
  }
  const report = HttpReport.parse(told);
  const key = ['dlr', report.carrierId, report.part ?? '', report.status, report.errorCode ?? '', report.doneAt ?? ''].join(':');
  return rawDelivery(key, report.to === undefined ? '' : writerOf(report.to, country).address, { from: 'HTTP report', told: report });
}

/** Now, where it says no time that can be read. */
export function timeIn(said: string | undefined): Date {
  const at = new Date(said ?? Number.NaN);
  return Number.isNaN(at.getTime()) ? new Date() : at;
}

/** As it is stored. What no database keeps is taken out where it is read. */
export const rawDelivery = (deliveryKey: string, address: string, delivery: SmsDelivery): RawDelivery => ({
  deliveryKey: deliveryKey.replaceAll('\u0000', ''),
  address,
  body: JSON.stringify(delivery),
});
