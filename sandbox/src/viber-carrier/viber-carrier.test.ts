import type { AddressInfo } from 'node:net';
import { type FastifyInstance, fastify } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { serveKeptMedia } from '../providers/kept-media.ts';
import { servePhonePower } from '../providers/phone-power.ts';
import { serveViberCarriers } from './serve.ts';

type Receipt = { id: string; status: string; channel?: string; reason?: string; at: string };

let sandbox: FastifyInstance;
let owner: FastifyInstance;
let hook: string;
let called: { body: Record<string, unknown>; authorization: string | undefined }[] = [];
let ids = 0;

beforeAll(async () => {
  sandbox = fastify();
  serveViberCarriers(sandbox, { origin: 'http://127.0.0.1', media: serveKeptMedia(sandbox), power: servePhonePower(sandbox) });
  owner = fastify();
  owner.post('/hook', async (request) => {
    called.push({ body: request.body as Record<string, unknown>, authorization: request.headers.authorization });
    return {};
  });
  await owner.listen({ host: '127.0.0.1', port: 0 });
  hook = `http://127.0.0.1:${(owner.server.address() as AddressInfo).port}/hook`;
});
afterAll(() => Promise.all([sandbox.close(), owner.close()]));
afterEach(async () => {
  called = [];
  for (const name of ['viber-carrier', 'viber-infobip']) await sandbox.inject({ method: 'DELETE', url: `/providers/${name}/controls` });
});

const BASIC = `Basic ${Buffer.from('sandbox:sandbox-viber-key').toString('base64')}`;
const put = (path: string, payload: object) => sandbox.inject({ method: 'PUT', url: path, payload });
const newId = () => `id-${++ids}`;
const receipts = (id: string) => called.map(({ body }) => body as unknown as Receipt).filter((one) => one.id === id);
async function waitFor(fits: () => boolean): Promise<void> {
  for (let n = 0; n < 300 && !fits(); n++) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(fits()).toBe(true);
}

describe('the carrier with the plain contract', () => {
  const send = async (over: object = {}, authorization = BASIC) => {
    const message = {
      id: newId(),
      serviceId: 'LUMEN',
      to: '+359881000000',
      ttl: 60,
      type: 'TEXT',
      text: 'Good day',
      tracking: 't',
      callbackUrl: hook,
    };
    const answer = await sandbox.inject({
      method: 'POST',
      url: '/providers/viber-carrier/viber/messages',
      payload: { ...message, ...over },
      headers: { authorization },
    });
    return { status: answer.statusCode, id: message.id, error: answer.json<{ error?: { code: string } }>().error };
  };
  const quick = (more: object = {}) => put('/providers/viber-carrier/controls', { deliverAfterMs: [250, 260], clock: 200, ...more });

  it('takes a message, sends it and delivers it, each told with the credentials of the service', async () => {
    await quick();
    const { status, id } = await send();
    expect(status).toBe(202);
    await waitFor(() => receipts(id).length === 2);
    expect(receipts(id).map((one) => one.status)).toEqual(['SENT', 'DELIVERED']);
    expect(called.every(({ authorization }) => authorization === BASIC)).toBe(true);
  });

  it('waits for a phone that is off, for as long as the message lives', async () => {
    await quick({ deliverAfterMs: [0, 1] });
    const [inTime, tooLate] = ['+359881000251', '+359881000252'];
    await put('/phone/power', { phones: [inTime, tooLate], on: false });
    const [first, second] = [await send({ to: inTime, ttl: 86_400 }), await send({ to: tooLate, ttl: 60 })];
    await waitFor(() => receipts(second.id).some(({ status }) => status === 'EXPIRED'));
    expect(receipts(first.id).map(({ status }) => status)).toEqual(['SENT']);
    await put('/phone/power', { phones: [inTime, tooLate], on: true });
    await waitFor(() => receipts(first.id).some(({ status }) => status === 'DELIVERED'));
    expect(receipts(second.id).map(({ status }) => status)).toEqual(['SENT', 'EXPIRED']);
  });

  it('takes an id once', async () => {
    const id = newId();
    expect((await send({ id })).status).toBe(202);
    expect(await send({ id })).toMatchObject({ status: 409, error: { code: 'ALREADY_SENT' } });
  });

  it.each([
    ['nothing', { text: '' }],
    ['too many words', { text: 'x'.repeat(1001) }],
    ['words beside a picture without a button', { type: 'IMAGE', imageUrl: 'https://x.example/a.png' }],
    ['a picture of another type', { type: 'IMAGE', text: '', imageUrl: 'https://x.example/a.gif' }],
    ['a button without words', { type: 'TEXT_BUTTON', text: '', buttonText: 'Open', buttonUrl: 'https://x.example/' }],
    ['too long a button', { type: 'TEXT_BUTTON', buttonText: 'x'.repeat(31), buttonUrl: 'https://x.example/' }],
    ['words beside a file', { type: 'FILE', fileUrl: 'https://x.example/a.pdf', fileName: 'a.pdf' }],
    ['too long a name', { type: 'FILE', text: '', fileUrl: 'https://x.example/a.pdf', fileName: `${'x'.repeat(30)}.pdf` }],
    ['too short a time', { ttl: 29 }],
    ['a number that is none', { to: '359881000000' }],
  ])('refuses %s', async (_what, over) => {
    expect((await send(over)).status).toBeGreaterThanOrEqual(400);
  });

  it('knows by the last two digits who is not on Viber, and sends a short message instead where it was given one', async () => {
    await quick();
    const alone = await send({ to: '+359881000009' });
    const { id } = await send({ to: '+359881000009', fallback: { sender: 'LUMEN', text: 'Good day by SMS' } });
    await waitFor(() => receipts(id).length === 3 && receipts(alone.id).length === 1);
    expect(receipts(id).map((one) => [one.channel, one.status, one.reason])).toEqual([
      ['VIBER', 'UNDELIVERABLE', 'SRVC_NOT_VIBER_USER'],
      ['SMS', 'SENT', undefined],
      ['SMS', 'DELIVERED', undefined],
    ]);
    const phone = await sandbox.inject('/phone/viber/messages?number=%2B359881000009');
    expect(phone.json().messages).toMatchObject([{ channel: 'SMS', text: 'Good day by SMS' }]);
  });

  it('lets what is not fetched expire by its own clock, and delivers it late, twice and out of order as the controls say', async () => {
    await quick({ lateDelivery: true });
    const late = await send({ to: '+359881000199' });
    await waitFor(() => receipts(late.id).length === 3);
    expect(receipts(late.id).map((one) => one.status)).toEqual(['SENT', 'EXPIRED', 'DELIVERED']);
    await quick({ double: true, outOfOrder: true });
    const shuffled = await send();
    await waitFor(() => receipts(shuffled.id).length === 4);
    expect(receipts(shuffled.id).map((one) => one.status)).toEqual(['DELIVERED', 'DELIVERED', 'SENT', 'SENT']);
  });

  it('brings replies of a service for conversations alone, each with what it answers', async () => {
    await quick();
    await put('/providers/viber-carrier/service', { callbackUrl: hook });
    const { id } = await send({ to: '+359881000300' });
    await waitFor(() => receipts(id).some((one) => one.status === 'DELIVERED'));
    const write = () =>
      sandbox.inject({ method: 'POST', url: '/phone/viber/write', payload: { number: '+359881000300', sender: 'LUMEN', text: 'Thanks' } });
    expect((await write()).statusCode).toBe(200);
    await waitFor(() => called.some(({ body }) => body.text === 'Thanks'));
    expect(called.find(({ body }) => body.text === 'Thanks')?.body).toMatchObject({
      from: '+359881000300',
      to: 'LUMEN',
      type: 'TEXT',
      inReplyTo: id,
    });
    await put('/providers/viber-carrier/service', { session: false });
    expect((await write()).statusCode).toBe(409);
    await put('/providers/viber-carrier/service', { session: true });
  });

  it('wants an answer after so many messages, refuses strangers, and is away as the controls say', async () => {
    await quick({ sessionLimit: 1 });
    expect((await send({ to: '+359881000400' })).status).toBe(202);
    expect(await send({ to: '+359881000400' })).toMatchObject({ status: 422, error: { code: 'WAIT_FOR_USER_RESPONSE' } });
    expect((await send({}, 'Basic guessed')).status).toBe(401);
    await quick({ failWith: 503 });
    expect((await send()).status).toBe(503);
  });
});

describe('the Infobip-like carrier', () => {
  const send = async (over: object = {}, authorization = 'App sandbox-viber-key') => {
    const messageId = newId();
    const message = {
      sender: 'LUMEN',
      destinations: [{ to: '359881000000', messageId }],
      content: { type: 'TEXT', text: 'Good day' },
      options: { validityPeriod: { amount: 1, timeUnit: 'MINUTES' }, label: 'TRANSACTIONAL' },
      webhooks: { delivery: { url: hook }, seen: { url: hook } },
      ...over,
    };
    const answer = await sandbox.inject({
      method: 'POST',
      url: '/providers/viber-infobip/viber/2/messages',
      payload: { messages: [message] },
      headers: { authorization },
    });
    return { status: answer.statusCode, messageId, said: answer.json() };
  };
  const statusOf = ({ said }: { said: { messages: { status: { name: string } }[] } }) => said.messages[0]?.status.name;

  it('takes a message and reports by the webhooks that it names; an id is taken once', async () => {
    await put('/providers/viber-infobip/controls', { deliverAfterMs: [250, 260], seenAfterMs: 20 });
    const taken = await send();
    expect(statusOf(taken)).toBe('PENDING_ACCEPTED');
    const results = () =>
      called.flatMap(({ body }) => (body.results ?? []) as { messageId: string; status?: { name: string }; seenAt?: string }[]);
    await waitFor(() => results().length === 3);
    expect(results().map(({ status, seenAt }) => status?.name ?? (seenAt && 'SEEN'))).toEqual([
      'PENDING_ENROUTE',
      'DELIVERED_TO_HANDSET',
      'SEEN',
    ]);
    const again = await send({ destinations: [{ to: '359881000000', messageId: taken.messageId }] });
    expect(statusOf(again)).toBe('REJECTED_DUPLICATE_MESSAGE_ID');
  });

  it('refuses whoever it does not know, and what does not fit, in its own words', async () => {
    expect(await send({}, 'App guessed')).toMatchObject({
      status: 401,
      said: { requestError: { serviceException: { messageId: 'UNAUTHORIZED' } } },
    });
    expect((await send({ options: {} })).status).toBe(400);
    expect((await send({ content: { type: 'HOLOGRAM' } })).status).toBe(400);
    expect(statusOf(await send({ destinations: [{ to: '359881000017', messageId: newId() }] }))).toBe('REJECTED_NOT_ENOUGH_CREDITS');
  });
});
