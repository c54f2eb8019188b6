import { timingSafeEqual } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bring, bringLater } from './callbacks.ts';
import { bare, fateOf, mixed, type Network, type Service } from './network.ts';
import { cut } from './text-parts.ts';

interface Submitted {
  id: string;
  from: string;
  to: string;
  text: string;
  dlrUrl: string;
}

const isSame = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
export const basicOf = ({ username, password }: Service): string => `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
const refuse = (reply: FastifyReply, status: number, code: string, message: string) =>
  reply.status(status).send({ error: { code, message } });

/** Up to eleven signs and at least one letter, a short code of three to eight digits, or a number of up to fifteen. */
export const isSender = (from: string): boolean => /^\+?\d{3,15}$/.test(from) || (/^[ -~]{1,11}$/.test(from) && /[A-Za-z]/.test(from));
const isRecipient = (to: string): boolean => /^\+\d{8,15}$/.test(to);

/** A carrier with the plain contract over HTTP, at `/providers/sms/http`. It knows repetitions by their id, and reports each part. */
export function serveHttpCarrier(http: FastifyInstance, network: Network): void {
  const known = new Map<string, { carrierId: string; parts: number }>();
  let count = 0;

  http.post('/providers/sms/http/sms/messages', async (request, reply) => {
    network.asked++;
    const { controls } = network;
    if (controls.down) return reply.status(503).send();
    const service = serviceOf(network, request);
    if (!service) return refuse(reply, 401, 'UNAUTHORIZED', 'unknown credentials');
    const fault = faultIn(request);
    if (typeof fault === 'string') return refuse(reply, 400, 'BAD_REQUEST', fault);
    const message = fault;
    if (controls.slowMs > 0) await pause(controls.slowMs);
    if (controls.failHttp > 0) return refuse(reply, controls.failHttp, 'REJECTED', 'as the controls say');
    if (!isRecipient(message.to)) return refuse(reply, 400, 'INVALID_NUMBER', 'not an international number');
    if (!isSender(message.from)) return refuse(reply, 403, 'BAD_SENDER', 'not a sender of this service');
    const fate = fateOf(message.to);
    if (fate === 'FUNDS') return refuse(reply, 402, 'INSUFFICIENT_FUNDS', 'no credit left');
    if (fate === 'BLACKLISTED') return refuse(reply, 403, 'BLACKLISTED', 'the number is on a list');
    if (fate === 'NO ROUTE') return refuse(reply, 400, 'NO_ROUTE', 'no route to this number');
    const before = known.get(`${service.username} ${message.id}`);
    if (before) return reply.status(200).send({ id: message.id, ...before, status: 'ACCEPTED' });
    if (network.isTooMuch(service.username)) return reply.status(429).header('retry-after', '1').send();
    const answer = { carrierId: `C${++count}`, parts: cut(message.text).length };
    known.set(`${service.username} ${message.id}`, answer);
    network.routes.set(bare(message.from), { carrier: 'HTTP', username: service.username, url: message.dlrUrl });
    network.note({ id: answer.carrierId, carrier: 'HTTP', from: message.from, to: message.to, text: message.text });
    if (fate === 'DELIVRD' || fate === 'NO REPORT')
      network.receive({ from: message.from, to: message.to, text: message.text, parts: answer.parts, carrier: 'HTTP' });
    await report(message, answer, service);
    if (controls.answerAfter > 0) await pause(controls.answerAfter);
    if (controls.silent) return reply.hijack();
    return reply.status(202).send({ id: message.id, ...answer, status: 'ACCEPTED' });
  });

  async function report({ id, to, dlrUrl }: Submitted, { carrierId, parts }: { carrierId: string; parts: number }, service: Service) {
    const fate = fateOf(to);
    if (fate === 'NO REPORT') return;
    const numbers = Array.from({ length: parts }, (_, place) => place + 1);
    for (const part of mixed(numbers, network.controls)) {
      const error = fate === 'UNDELIV' ? { errorCode: '27' } : {};
      const told = { id, carrierId, to, status: fate, ...error, doneAt: new Date().toISOString(), part, parts, network: '28401' };
      const callback = { url: dlrUrl, body: JSON.stringify(told), secret: service.password };
      if (network.controls.early && !network.isOff(to)) await bring(network, callback);
      else network.report(to, () => bringLater(network, callback));
    }
  }
}

function serviceOf(network: Network, { headers }: FastifyRequest): Service | undefined {
  if (network.controls.tokenExpired) return undefined;
  return [...network.services.values()].find((service) => isSame(headers.authorization ?? '', basicOf(service)));
}

/** @returns the message, or what is wrong with it */
function faultIn({ body, headers }: FastifyRequest): Submitted | string {
  const said = (body ?? {}) as Partial<Record<keyof Submitted, unknown>>;
  for (const name of ['id', 'from', 'to', 'text', 'dlrUrl'] as const)
    if (typeof said[name] !== 'string' || said[name] === '') return `${name} is missing`;
  const message = said as Submitted;
  const key = headers['idempotency-key'];
  if (key !== undefined && key !== message.id) return 'the key is not the id';
  if (!URL.canParse(message.dlrUrl)) return 'dlrUrl is no address';
  return cut(message.text).length > 10 ? 'the text is too long' : message;
}
