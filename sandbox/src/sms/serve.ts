import type { FastifyInstance, FastifyReply } from 'fastify';
import type { PhonePower } from '../providers/phone-power.ts';
import { bring } from './callbacks.ts';
import { serveHttpCarrier } from './http-carrier.ts';
import { serveInfobip } from './infobip.ts';
import { bare, type Controls, createNetwork, MAGIC, mixed, type Network, type Route, usualControls } from './network.ts';
import { createSmppServer, type SmppServer, type Written } from './smpp-server.ts';
import { cut } from './text-parts.ts';

/** The carriers of SMS, their panel and the customers' phones. */
export interface SmsSandbox {
  network: Network;
  smpp: SmppServer;
  close(): Promise<void>;
}

interface PhoneWrites extends Written {
  /** The carrier over HTTP brings the parts as they come, instead of putting them together. */
  inParts?: boolean;
  /** The carrier's id of the message; by itself it makes one. */
  id?: string;
}

const wrong = (reply: FastifyReply, message: string) => reply.status(400).send({ message });

/**
 * Serves the carriers over HTTP under `/providers/sms/http` and `/providers/sms/infobip`, how they behave under `/providers/sms/controls`, and
 * the phones under `/phone/sms`. The SMPP server listens by itself.
 */
export function serveSms(http: FastifyInstance, power: PhonePower): SmsSandbox {
  const network = createNetwork(power);
  const smpp = createSmppServer(network);
  serveHttpCarrier(http, network);
  serveInfobip(http, network);
  servePanel(http, network, smpp);
  servePhones(http, network, smpp);
  return {
    network,
    smpp,
    async close() {
      network.stop();
      await smpp.close();
    },
  };
}

function servePanel(http: FastifyInstance, network: Network, smpp: SmppServer): void {
  http.get('/providers/sms/controls', async () => ({ controls: network.controls, magicNumbers: MAGIC, smppPort: smpp.port() }));
  http.put<{ Body: Partial<Controls> }>('/providers/sms/controls', async ({ body }, reply) => {
    const fault = faultIn(body);
    if (fault !== null) return wrong(reply, fault);
    Object.assign(network.controls, body);
    if (network.controls.down || network.controls.tokenExpired) smpp.drop();
    return { controls: network.controls };
  });
  http.delete('/providers/sms/controls', async () => ({ controls: Object.assign(network.controls, usualControls) }));
  http.post('/providers/sms/smpp/drop', async () => {
    smpp.drop();
    return {};
  });
  // Bytes as hexadecimal text: what no phone would send can be brought too.
  http.post<{ Body: { username?: string; fields?: Record<string, unknown> } }>('/providers/sms/smpp/deliver', async ({ body }, reply) => {
    const { short_message: hex = '', ...fields } = body?.fields ?? {};
    if (typeof hex !== 'string' || !/^(?:[0-9a-f]{2})*$/i.test(hex)) return wrong(reply, 'short_message is no hexadecimal text');
    return { status: await smpp.deliver(body?.username ?? 'sandbox', { ...fields, short_message: Buffer.from(hex, 'hex') }) };
  });
  http.get('/providers/sms/messages', async () => ({ messages: network.taken, asked: network.asked }));
  http.put<{ Params: { username: string }; Body: { password?: unknown } }>('/providers/sms/services/:username', async (request, reply) => {
    const { username } = request.params;
    const password = request.body?.password;
    if (typeof password !== 'string' || password === '') return wrong(reply, 'password is missing');
    network.services.set(username, { username, password });
    return { username };
  });
  http.put<{ Params: { number: string }; Body: Partial<Route> }>('/providers/sms/numbers/:number', async (request, reply) => {
    const { carrier, username = 'sandbox', url = null } = request.body ?? {};
    if (carrier !== 'HTTP' && carrier !== 'INFOBIP' && carrier !== 'SMPP') return wrong(reply, 'carrier is HTTP, INFOBIP or SMPP');
    if (carrier !== 'SMPP' && (typeof url !== 'string' || !URL.canParse(url))) return wrong(reply, 'url is no address');
    network.routes.set(bare(request.params.number), { carrier, username, url });
    return { number: request.params.number };
  });
}

/** @returns what is wrong with what a panel sets */
function faultIn(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return 'controls are missing';
  for (const [name, value] of Object.entries(body)) {
    if (!(name in usualControls)) return `there is no control ${name}`;
    const usual = usualControls[name as keyof Controls];
    if (name === 'reportAfter' ? !isPair(value) : typeof value !== typeof usual) return `${name} has another form`;
    if (typeof value === 'number' && !(value >= 0)) return `${name} is less than nothing`;
  }
  return null;
}
const isPair = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === 'number' && one >= 0);

function servePhones(http: FastifyInstance, network: Network, smpp: SmppServer): void {
  let count = 0;
  http.get<{ Querystring: { number?: string } }>('/phone/sms/messages', async ({ query }, reply) => {
    if (query.number === undefined) return wrong(reply, 'number is missing');
    const key = bare(query.number);
    return { messages: network.phones.get(key) ?? [], written: network.written.get(key) ?? [] };
  });
  // Numbers that have written, or that somebody has said are a service's: to those a phone can write.
  http.get('/phone/sms/numbers', async () => ({
    numbers: [...network.routes].map(([number, { carrier }]) => ({ number: /^\d{9,}$/.test(number) ? `+${number}` : number, carrier })),
  }));
  http.post<{ Body: PhoneWrites }>('/phone/sms/write', async ({ body }, reply) => {
    if (typeof body?.from !== 'string' || typeof body.to !== 'string' || typeof body.text !== 'string')
      return wrong(reply, 'from, to and text are missing');
    const route = network.routes.get(bare(body.to));
    if (!route) return reply.status(404).send({ message: 'nobody has this number' });
    const id = body.id ?? `M${++count}`;
    const isSmpp = route.carrier === 'SMPP';
    const statuses = isSmpp ? await smpp.write(route.username, body) : await writeOverHttp(network, route, body, id);
    const taken = statuses.every((status) => status === (isSmpp ? 0 : 200));
    network.keepWritten(body.from, { id, to: body.to, text: body.text, carrier: route.carrier, taken });
    return { id, statuses };
  });
}

async function writeOverHttp(network: Network, route: Route, body: PhoneWrites, id: string): Promise<number[]> {
  const { from, to, text, reference = 0, lost = [], order, inParts = false } = body;
  const url = route.url ?? '';
  const at = new Date().toISOString();
  if (route.carrier === 'INFOBIP') {
    const result = {
      messageId: id,
      from: from.replace('+', ''),
      to,
      text,
      cleanText: text,
      keyword: null,
      receivedAt: at,
      smsCount: cut(text).length,
    };
    return [await bring(network, { url, body: JSON.stringify({ results: [result], messageCount: 1, pendingMessageCount: 0 }) })];
  }
  const secret = network.services.get(route.username)?.password ?? '';
  const message = (moId: string, words: string, ref?: object) =>
    JSON.stringify({ moId, from, to, text: words, receivedAt: at, network: '28401', ref });
  if (!inParts) return [await bring(network, { url, secret, body: message(id, text) })];
  const parts = cut(text);
  const numbered = parts.map((part, place) => ({ part, at: place + 1 }));
  const inTurn = order ? order.map((one) => ({ at: one, part: parts[one - 1] ?? '' })) : mixed(numbered, network.controls);
  const statuses: number[] = [];
  for (const { part, at: place } of inTurn) {
    if (lost.includes(place)) continue;
    const ref = { id: reference, part: place, parts: parts.length };
    statuses.push(await bring(network, { url, secret, body: message(`${id}-${place}`, part, ref) }));
  }
  return statuses;
}
