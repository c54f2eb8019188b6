import type { FastifyInstance } from 'fastify';
import type { Caller } from '../providers/caller.ts';
import { comesThrough, isRecord } from '../providers/controls.ts';
import type { Carrier, CarrierControls, Telling } from './carrier.ts';
import { CODES } from './codes.ts';
import type { Sent } from './layouts.ts';

const basic = ({ username, password }: Carrier['service']) => `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The plain contract: `POST <base>/viber/messages`, `GET <base>/viber/services/<sender>`. */
export function servePlainCarrier(http: FastifyInstance, base: string, carrier: Carrier, controls: CarrierControls): void {
  http.post(`${base}/viber/messages`, async (request, reply) => {
    if (!(await comesThrough(controls, request, reply))) return reply;
    const refuse = (status: number, code: string, message: string) => reply.code(status).send({ error: { code, message } });
    if (controls.failWith !== null) return refuse(controls.failWith, 'FAILS', 'as the controls say');
    if (controls.tokenExpired || request.headers.authorization !== basic(carrier.service))
      return refuse(401, 'UNAUTHORIZED', 'unknown credentials');
    const sent = sentIn(request.body);
    if (typeof sent === 'string') return refuse(400, 'BAD_PARAMETERS', sent);
    const taken = carrier.take(sent);
    if (taken.kind === 'DUPLICATE') return refuse(409, 'ALREADY_SENT', 'the id was sent before');
    if (taken.kind === 'REFUSED') return refuse(422, (CODES[taken.code] ?? 'BAD_DATA').replace('SRVC_', ''), taken.what);
    return reply.code(202).send({ id: sent.id, status: 'ACCEPTED' });
  });
  http.get<{ Params: { sender: string } }>(`${base}/viber/services/:sender`, async (request, reply) => {
    if (!(await comesThrough(controls, request, reply))) return reply;
    const { service } = carrier;
    if (controls.tokenExpired || request.headers.authorization !== basic(service))
      return reply.code(401).send({ error: { code: 'UNAUTHORIZED' } });
    const { sender } = request.params;
    if (service.senders.length > 0 && !service.senders.includes(sender)) return reply.code(404).send({ error: { code: 'BAD_SERVICE_ID' } });
    return { serviceId: sender, session: service.session };
  });
}

const TYPES: ReadonlySet<unknown> = new Set(['TEXT', 'IMAGE', 'TEXT_BUTTON', 'TEXT_IMAGE_BUTTON', 'FILE']);

/** A message as the contract has it; else which field is wrong. */
function sentIn(body: unknown): Sent | string {
  if (!isRecord(body)) return 'body';
  const { id, serviceId, to, ttl, type, fallback } = body;
  if (textOf(id) === '') return 'id';
  if (textOf(serviceId) === '') return 'serviceId';
  if (!/^\+\d+$/.test(textOf(to))) return 'to';
  if (typeof ttl !== 'number') return 'ttl';
  if (!TYPES.has(type)) return 'type';
  if (!URL.canParse(textOf(body.callbackUrl))) return 'callbackUrl';
  const button = body.buttonText === undefined ? null : { text: textOf(body.buttonText), url: textOf(body.buttonUrl) };
  const file = type === 'FILE' ? { url: textOf(body.fileUrl), name: textOf(body.fileName) } : null;
  if ((type === 'TEXT_BUTTON' || type === 'TEXT_IMAGE_BUTTON') !== (button !== null)) return 'buttonText';
  if ((type === 'IMAGE' || type === 'TEXT_IMAGE_BUTTON') !== (textOf(body.imageUrl) !== '')) return 'imageUrl';
  if (fallback !== undefined && !(isRecord(fallback) && textOf(fallback.sender) !== '' && textOf(fallback.text) !== '')) return 'fallback';
  return {
    id: textOf(id),
    sender: textOf(serviceId),
    to: textOf(to).slice(1),
    ttlSeconds: ttl,
    text: textOf(body.text),
    imageUrl: textOf(body.imageUrl),
    button,
    file,
    tracking: textOf(body.tracking),
    callbackUrl: textOf(body.callbackUrl),
    fallback: isRecord(fallback) ? { sender: textOf(fallback.sender), text: textOf(fallback.text) } : null,
  };
}

/** Its calls: one receipt, or one reply, each with the credentials of the service. */
export function tellPlainly(caller: Caller): Telling {
  const call = (url: string, service: Carrier['service'], body: object) => {
    if (url === '') return;
    void caller.call({ url, body: JSON.stringify(body), headers: { authorization: basic(service) } }, {});
  };
  return {
    receipt: (service, { sent, channel, status, code }) =>
      call(sent.callbackUrl, service, {
        id: sent.id,
        to: `+${sent.to}`,
        channel,
        status,
        ...(code !== null && { reason: CODES[code] }),
        at: new Date().toISOString(),
      }),
    reply: (service, { id, from, sender, type, text, url, fileName, pairedId }) =>
      call(service.callbackUrl, service, {
        id,
        from: `+${from}`,
        to: sender,
        type,
        ...(text && { text }),
        ...(url && { mediaUrl: url, fileName }),
        ...(pairedId && { inReplyTo: pairedId }),
        at: new Date().toISOString(),
      }),
  };
}
