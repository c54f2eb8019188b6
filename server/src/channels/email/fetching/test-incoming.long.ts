import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IncomingServer } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Dovecot, testDovecot } from '../../../../test/dovecot.ts';
import { freePort } from '../../../../test/free-port.ts';
import { openReach, type Reach } from '../reach.ts';
import { incomingTest } from './test-incoming.ts';

let dovecot: Dovecot;
let tokens: Server;
let reach: Reach;

beforeAll(async () => {
  tokens = createServer((request, response) => {
    const isGood = request.url === '/?token=good';
    response.writeHead(isGood ? 200 : 401, { 'content-type': 'application/json' }).end('{"user":"ada"}');
  });
  await new Promise<void>((resolve) => tokens.listen(0, '127.0.0.1', resolve));
  dovecot = await testDovecot({ tokenInfoUrl: `http://127.0.0.1:${(tokens.address() as AddressInfo).port}/?token=` });
  await dovecot.start();
  dovecot.deliver('ada', 'From: maria@shop.test\r\nSubject: Hello\r\n\r\nHello\r\n');
  reach = openReach(() => true, [dovecot.ca]);
});
afterAll(async () => {
  await dovecot.remove();
  tokens.close();
});

const signal = new AbortController().signal;
const password = () => ({ kind: 'PASSWORD', password: dovecot.password }) as const;
const at = (type: IncomingServer['type'], useSsl: boolean, port?: number): IncomingServer => {
  const { imap, imaps, pop3, pop3s } = dovecot.ports;
  const own = type === 'IMAP' ? (useSsl ? imaps : imap) : useSsl ? pop3s : pop3;
  return { type, host: 'localhost', port: port ?? own, useSsl, username: 'ada' };
};

describe.each(['IMAP', 'POP3'] as const)('a test of a %s server', (type) => {
  it.each([true, false])('signs in with the password and counts the inbox (encrypted from the first byte: %s)', async (useSsl) => {
    expect(await incomingTest(reach)(at(type, useSsl), password(), '', signal)).toEqual({ ok: true, answer: 'INBOX: 1' });
  });

  it('asks for encryption before the password where it does not begin encrypted', async () => {
    const further: Reach = { ...reach, mayBeInClear: () => false };
    expect(await incomingTest(further)(at(type, false), password(), '', signal)).toEqual({ ok: true, answer: 'INBOX: 1' });
    const unknown: Reach = { ...openReach(() => true), mayBeInClear: () => false };
    expect(await incomingTest(unknown)(at(type, false), password(), '', signal)).toMatchObject({ ok: false, problem: 'MISCONFIGURED' });
  });

  it('signs in with a token of Microsoft’s', async () => {
    expect(await incomingTest(reach)(at(type, true), { kind: 'TOKEN', token: 'good' }, '', signal)).toEqual({
      ok: true,
      answer: 'INBOX: 1',
    });
    expect(await incomingTest(reach)(at(type, true), { kind: 'TOKEN', token: 'bad' }, '', signal)).toMatchObject({ problem: 'REFUSED' });
  });

  it('says what is wrong: the password, the certificate, the port, a host of our own network', async () => {
    const wrong = await incomingTest(reach)(at(type, true), { kind: 'PASSWORD', password: 'wrong' }, '', signal);
    expect(wrong).toMatchObject({ ok: false, problem: 'REFUSED', answer: expect.stringContaining('Authentication failed') });
    const stranger = await incomingTest(openReach(() => true))(at(type, true), password(), '', signal);
    expect(stranger).toMatchObject({ ok: false, problem: 'MISCONFIGURED', answer: expect.stringContaining('certificate') });
    const nobody = await incomingTest(reach)(at(type, true, await freePort()), password(), '', signal);
    expect(nobody).toMatchObject({ ok: false, problem: 'UNREACHABLE' });
    const ours = await incomingTest(openReach((address) => !address.startsWith('127.')))(at(type, true), password(), '', signal);
    expect(ours).toMatchObject({ ok: false, problem: 'MISCONFIGURED', answer: expect.stringContaining('localhost') });
  });

  it('ends when it is broken off', async () => {
    const ending = new AbortController();
    ending.abort();
    expect(await incomingTest(reach)(at(type, true), password(), '', ending.signal)).toMatchObject({ ok: false });
  });
});

it('a test that also looks for the folder to move to tells when it is not there yet', async () => {
  const missing = await incomingTest(reach)(at('IMAP', true), password(), 'Done', signal);
  expect(missing).toEqual({ ok: true, answer: expect.stringContaining('“Done”') });
  dovecot.admin('mailbox', 'create', '-u', 'ada', 'Done');
  expect(await incomingTest(reach)(at('IMAP', true), password(), 'Done', signal)).toEqual({ ok: true, answer: 'INBOX: 1' });
});
