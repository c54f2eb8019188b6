import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type FastifyInstance, fastify } from 'fastify';
import smpp, { type Pdu, type Session } from 'smpp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { servePhonePower } from '../providers/phone-power.ts';
import { type SmsSandbox, serveSms } from './serve.ts';
import { cut, fromSevenBit, toSevenBit } from './text-parts.ts';

interface Heard {
  request: IncomingMessage;
  body: string;
}

let http: FastifyInstance;
let sms: SmsSandbox;
/** The product, as far as carriers call it. */
let product: ReturnType<typeof createServer>;
let url: string;
let heard: Heard[];
/** What the product answers, in turn; then 200. */
let answers: number[];

beforeEach(async () => {
  [heard, answers] = [[], []];
  product = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    heard.push({ request, body });
    response.writeHead(answers.shift() ?? 200).end();
  }).listen(0, '127.0.0.1');
  await once(product, 'listening');
  url = `http://127.0.0.1:${(product.address() as AddressInfo).port}/hook`;
  http = fastify();
  sms = serveSms(http, servePhonePower(http));
  await sms.smpp.listen(0);
  Object.assign(sms.network.controls, { double: 0, outOfOrder: false, reportAfter: [0, 20], timeScale: 0.001 });
});
afterEach(async () => {
  await sms.close();
  await http.close();
  product.closeAllConnections();
  product.close();
});

const basic = `Basic ${Buffer.from('sandbox:sandbox').toString('base64')}`;
const message = (more: object = {}) => ({ id: 'one', from: 'MyShop', to: '+359888111200', text: 'Hi', dlrUrl: url, ...more });
const submit = (body: object, headers: Record<string, string> = { authorization: basic }) =>
  http.inject({ method: 'POST', url: '/providers/sms/http/sms/messages', headers, payload: body });
const until = async (fits: () => boolean) => {
  for (const end = Date.now() + 5000; !fits() && Date.now() < end; ) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(fits()).toBe(true);
};

describe('the carrier over HTTP', () => {
  it('takes a message once by its id, and reports each of its parts, signed', async () => {
    const text = 'ж'.repeat(71);
    const first = await submit(message({ text }));
    expect([first.statusCode, first.json()]).toEqual([202, { id: 'one', carrierId: 'C1', parts: 2, status: 'ACCEPTED' }]);
    const again = await submit(message({ text }));
    expect([again.statusCode, again.json().carrierId]).toEqual([200, 'C1']);
    await until(() => heard.length === 2);
    expect(
      heard
        .map(({ body }) => JSON.parse(body))
        .map(({ part, status }) => [part, status])
        .toSorted(),
    ).toEqual([
      [1, 'DELIVRD'],
      [2, 'DELIVRD'],
    ]);
    const [{ request, body }] = heard as [Heard];
    expect(request.headers['x-signature']).toBe(`sha256=${createHmac('sha256', 'sandbox').update(body).digest('hex')}`);
    const phone = await http.inject('/phone/sms/messages?number=%2B359888111200');
    expect(phone.json().messages).toMatchObject([{ text, parts: 2, from: 'MyShop' }]);
  });

  it.each([
    [{ to: '0888' }, 400, 'INVALID_NUMBER'],
    [{ from: '' }, 400, 'BAD_REQUEST'],
    [{ from: 'AVeryLongNameOfAShop' }, 403, 'BAD_SENDER'],
    [{ text: 'ж'.repeat(671) }, 400, 'BAD_REQUEST'],
    [{ to: '+359888111296' }, 402, 'INSUFFICIENT_FUNDS'],
    [{ to: '+359888111297' }, 403, 'BLACKLISTED'],
    [{ to: '+359888111298' }, 400, 'NO_ROUTE'],
  ])('refuses %j with %i %s', async (more, status, code) => {
    const answer = await submit(message(more));
    expect([answer.statusCode, answer.json().error.code]).toEqual([status, code]);
  });

  it('refuses who is not its customer, what is too much at once, and everything while it is down', async () => {
    expect((await submit(message(), { authorization: 'Basic x' })).statusCode).toBe(401);
    sms.network.controls.perSecond = 1;
    await submit(message());
    const tooMuch = await submit(message({ id: 'two' }));
    expect([tooMuch.statusCode, tooMuch.headers['retry-after']]).toEqual([429, '1']);
    sms.network.controls.down = true;
    expect((await submit(message({ id: 'three' }))).statusCode).toBe(503);
  });

  it.each([
    ['90', 'EXPIRED'],
    ['91', 'UNDELIV'],
    ['92', 'REJECTD'],
    ['93', 'DELETED'],
    ['94', 'ACCEPTD'],
  ])('reports to numbers that end with %s %s, and no phone gets the message', async (digits, state) => {
    const to = `+3598881112${digits}`;
    await submit(message({ to }));
    await until(() => heard.length === 1);
    expect(JSON.parse(heard[0]?.body ?? '')).toMatchObject({ status: state, to });
    expect((await http.inject(`/phone/sms/messages?number=${encodeURIComponent(to)}`)).json()).toEqual({ messages: [], written: [] });
  });

  it('keeps what goes to a phone that is off, with its report, until it is on; and nothing is written with it', async () => {
    await submit(message({ from: '+359700100100' }));
    await until(() => heard.length === 1);
    const turn = (on: boolean) => http.inject({ method: 'PUT', url: '/phone/power', payload: { phones: ['+359888111200'], on } });
    const inbox = async () => (await http.inject('/phone/sms/messages?number=%2B359888111200')).json();
    await turn(false);
    expect((await http.inject('/phone/power?phone=%2B359888111200')).json()).toEqual({ on: false });
    expect((await submit(message({ id: 'two', text: 'Later' }))).statusCode).toBe(202);
    const written = { from: '+359888111200', to: '+359700100100', text: 'Yes' };
    const write = () => http.inject({ method: 'POST', url: '/phone/sms/write', payload: written });
    expect((await write()).statusCode).toBe(409);
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect([heard.length, (await inbox()).messages.length]).toEqual([1, 1]);
    await turn(true);
    await until(() => heard.length === 2);
    expect((await inbox()).messages.at(-1)).toMatchObject({ text: 'Later' });
    expect((await write()).json().statuses).toEqual([200]);
    expect((await inbox()).written).toMatchObject([{ text: 'Yes', to: '+359700100100', carrier: 'HTTP', taken: true }]);
    expect((await http.inject('/phone/sms/numbers')).json().numbers).toContainEqual({ number: '+359700100100', carrier: 'HTTP' });
  });

  it('knows nobody whose credentials are not taken any more', async () => {
    sms.network.controls.tokenExpired = true;
    expect((await submit(message())).statusCode).toBe(401);
  });

  it('brings again what was not answered with 200', async () => {
    answers = [503, 500];
    await submit(message());
    await until(() => heard.length === 3);
    expect(new Set(heard.map(({ body }) => body)).size).toBe(1);
  });

  it('brings what a phone writes, in parts where it is told to, and loses some', async () => {
    await submit(message({ from: '+359700100100' }));
    await until(() => heard.length === 1);
    const written = {
      from: '+359888111200',
      to: '+359700100100',
      text: 'ж'.repeat(140),
      inParts: true,
      reference: 7,
      order: [3, 1, 2],
      lost: [1],
    };
    await http.inject({ method: 'POST', url: '/phone/sms/write', payload: written });
    const refs = heard.slice(1).map(({ body }) => JSON.parse(body).ref);
    expect(refs).toEqual([
      { id: 7, part: 3, parts: 3 },
      { id: 7, part: 2, parts: 3 },
    ]);
    const nobody = await http.inject({ method: 'POST', url: '/phone/sms/write', payload: { ...written, to: '+359700999999' } });
    expect(nobody.statusCode).toBe(404);
  });
});

describe('the panel', () => {
  it.each([
    [{ speed: 1 }, 'there is no control speed'],
    [{ down: 'yes' }, 'down has another form'],
    [{ reportAfter: [1] }, 'reportAfter has another form'],
    [{ slowMs: -1 }, 'slowMs is less than nothing'],
  ])('refuses %j', async (controls, fault) => {
    const answer = await http.inject({ method: 'PUT', url: '/providers/sms/controls', payload: controls });
    expect([answer.statusCode, answer.json()]).toEqual([400, { message: fault }]);
  });
});

describe('the carrier over SMPP', () => {
  const connect = async (): Promise<Session> => {
    const session = (smpp as unknown as { connect(options: object): Session }).connect({ host: '127.0.0.1', port: sms.smpp.port() });
    session.on('error', () => undefined);
    await once(session, 'connect');
    return session;
  };
  const ask = (session: Session, command: string, fields: object): Promise<Pdu> =>
    new Promise((resolve) =>
      (session as unknown as Record<string, (fields: object, told: (pdu: Pdu) => void) => void>)[command]?.(fields, resolve),
    );
  const bind = (session: Session, more: object = {}) =>
    ask(session, 'bind_transceiver', { system_id: 'sandbox', password: 'sandbox', interface_version: 0x34, ...more });
  const short = (more: object = {}) => ({
    source_addr: 'MyShop',
    source_addr_ton: 5,
    destination_addr: '359888111200',
    data_coding: 0,
    short_message: toSevenBit('Hi €'),
    ...more,
  });

  it('lets in who knows a service, and nobody with a longer password than there are', async () => {
    const session = await connect();
    expect((await ask(session, 'submit_sm', short())).command_status).toBe(0x04);
    expect((await bind(session, { system_id: 'nobody' })).command_status).toBe(0x0f);
    expect((await bind(session, { password: 'wrong' })).command_status).toBe(0x0e);
    sms.network.services.set('long', { username: 'long', password: 'ninechars' });
    expect((await bind(session, { system_id: 'long', password: 'ninechars' })).command_status).toBe(0x0e);
    expect((await bind(session)).command_status).toBe(0);
    session.destroy();
  });

  it('throttles, refuses and takes, and brings a receipt again until it is answered', async () => {
    const session = await connect();
    await bind(session);
    const receipts: Pdu[] = [];
    session.on('deliver_sm', (pdu: Pdu) => {
      receipts.push(pdu);
      if (receipts.length > 1) session.send(pdu.response());
    });
    const { message_id: id } = await ask(session, 'submit_sm', short());
    await until(() => receipts.length > 1);
    expect(new Set(receipts.map((pdu) => pdu.receipted_message_id))).toEqual(new Set([id]));
    expect(sms.network.phones.get('359888111200')).toMatchObject([{ text: 'Hi €', carrier: 'SMPP' }]);
    for (const [fields, status] of [
      [{ source_addr_ton: 1 }, 0x0a],
      [{ destination_addr: '12' }, 0x0b],
      [{ destination_addr: '359888111298' }, 0x0b],
      [{ destination_addr: '359888111297' }, 0x103],
      [{ destination_addr: '359888111296' }, 0x400],
    ] as const)
      expect((await ask(session, 'submit_sm', short(fields))).command_status).toBe(status);
    sms.network.controls.failSmpp = 0x14;
    expect((await ask(session, 'submit_sm', short())).command_status).toBe(0x14);
    Object.assign(sms.network.controls, { failSmpp: 0, perSecond: 1 });
    const both = await Promise.all([ask(session, 'submit_sm', short()), ask(session, 'submit_sm', short())]);
    expect(both.map(({ command_status: status }) => status)).toContain(0x58);
    session.destroy();
  });

  it('brings receipts to another line of the service too, asks for signs of life, and cuts with a message unanswered', async () => {
    const [one, other] = [await connect(), await connect()];
    let signs = 0;
    const told: string[] = [];
    for (const [name, session] of [
      ['one', one],
      ['other', other],
    ] as const) {
      session.on('enquire_link', (pdu: Pdu) => {
        signs++;
        session.send(pdu.response());
      });
      session.on('deliver_sm', (pdu: Pdu) => {
        told.push(name);
        session.send(pdu.response());
      });
      await bind(session);
    }
    for (let count = 0; count < 4; count++) await ask(one, 'submit_sm', short());
    await until(() => told.length >= 4 && signs > 0);
    expect(new Set(told)).toEqual(new Set(['one', 'other']));
    sms.network.controls.dropAfter = 1;
    const gone = once(one, 'close');
    let answered = false;
    void ask(one, 'submit_sm', short()).then(() => {
      answered = true;
    });
    await gone;
    expect(answered).toBe(false);
    other.destroy();
  });
});

it('cuts texts as telephones do', () => {
  expect(cut(`${'a'.repeat(152)}€b`).map((part) => part.length)).toEqual([154]);
  expect(cut(`${'a'.repeat(159)}€`).map((part) => part.length)).toEqual([153, 7]);
  expect(cut(`${'ж'.repeat(66)}😀${'ж'.repeat(9)}`)).toEqual(['ж'.repeat(66), `😀${'ж'.repeat(9)}`]);
  expect(fromSevenBit(toSevenBit('@£ €[]Ωà'))).toBe('@£ €[]Ωà');
});
