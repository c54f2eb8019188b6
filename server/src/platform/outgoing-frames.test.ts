import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Duplex } from 'node:stream';
import { expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { frameBytes, writeGathered } from './outgoing-frames.ts';

it('makes frames of any length that a websocket reads as the same text, before and after frames of its own', async () => {
  const texts = ['', 'a', 'Добър ден 👋', 'x'.repeat(125), 'x'.repeat(126), 'я'.repeat(40_000), 'y'.repeat(70_000)];
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  server.on('connection', (ws, { socket }) => {
    for (const text of texts) writeGathered(socket, frameBytes(text));
    ws.send('by the library');
    for (const text of texts) writeGathered(socket, frameBytes(text));
  });
  const heard: string[] = [];
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  client.on('message', (data: Buffer) => heard.push(data.toString()));
  await expect.poll(() => heard).toEqual([...texts, 'by the library', ...texts]);
  client.terminate();
  server.close();
});

it('gives the same bytes to everybody', () => {
  expect(frameBytes('to all of a room')).toBe(frameBytes('to all of a room'));
});

it('lets what is written in one turn leave together, in order, and each stream on its own', async () => {
  const left: string[][] = [];
  const stream = () =>
    new Duplex({
      read() {},
      writev(chunks, done) {
        left.push(chunks.map(({ chunk }) => String(chunk)));
        done();
      },
    });
  const [one, other] = [stream(), stream()];
  writeGathered(one, Buffer.from('a'));
  writeGathered(other, Buffer.from('b'));
  writeGathered(one, Buffer.from('c'));
  expect(left).toEqual([]);
  await new Promise((resolve) => setImmediate(resolve));
  writeGathered(one, Buffer.from('d'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(left).toEqual([['a', 'c'], ['b'], ['d']]);
});
