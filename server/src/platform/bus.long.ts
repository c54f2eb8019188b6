import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missingNats, type TestNats, testNats } from '../../test/nats.ts';
import { type Bus, createLocalBus, type SharedBus } from './bus.ts';
import { createHub, type Socket } from './hub.ts';
import { openLog } from './log.ts';
import { openNatsBus } from './nats-bus.ts';

const log = openLog('silent');
const withoutNats = missingNats();
const SAYS_EVERY = 300;

/** Two ends of one bus: in one process both are the same. */
interface Ends {
  one: Bus;
  other: Bus;
  close(): Promise<void>;
}

let nats: TestNats;
beforeAll(async () => {
  if (withoutNats !== undefined) return;
  nats = await testNats();
  await nats.start();
}, 60_000);
afterAll(() => nats?.kill());

/** The bus of one process of the installation that publishes below this subject. */
const processOf = (subject: string, at: TestNats = nats): SharedBus =>
  openNatsBus({ servers: [new URL(at.url).host], isEncrypted: false, user: undefined, password: undefined, subject }, log, {
    saysEvery: SAYS_EVERY,
  });

/** Whether the other processes can be spoken to. */
const isThere = (bus: Bus): Promise<boolean> =>
  bus.check().then(
    () => true,
    () => false,
  );
const stands = (bus: Bus) => expect.poll(() => isThere(bus), { timeout: 10_000 }).toBe(true);
const isAway = (bus: Bus) => expect.poll(() => isThere(bus), { timeout: 5000 }).toBe(false);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

let installations = 0;

async function twoProcesses(): Promise<Ends & { one: SharedBus; other: SharedBus }> {
  const subject = `parley.test${++installations}`;
  const [one, other] = [processOf(subject), processOf(subject)];
  await Promise.all([stands(one), stands(other)]);
  return { one, other, close: async () => void (await Promise.all([one.stop(), other.stop()])) };
}

async function oneProcess(): Promise<Ends> {
  const bus = createLocalBus();
  return { one: bus, other: bus, close: async () => {} };
}

const adapters = [
  { name: 'in one process', open: oneProcess, missing: undefined },
  { name: 'over NATS', open: twoProcesses, missing: withoutNats },
];
for (const { name, open, missing } of adapters)
  describe.skipIf(missing)(`a bus ${name}`, () => {
    it('brings what either end publishes to every handler of the topic, once and in order, and to none of another', async () => {
      const { one, other, close } = await open();
      const heard: Record<string, string[]> = {};
      const listen = (bus: Bus, name: string) =>
        bus.subscribe('people', ({ userId }: { userId: string }) => {
          heard[name] = [...(heard[name] ?? []), userId];
        });
      listen(one, 'here');
      listen(one, 'here too');
      listen(other, 'there');
      const wrong: unknown[] = [];
      for (const bus of [one, other]) bus.subscribe('sessions', (message: unknown) => void wrong.push(message));
      const numbers = Array.from({ length: 300 }, (_, n) => n);
      for (const n of numbers) {
        one.publish('people', { userId: `a${n}` });
        other.publish('people', { userId: `b${n}` });
      }
      await expect.poll(() => Object.values(heard).map((list) => list.length), { timeout: 5000 }).toEqual([600, 600, 600]);
      for (const list of Object.values(heard))
        for (const from of ['a', 'b']) expect(list.filter((id) => id.startsWith(from))).toEqual(numbers.map((n) => `${from}${n}`));
      expect(wrong).toEqual([]);
      await close();
    });

    it('brings a message as it was, however large', async () => {
      const { one, other, close } = await open();
      const message = { text: 'Здравейте, „Лумен“ 👋 '.repeat(120_000), list: [1.5, null, true, { deep: [''] }] };
      const heard: unknown[] = [];
      other.subscribe('frames', (one: unknown) => void heard.push(one));
      one.publish('frames', message);
      one.publish('frames', { text: 'after it' });
      await expect.poll(() => heard.length, { timeout: 10_000 }).toBe(2);
      expect(heard).toEqual([message, { text: 'after it' }]);
      await close();
    });

    it('hears its own before publishing ends, and can be asked whether the others are there', async () => {
      const { one, close } = await open();
      const heard: unknown[] = [];
      one.subscribe('waiting', (message: unknown) => void heard.push(message));
      one.subscribe('frames', (message: unknown) => void heard.push(message));
      one.publish('waiting', { accountId: '1' });
      one.publish('frames', { subjects: [], text: '' });
      expect(heard).toHaveLength(2);
      await expect(one.check()).resolves.toBeUndefined();
      await close();
    });

    it('bears a hub: each socket that joined one of the subjects gets a frame once, in whichever process', async () => {
      const { one, other, close } = await open();
      const hubs = one === other ? [createHub(one)] : [createHub(one), createHub(other)];
      const screens = ['ada', 'ben', 'nobody'].map((name, at) => {
        const frames: string[] = [];
        const socket: Socket = { write: (text) => void frames.push(text), close: () => {} };
        hubs[at % hubs.length]?.join(socket, [`user:${name}`, 'account:1']);
        return frames;
      });
      hubs[0]?.publish(['user:ada', 'user:ben'], 'Note', { n: 1 });
      hubs.at(-1)?.publish(['user:ada', 'account:1'], 'Note', { n: 2 });
      await expect.poll(() => screens.map((frames) => frames.length), { timeout: 5000 }).toEqual([2, 2, 1]);
      await close();
    });
  });

describe.skipIf(withoutNats)('over NATS', () => {
  it('what is one process’s work stays there, and another installation hears nothing', async () => {
    const { one, other, close } = await twoProcesses();
    const stranger = processOf('parley.elsewhere');
    await stands(stranger);
    const heard: string[] = [];
    other.subscribe('waiting', () => void heard.push('waiting'));
    stranger.subscribe('people', () => void heard.push('stranger'));
    other.subscribe('people', () => void heard.push('people'));
    one.publish('waiting', { accountId: '1' });
    one.publish('people', { userId: '2' });
    await expect.poll(() => heard, { timeout: 5000 }).toEqual(['people']);
    await pause(100);
    expect(heard).toEqual(['people']);
    await Promise.all([stranger.stop(), close()]);
  });

  it('a process starts without it, goes on by itself, and finds the others when it comes', async () => {
    const late = await testNats();
    const [one, other] = [processOf('parley.late', late), processOf('parley.late', late)];
    const heard: unknown[] = [];
    for (const bus of [one, other]) bus.subscribe('people', (message: unknown) => void heard.push(message));
    one.publish('people', { userId: 'alone' });
    expect(heard).toEqual([{ userId: 'alone' }]);
    await expect(one.check()).rejects.toThrow('NATS is not connected');
    await late.start();
    await Promise.all([stands(one), stands(other)]);
    one.publish('people', { userId: 'together' });
    await expect.poll(() => heard.length, { timeout: 5000 }).toBe(3);
    await Promise.all([one.stop(), other.stop()]);
    await late.kill();
  }, 30_000);

  it('NATS that goes and comes back: what was published meanwhile is known to be missed, and nothing else is', async () => {
    const going = await testNats();
    await going.start();
    const buses = Array.from({ length: 3 }, () => processOf('parley.going', going));
    const [speaker, listener, third] = buses as [SharedBus, SharedBus, SharedBus];
    await Promise.all(buses.map(stands));
    const missed = { speaker: 0, listener: 0, third: 0 };
    speaker.onMissed(() => void missed.speaker++);
    listener.onMissed(() => void missed.listener++);
    third.onMissed(() => void missed.third++);
    speaker.publish('people', { userId: 'before' });
    await pause(3 * SAYS_EVERY);

    await going.kill();
    await isAway(speaker);
    await going.start();
    await Promise.all(buses.map(stands));
    await pause(4 * SAYS_EVERY);
    expect(missed).toEqual({ speaker: 0, listener: 0, third: 0 });

    await going.kill();
    await isAway(speaker);
    speaker.publish('people', { userId: 'lost' });
    await going.start();
    await expect.poll(() => [missed.listener, missed.third], { timeout: 15_000 }).toEqual([1, 1]);
    expect(missed.speaker).toBe(0);
    const heard: unknown[] = [];
    listener.subscribe('people', (message: unknown) => void heard.push(message));
    await stands(speaker);
    speaker.publish('people', { userId: 'after' });
    await expect.poll(() => heard, { timeout: 5000 }).toEqual([{ userId: 'after' }]);
    await Promise.all(buses.map((bus) => bus.stop()));
    await going.kill();
  }, 60_000);

  it('NATS that stands still is found to be away', async () => {
    const still = await testNats();
    await still.start();
    const bus = processOf('parley.still', still);
    await stands(bus);
    still.pause();
    // As long as it is not known to be away, nothing is answered.
    await expect.poll(() => Promise.race([isThere(bus), pause(200)]), { timeout: 10_000 }).toBe(false);
    bus.publish('people', { userId: 'nobody hears' });
    still.resume();
    await stands(bus);
    await bus.stop();
    await still.kill();
  }, 30_000);
});
