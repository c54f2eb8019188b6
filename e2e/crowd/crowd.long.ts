import { connect, type Socket } from 'node:net';
import { expect, test } from '@playwright/test';
import { CROWD_PORT } from '../ports.ts';
import { ACCOUNT, type CrowdedProduct, startCrowdedProduct } from './crowded-product.ts';
import { endOf, maskedFrame, openRawSocket, PING } from './raw-socket.ts';

/** Fewer while one works on it: CROWD_SOCKETS=1000. */
const SOCKETS = Number(process.env.CROWD_SOCKETS ?? 10_000);
const AT_ONCE = 50;
/** A socket must say something every 15 s. */
const PING_EVERY = 6000;
const LARGEST_SOCKET = 25 * 1024;
const SLOW = 100;

let crowded: CrowdedProduct;

test.describe.configure({ mode: 'serial', timeout: 10 * 60_000 });
test.beforeAll(async () => {
  crowded = await startCrowdedProduct(CROWD_PORT);
});
test.afterAll(() => crowded?.stop());

/** The lowest of some seconds: what stays once the garbage of the moment is collected. */
async function settledBytes(seconds = 12): Promise<number> {
  let lowest = Number.POSITIVE_INFINITY;
  for (let n = 0; n < seconds; n++) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    lowest = Math.min(lowest, crowded.residentBytes());
  }
  return lowest;
}

/** Sockets that say their word every so often, as so many people's browsers do. */
interface Crowd {
  sockets: Socket[];
  leave(): void;
}

async function openCrowd(count: number): Promise<Crowd> {
  const open: { socket: Socket; saidAt: number }[] = [];
  const pinging = setInterval(() => {
    const now = performance.now();
    for (const one of open) {
      if (one.saidAt > now - PING_EVERY) continue;
      one.saidAt = now;
      one.socket.write(PING);
    }
  }, 100);
  let begun = 0;
  const opener = async () => {
    while (begun < count) {
      const ticket = crowded.tickets.forVisitor(ACCOUNT, crowded.sessionId(begun++));
      const socket = await openRawSocket({ port: CROWD_PORT, origin: crowded.url, ticket });
      socket.resume();
      open.push({ socket, saidAt: performance.now() });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, opener));
  const sockets = open.map(({ socket }) => socket);
  return {
    sockets,
    leave() {
      clearInterval(pinging);
      for (const socket of sockets) socket.destroy();
    },
  };
}

const tell = (description: string) => test.info().annotations.push({ type: 'crowd', description });

test('ten thousand sockets that say nothing cost little, stay, and leave no socket behind', async () => {
  const warm = await openCrowd(300);
  warm.leave();
  await expect.poll(crowded.socketsOpen).toBe(0);
  const before = await settledBytes();
  const crowd = await openCrowd(SOCKETS);
  const during = await settledBytes(20);
  expect(await crowded.socketsOpen()).toBe(SOCKETS);
  const each = Math.round((during - before) / SOCKETS);
  const { middle, late } = await crowded.othersWait();
  crowd.leave();
  await expect.poll(crowded.socketsOpen, { timeout: 30_000 }).toBe(0);
  // Told and not judged: when the runtime gives memory back is its own affair.
  const next = async () => {
    const crowd = await openCrowd(SOCKETS);
    const bytes = await settledBytes();
    crowd.leave();
    await expect.poll(crowded.socketsOpen, { timeout: 30_000 }).toBe(0);
    return bytes;
  };
  const second = await next();
  const third = await next();
  const after = await settledBytes(20);
  const mega = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;
  tell(
    `${SOCKETS} sockets: ${mega(before)} before, ${mega(during)} during (${each} bytes each), ${mega(second)} and ${mega(third)} the next times, ${mega(after)} after; meanwhile a message of somebody else took ${middle.toFixed(0)} ms, the slowest ${late.toFixed(0)} ms`,
  );
  expect(each).toBeLessThan(LARGEST_SOCKET);
});

test('who sends slowly is cut off, in the one shape, and holds nobody up', async () => {
  const begin = async (bytes: string | Buffer): Promise<Socket> => {
    const socket = connect(CROWD_PORT, '127.0.0.1');
    socket.on('error', () => socket.destroy());
    socket.write(bytes);
    return socket;
  };
  const many = <T>(make: () => Promise<T>) => Promise.all(Array.from({ length: SLOW }, make));
  const headers = await many(() => begin('GET /api/users/me HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: '));
  const bodies = await many(() =>
    begin(
      'POST /api/visitor/sessions HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"widgetId":"',
    ),
  );
  const frame = maskedFrame(`{"type":"Text","id":"1","payload":{"clientMessageId":"dribbled-message","text":"${'x'.repeat(80)}"}}`);
  // More than one visitor may have open.
  let visitor = 0;
  const frames = await many(() =>
    openRawSocket({ port: CROWD_PORT, origin: crowded.url, ticket: crowded.tickets.forVisitor(ACCOUNT, crowded.sessionId(visitor++)) }),
  );
  let sent = 0;
  const dribbling = setInterval(() => {
    for (const socket of [...headers, ...bodies]) if (socket.writable) socket.write('x');
    for (const socket of frames) if (socket.writable && sent < frame.length) socket.write(frame.subarray(sent, sent + 1));
    sent++;
  }, 500);
  const began = performance.now();
  const { middle, late } = await crowded.othersWait();
  const ends = await Promise.all([...headers, ...bodies].map(endOf));
  await Promise.all(frames.map(endOf));
  clearInterval(dribbling);
  const seconds = (performance.now() - began) / 1000;
  tell(
    `${3 * SLOW} slow clients were gone after ${seconds.toFixed(0)} s; meanwhile ${middle.toFixed(0)} ms, the slowest ${late.toFixed(0)} ms`,
  );
  expect(seconds).toBeLessThan(90);
  for (const end of ends) expect(end).toMatch(/^HTTP\/1\.1 4\d\d /);
  for (const end of ends) expect(end).toContain('"message":"ERROR_BAD_REQUEST"');
  expect(await crowded.socketsOpen()).toBe(0);
});
