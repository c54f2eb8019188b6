import { createHmac } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { type FastifyInstance, fastify } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { serveKeptMedia } from '../providers/kept-media.ts';
import { servePhonePower } from '../providers/phone-power.ts';
import { FIRST_BOT, serveViberBot } from './serve.ts';

interface Called {
  body: string;
  signature: string;
}

let sandbox: FastifyInstance;
let owner: FastifyInstance;
let hook: string;
/** What the bot's owner was called with, and how they answer. */
let calls: Called[] = [];
let answer: (event: string) => { status: number; body?: string } = () => ({ status: 200 });
let users = 0;

beforeAll(async () => {
  sandbox = fastify();
  serveViberBot(sandbox, { origin: 'http://127.0.0.1', media: serveKeptMedia(sandbox), power: servePhonePower(sandbox) });
  owner = fastify();
  owner.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  owner.post('/hook', async (request, reply) => {
    const body = String(request.body);
    calls.push({ body, signature: String(request.headers['x-viber-content-signature']) });
    const { status, body: said = '' } = answer(JSON.parse(body).event);
    return reply.code(status).send(said);
  });
  await owner.listen({ host: '127.0.0.1', port: 0 });
  hook = `http://127.0.0.1:${(owner.server.address() as AddressInfo).port}/hook`;
  await control({ redeliverAfterMs: [20, 20, 20] });
});
afterAll(() => Promise.all([sandbox.close(), owner.close()]));
afterEach(() => {
  calls = [];
  answer = () => ({ status: 200 });
});

async function ask(path: string, payload: object, method: 'POST' | 'PUT' = 'POST', token: string = FIRST_BOT.token) {
  return (await sandbox.inject({ method, url: path, payload, headers: { 'x-viber-auth-token': token } })).body;
}
const api = async (call: string, body: object, token?: string) =>
  JSON.parse(await ask(`/providers/viber-bot/pa/${call}`, body, 'POST', token));
const control = (controls: object) => ask('/providers/viber-bot/controls', controls, 'PUT');
const phone = async (deed: string, user: string, more: object = {}) =>
  JSON.parse(await ask(`/phone/viber-public/${deed}`, { user, ...more }));
const words = (receiver: string, text = 'Good day') => ({ receiver, sender: { name: 'Lumen' }, type: 'text', text });
const newUser = () => `user-${++users}==`;
const eventsNow = () => calls.map(({ body }) => JSON.parse(body).event);
async function waitFor(fits: () => boolean): Promise<void> {
  for (let n = 0; n < 200 && !fits(); n++) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(fits()).toBe(true);
}

describe('Viber’s bots as the sandbox plays them', () => {
  it('call the webhook, signed, before they answer that it is set, and refuse one that does not answer 200', async () => {
    expect(await api('send_message', words('x'))).toMatchObject({ status: 10 });
    answer = () => ({ status: 500 });
    expect(await api('set_webhook', { url: hook })).toMatchObject({ status: 1 });
    expect(await api('set_webhook', { url: 'http://elsewhere.example/hook' })).toMatchObject({ status: 1 });
    answer = () => ({ status: 200 });
    expect(await api('set_webhook', { url: hook, event_types: ['delivered', 'seen', 'failed', 'conversation_started'] })).toMatchObject({
      status: 0,
    });
    expect(eventsNow()).toEqual(['webhook', 'webhook']);
    for (const { body, signature } of calls) expect(signature).toBe(createHmac('sha256', FIRST_BOT.token).update(body).digest('hex'));
  });

  it('write tokens as bare numbers beyond what JavaScript tells apart', async () => {
    const user = newUser();
    await phone('write', user, { text: 'Hello' });
    const body = await ask('/providers/viber-bot/pa/send_message', words(user));
    const [, token = ''] = /"message_token":(\d+)/.exec(body) ?? [];
    expect(BigInt(token)).toBeGreaterThan(2n ** 53n);
    expect(String(Number(token))).not.toBe(token);
    expect(calls[0]?.body).toMatch(/"message_token":\d{19}/);
  });

  it('know nobody who never came, and bring nothing to whoever is not subscribed', async () => {
    const user = newUser();
    expect(await api('send_message', words(user))).toMatchObject({ status: 5 });
    answer = (event) => ({
      status: 200,
      ...(event === 'conversation_started' && { body: '{"sender":{"name":"L"},"type":"text","text":"Welcome"}' }),
    });
    expect(await phone('open', user)).toEqual({ welcomed: true });
    expect(await api('send_message', words(user))).toMatchObject({ status: 6 });
    await phone('subscribe', user);
    expect(await api('send_message', words(user))).toMatchObject({ status: 0 });
    await phone('leave', user);
    expect(await api('send_message', words(user))).toMatchObject({ status: 6 });
    expect(eventsNow()).toEqual(expect.arrayContaining(['conversation_started', 'subscribed', 'unsubscribed']));
  });

  it('tell by which picture somebody is shown, which is to be had from here, and leave out what there is not', async () => {
    const user = newUser();
    const tells = async (deed: string, more: object) => {
      calls = [];
      const said = await phone(deed, user, more);
      // Of those before, reports may still be coming.
      const told = calls.find(({ body }) => body.includes(`"${user}"`));
      const { sender, user: about } = JSON.parse(told?.body ?? '{}');
      return said.error ?? (sender ?? about)?.avatar;
    };
    expect(await tells('write', { text: 'Hello' })).toBeUndefined();
    const face = await tells('write', { text: 'Hello', avatar: 2 });
    expect(face).toBe('http://127.0.0.1/phone/viber-public/faces/2.png');
    const { headers, rawPayload } = await sandbox.inject(new URL(face).pathname);
    expect([headers['content-type'], rawPayload.subarray(1, 4).toString()]).toEqual(['image/png', 'PNG']);
    expect([await tells('subscribe', {}), await tells('open', {})]).toEqual([face, face]);
    expect(await tells('write', { text: 'Hello', avatar: 'http://elsewhere.example/a.png' })).toBe('http://elsewhere.example/a.png');
    expect(await tells('write', { text: 'Hello', avatar: 0 })).toBeUndefined();
    expect(await tells('write', { text: 'Hello', avatar: 9 })).toContain('avatar');
    expect((await sandbox.inject('/phone/viber-public/faces/9.png')).statusCode).toBe(404);
  });

  it('call again within the hour until they hear 200', async () => {
    let refused = 2;
    answer = (event) => ({ status: event === 'message' && refused-- > 0 ? 503 : 200 });
    await phone('write', newUser(), { text: 'Hello' });
    await waitFor(() => calls.length === 3);
    expect(new Set(calls.map(({ body }) => body)).size).toBe(1);
  });

  it('take a hundred messages an hour to somebody who does not answer', async () => {
    const user = newUser();
    await phone('write', user, { text: 'Hello' });
    const sent = [];
    for (let n = 0; n < 101; n++) sent.push((await api('send_message', words(user, `${n}`))).status);
    expect(sent.slice(0, 100).every((status) => status === 0)).toBe(true);
    expect(sent[100]).toBe(12);
    await phone('write', user, { text: 'An answer' });
    expect(await api('send_message', words(user))).toMatchObject({ status: 0 });
  });

  it('report nothing of a phone that is off until it is on, and that it was seen once somebody reads', async () => {
    const user = newUser();
    // Of those before, reports may still be coming.
    const told = () => calls.filter(({ body }) => body.includes(`"${user}"`)).map(({ body }) => JSON.parse(body).event);
    await phone('write', user, { text: 'Hello' });
    await ask('/phone/power', { phones: [user], on: false }, 'PUT');
    expect(await api('send_message', words(user))).toMatchObject({ status: 0 });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(told()).toEqual(['message']);
    await ask('/phone/power', { phones: [user], on: true }, 'PUT');
    await waitFor(() => told().includes('delivered'));
    expect(told()).not.toContain('seen');
    await phone('read', user);
    expect(told()).toEqual(['message', 'delivered', 'seen']);
  });

  it('let fail on the phone what they have taken, where the controls say so', async () => {
    const user = newUser();
    await phone('write', user, { text: 'Hello' });
    await control({ failsLate: 'No way' });
    expect(await api('send_message', words(user))).toMatchObject({ status: 0 });
    await waitFor(() => eventsNow().includes('failed'));
    await control({ failsLate: null });
  });

  it.each([
    ['no words', { text: '' }, 4],
    ['too many words', { text: 'x'.repeat(7001) }, 3],
    ['nobody’s name', { sender: {} }, 4],
    ['too long a name', { sender: { name: 'x'.repeat(29) } }, 3],
    ['a picture without its address', { type: 'picture' }, 4],
    ['a file without its size', { type: 'file', media: 'https://x.example/a.pdf', file_name: 'a.pdf' }, 4],
    ['a program', { type: 'file', media: 'https://x.example/a.exe', file_name: 'a.exe', size: 1 }, 3],
    ['too large a film', { type: 'video', media: 'https://x.example/a.mp4', size: 27 * 1024 * 1024 }, 3],
    ['a keyboard in small letters', { keyboard: { type: 'keyboard', buttons: [] } }, 3],
    ['a newer interface than the phone has', { min_api_version: 99 }, 13],
  ])('refuse %s', async (_what, wrong, status) => {
    const user = newUser();
    await phone('write', user, { text: 'Hello' });
    expect(await api('send_message', { ...words(user), ...wrong })).toMatchObject({ status });
  });

  it('refuse whoever they do not know, whatever they are told to refuse, and controls that are none', async () => {
    expect(await api('get_account_info', {}, 'another')).toMatchObject({ status: 2 });
    await control({ failWith: 7 });
    expect(await api('get_account_info', {})).toMatchObject({ status: 7 });
    await control({ failWith: null, tokenExpired: true });
    expect(await api('get_account_info', {})).toMatchObject({ status: 2 });
    await control({ tokenExpired: false });
    expect(await ask('/providers/viber-bot/controls', { slowMs: -1 }, 'PUT')).toContain('slowMs');
    expect(await ask('/providers/viber-bot/controls', { whatever: 1 }, 'PUT')).toContain('whatever');
  });
});
