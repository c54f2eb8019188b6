import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fetchGuarded, type Guard, openInternet } from './guarded-fetch.ts';

let server: Server;
let origin: string;
let answer: RequestListener = (_request, response) => response.end('picture');
let asked = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    asked += 1;
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

/** This test's own server, on this machine. */
const here: Guard = (address, port) => address === '127.0.0.1' && origin.endsWith(`:${port}`);
const ask = (address: string, guard: Guard = here, mostBytes = 1000, withinMs = 5000) =>
  fetchGuarded(address, { guard, signal: AbortSignal.timeout(withinMs), mostBytes });

it('lets nothing be asked but machines of the open internet on the ports of the web', () => {
  for (const open of ['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946'])
    for (const port of [80, 443]) expect(openInternet(open, port)).toBe(true);
  const closed = [
    '127.0.0.1 127.8.8.8 0.0.0.0 10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1 100.100.100.200 192.0.0.192 198.18.0.1',
    '224.0.0.1 255.255.255.255 240.0.0.1 192.0.2.1 168.63.129.16 ::1 :: fe80::1 fc00::1 fd00:ec2::254 fec0::1 ff02::1 ::ffff:127.0.0.1',
    '::ffff:10.0.0.1 64:ff9b::7f00:1 2002:7f00:1:: 2001::1 2001:db8::1 no-address',
  ].flatMap((line) => line.split(' '));
  expect(closed.filter((address) => openInternet(address, 443))).toEqual([]);
  expect([22, 25, 5432, 8080].filter((port) => openInternet('93.184.216.34', port))).toEqual([]);
});

it.each([
  'http://127.0.0.1/a',
  'http://[::1]/a',
  'http://[::ffff:127.0.0.1]/a',
  'http://2130706433/a',
  'http://0x7f.1/a',
  'http://localhost/a',
  'https://localhost/a',
  'http://169.254.169.254/latest/meta-data/',
  'file:///etc/passwd',
  'ftp://shop.example/a',
  'http://user:word@shop.example/a',
  'no address',
])('asks nothing of %s', async (address) => {
  await expect(ask(address, openInternet)).rejects.toThrow(/^not fetched/);
});

it('asks nothing of this machine even where its own port is named, by number or by name', async () => {
  const before = asked;
  for (const address of [origin, origin.replace('127.0.0.1', 'localhost')])
    await expect(ask(address, openInternet)).rejects.toThrow('not fetched: REFUSED');
  expect(asked).toBe(before);
});

it('asks without saying who asks, and answers what lies there', async () => {
  let told: NodeJS.Dict<string | string[]> = {};
  answer = (request, response) => {
    told = request.headers;
    response.end('picture');
  };
  expect((await ask(`${origin}/a`)).toString()).toBe('picture');
  expect(Object.keys(told).toSorted()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent']);
  expect(
    (await ask(origin.replace('127.0.0.1', 'localhost'), (address, port) => here(address, port) || address === '::1')).toString(),
  ).toBe('picture');
});

it('judges each address that it is led on to, and is led on three times at most', async () => {
  answer = (request, response) => {
    const left = Number(request.url?.slice(1));
    if (left === 0) return response.end('there');
    response.writeHead(302, { location: `/${left - 1}` }).end();
  };
  expect((await ask(`${origin}/3`)).toString()).toBe('there');
  await expect(ask(`${origin}/4`)).rejects.toThrow('not fetched: REDIRECTS');
  for (const location of ['http://169.254.169.254/', 'http://localhost:9/', 'http://10.0.0.1/', 'file:///etc/passwd']) {
    answer = (_request, response) => response.writeHead(301, { location }).end();
    await expect(ask(origin)).rejects.toThrow(/^not fetched: (REFUSED|ADDRESS)$/);
  }
});

it('takes no more than it may, and waits no longer than it may', async () => {
  answer = (_request, response) => response.end(Buffer.alloc(1001));
  await expect(ask(origin)).rejects.toThrow('not fetched: SIZE');
  answer = (_request, response) => void response.write('a');
  await expect(ask(origin, here, 1000, 200)).rejects.toThrow(/abort|timeout/i);
  answer = (_request, response) => response.writeHead(404).end();
  await expect(ask(origin)).rejects.toThrow('not fetched: STATUS');
});
