import type { Socket } from 'node:net';
import { expect, test } from '@playwright/test';
import { CROWD_PORT } from '../ports.ts';
import { newVisitor } from '../visitor.ts';
import { ACCOUNT, type CrowdedProduct, startCrowdedProduct } from './crowded-product.ts';
import { openRawSocket, PING } from './raw-socket.ts';

const AT_ONCE = 4;
/** What one visitor may call: a burst, then so many a second (`accounts/calls.ts`). */
const CALLS = { burst: 300, perSecond: 20 };
/** What one network may name in vain (`channels/livechat/limits.ts`). */
const MISSES = { burst: 300, perSecond: 5 };
const MOST_SECONDS_OF_A_CALL = 3;

let crowded: CrowdedProduct;

test.describe.configure({ mode: 'serial', timeout: 10 * 60_000 });
test.beforeAll(async () => {
  crowded = await startCrowdedProduct(CROWD_PORT);
});
test.afterAll(() => crowded?.stop());

interface Flood {
  /** How often each status was answered, and how many sockets were ended by the other side. */
  readonly answers: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

/** Does the same again and again, four times at once, until it is stopped. */
function flood(once: (going: () => boolean) => Promise<string>): Flood {
  let going = true;
  const answers = new Map<string, number>();
  const running = Array.from({ length: AT_ONCE }, async () => {
    while (going) {
      const answer = await once(() => going);
      answers.set(answer, (answers.get(answer) ?? 0) + 1);
    }
  });
  return {
    answers,
    async stop() {
      going = false;
      await Promise.all(running);
    },
  };
}

async function readHistory(secret: string): Promise<string> {
  const answer = await fetch(`${crowded.url}/api/visitor/history`, { headers: { 'x-visitor-secret': secret } });
  await answer.arrayBuffer();
  return String(answer.status);
}

let opened = 0;

/** Sends frames as fast as they go and reads nothing of what it is answered, until it is cut off. */
async function sendFrames(going: () => boolean): Promise<string> {
  const ticket = crowded.tickets.forVisitor(ACCOUNT, crowded.sessionId(opened++));
  const socket: Socket = await openRawSocket({ port: CROWD_PORT, origin: crowded.url, ticket });
  socket.pause();
  const frames = Buffer.concat(Array<Buffer>(500).fill(PING));
  while (going() && socket.writable) {
    socket.write(frames);
    await new Promise((resolve) => setTimeout(resolve, 20));
    // The kernels' buffers are full: what is not taken any more is not ours to pile up.
    if (socket.writableLength > 1024 * 1024) socket.destroy();
  }
  socket.destroy();
  return 'socket';
}

const tell = (description: string) => test.info().annotations.push({ type: 'flood', description });

async function highestWhile<T>(work: Promise<T>): Promise<number> {
  let highest = 0;
  const looking = setInterval(() => {
    highest = Math.max(highest, crowded.residentBytes());
  }, 200);
  await work.finally(() => clearInterval(looking));
  return highest;
}

test('floods of a visitor’s calls, of guesses and of frames are cut short, and everybody else is answered', async () => {
  const calm = await crowded.othersWait();
  const visitor = await newVisitor(crowded.url);
  await visitor.say('Now I begin');
  const began = performance.now();
  const calls = flood(() => readHistory(visitor.secret));
  const frames = flood(sendFrames);
  const flooded = await crowded.othersWait();
  const seconds = (performance.now() - began) / 1000;
  await Promise.all([calls.stop(), frames.stop()]);
  const of = (answers: ReadonlyMap<string, number>) => JSON.stringify(Object.fromEntries(answers));
  tell(
    `calm ${calm.middle.toFixed(0)} ms, the slowest ${calm.late.toFixed(0)}; flooded ${flooded.middle.toFixed(0)} ms, the slowest ${flooded.late.toFixed(0)}; ${of(calls.answers)}, ${of(frames.answers)}`,
  );
  expect([...calls.answers.keys()].sort()).toEqual(['200', '429']);
  expect(calls.answers.get('200')).toBeLessThanOrEqual(CALLS.burst + CALLS.perSecond * (seconds + 1));
  expect(frames.answers.get('socket')).toBeGreaterThan(AT_ONCE);
  expect(flooded.late).toBeLessThan(MOST_SECONDS_OF_A_CALL * 1000);

  // Last, since from here on this network is refused whatever it names.
  const guessedFrom = performance.now();
  const guesses = flood(() => readHistory(crypto.randomUUID()));
  await new Promise((resolve) => setTimeout(resolve, 3000));
  await guesses.stop();
  const looked = guesses.answers.get('401') ?? 0;
  expect([...guesses.answers.keys()].sort()).toEqual(['401', '429']);
  expect(looked).toBeLessThanOrEqual(MISSES.burst + MISSES.perSecond * ((performance.now() - guessedFrom) / 1000 + 1));
  expect(await (await fetch(`${crowded.url}/health/ready`)).json()).toMatchObject({ status: 'ready' });
});

test('a flood that lasts longer takes no more memory', async () => {
  const floodFor = (milliseconds: number) =>
    highestWhile(
      (async () => {
        const frames = flood(sendFrames);
        await new Promise((resolve) => setTimeout(resolve, milliseconds));
        await frames.stop();
      })(),
    );
  await floodFor(10_000);
  const short = await floodFor(10_000);
  const long = await floodFor(40_000);
  const mega = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;
  tell(`${mega(short)} at most in 10 s, ${mega(long)} in 40 s, with ${opened} sockets in all`);
  expect(long).toBeLessThan(short * 1.25);
});
