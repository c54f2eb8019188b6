import type { FastifyInstance } from 'fastify';
import { createCaller } from '../providers/caller.ts';
import { isRecord, serveControls } from '../providers/controls.ts';
import type { KeptMedia } from '../providers/kept-media.ts';
import type { PhonePower } from '../providers/phone-power.ts';
import { type Carrier, type CarrierControls, createCarrier, type Service } from './carrier.ts';
import { serveInfobip, tellAsInfobip } from './infobip-api.ts';
import { servePlainCarrier, tellPlainly } from './plain-api.ts';

const AGAIN = [1000, 5000, 30_000, 300_000];
const isMs = (value: unknown) => Number.isInteger(value) && Number(value) >= 0;

const OFF: Omit<CarrierControls, 'slowMs' | 'double' | 'outOfOrder' | 'failWith' | 'tokenExpired' | 'down'> = {
  clock: 1000,
  deliverAfterMs: [1000, 5000],
  seenAfterMs: null,
  lateDelivery: false,
  sessionLimit: null,
};
const controlsOf = (http: FastifyInstance, name: string): CarrierControls =>
  serveControls(http, name, {
    off: OFF,
    fits: {
      clock: (value) => typeof value === 'number' && value >= 1 && value <= 1_000_000,
      deliverAfterMs: (value) => Array.isArray(value) && value.length === 2 && value.every(isMs) && value[0] <= value[1],
      seenAfterMs: (value) => value === null || isMs(value),
      lateDelivery: (value) => typeof value === 'boolean',
      sessionLimit: (value) => value === null || isMs(value),
    },
  });

const first = (): Service => ({ username: 'sandbox', password: 'sandbox-viber-key', senders: [], callbackUrl: '', session: true });

/**
 * Two carriers of Viber's business messages, `viber-carrier` with the plain contract and `viber-infobip`, each at `/providers/<name>` with what its
 * customer has bought under `/providers/<name>/service` (GET, PUT), and their phones under `/phone/viber`.
 */
export function serveViberCarriers(
  http: FastifyInstance,
  { origin, media, power }: { origin: string; media: KeptMedia; power: PhonePower },
): void {
  const caller = createCaller(() => AGAIN);
  http.addHook('onClose', async () => caller.stop());
  const plainControls = controlsOf(http, 'viber-carrier');
  const plain = createCarrier(first(), plainControls, tellPlainly(caller), power);
  servePlainCarrier(http, '/providers/viber-carrier', plain, plainControls);
  const hooks = new Map();
  const infobipControls = controlsOf(http, 'viber-infobip');
  const infobip = createCarrier(first(), infobipControls, tellAsInfobip(caller, hooks), power);
  serveInfobip(http, '/providers/viber-infobip', infobip, infobipControls, hooks);
  const carriers: Record<string, Carrier> = { 'viber-carrier': plain, 'viber-infobip': infobip };
  for (const [name, carrier] of Object.entries(carriers)) serveService(http, name, carrier.service);
  servePhone(http, carriers, { origin, media });
}

function serveService(http: FastifyInstance, name: string, service: Service): void {
  http.get(`/providers/${name}/service`, () => service);
  http.put(`/providers/${name}/service`, (request, reply) => {
    const asked = isRecord(request.body) ? request.body : {};
    const fits: Record<keyof Service, (value: unknown) => boolean> = {
      username: (value) => typeof value === 'string' && value !== '',
      password: (value) => typeof value === 'string' && value !== '',
      senders: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
      callbackUrl: (value) => value === '' || (typeof value === 'string' && URL.canParse(value)),
      session: (value) => typeof value === 'boolean',
    };
    const wrong = Object.entries(asked).find(([key, value]) => !(key in fits) || !fits[key as keyof Service](value));
    if (wrong) return reply.code(400).send({ error: `${wrong[0]} is nothing of a service, or not with this value` });
    return Object.assign(service, asked);
  });
}

/** `GET messages?number=`, `POST write` {number, sender, text}, `POST send` {number, sender, base64, contentType, fileName}, `POST read` {number}; `carrier` says whose phone line it is. */
function servePhone(
  http: FastifyInstance,
  carriers: Record<string, Carrier>,
  { origin, media }: { origin: string; media: KeptMedia },
): void {
  const digits = (value: unknown) => (typeof value === 'string' && /^\+?\d{7,15}$/.test(value) ? value.replace(/^\+/, '') : null);
  const carrierOf = (name: unknown) => carriers[typeof name === 'string' && name !== '' ? name : 'viber-carrier'];
  http.get<{ Querystring: { number?: string; carrier?: string } }>('/phone/viber/messages', (request, reply) => {
    const number = digits(request.query.number);
    const carrier = carrierOf(request.query.carrier);
    if (number === null || !carrier) return reply.code(400).send({ error: 'missing or wrong: number, or an unknown carrier' });
    return { number: `+${number}`, messages: carrier.linesOf(number) };
  });
  http.post('/phone/viber/:deed', (request, reply) => {
    const asked = isRecord(request.body) ? request.body : {};
    const number = digits(asked.number);
    const carrier = carrierOf(asked.carrier);
    const refuse = (what: string, status = 400) => reply.code(status).send({ error: what });
    if (number === null || !carrier) return refuse('missing or wrong: number, or an unknown carrier');
    const { deed } = request.params as { deed: string };
    if (deed === 'read') {
      carrier.read(number);
      return { read: true };
    }
    const { sender, text, base64, contentType, fileName } = asked;
    if (typeof sender !== 'string' || sender === '') return refuse('missing or wrong: sender');
    let kept: string | null;
    if (deed === 'write') {
      if (typeof text !== 'string' || text === '') return refuse('missing or wrong: text');
      kept = carrier.answer(number, sender, { text });
    } else if (deed === 'send') {
      if (typeof base64 !== 'string' || typeof fileName !== 'string') return refuse('missing or wrong: base64, fileName');
      const type = typeof contentType === 'string' ? contentType : 'application/octet-stream';
      const path = media.keep(Buffer.from(base64, 'base64'), type, fileName);
      kept = carrier.answer(number, sender, { url: `${origin}${path}`, fileName }, path);
    } else return refuse('a phone cannot do that', 404);
    return kept === null ? { sent: true } : refuse(kept, 409);
  });
}
