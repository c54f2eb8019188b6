import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../loop-back/customers.ts';
import { messageId } from '../people.ts';
import type { Clause, Customer, Driver, Side, Without } from './driver.ts';
import { givenWorld, type World } from './world.ts';

/** Asks a clause, unless the driver says why it cannot be asked of this channel. */
type Ask = (name: Clause, does: string, work: () => Promise<void>) => void;

const asker =
  (without: Without = {}): Ask =>
  (name, does, work) => {
    if (without[name] === undefined) it(`${name}: ${does}`, work);
  };

/**
 * What every channel must do with what its customers say, by whichever way it comes.
 * @param open makes the channel with a customer's side; closed when all is done
 */
export function hearsAsAny(channel: Pick<Driver, 'name' | 'reports' | 'without'>, open: () => Promise<Side & { close(): Promise<void> }>) {
  describe(`${channel.name} hears as any channel`, { timeout: 60_000 }, () => {
    let side: Awaited<ReturnType<typeof open>>;
    beforeAll(async () => {
      side = await open();
    });
    afterAll(() => side.close());
    hearing(asker(channel.without), channel.reports, () => side);
  });
}

/** What every channel that goes by a provider must do, whoever the provider is. Each adapter's own test calls it with its driver. */
export function conforms(driver: Driver): void {
  describe(`${driver.name} as any channel`, { timeout: 60_000 }, () => {
    let world: World;
    beforeAll(async () => {
      world = await givenWorld(driver);
    });
    afterAll(() => world.close());
    beforeEach(async () => {
      world.provider.beforeAnswer(async () => {});
      await world.provider.behave('ACCEPT');
    });
    hearing(asker(driver.without), driver.reports, () => world);
    sending(asker(driver.without), driver, () => world);
  });
}

function hearing(clause: Ask, reports: Driver['reports'], side: () => Side): void {
  let world: Side;
  let customer: Customer;
  beforeEach(() => {
    world = side();
    customer = world.newCustomer();
  });
  const message = (text: string, id = messageId(), { from } = customer) => ({ what: 'MESSAGE', id, from, text }) as const;

  clause('a message once', 'brought again it is the same, also much later', async () => {
    const first = message('Hello');
    expect(await world.bring(first)).toBe('TAKEN');
    await world.hear(customer.address, 1);
    expect(await world.bring(first)).toBe('TAKEN');
    expect(await world.bring(message('More'))).toBe('TAKEN');
    expect(await world.bring(first)).toBe('TAKEN');
    expect(await world.hear(customer.address, 2)).toEqual(['Hello', 'More']);
    expect(await world.bring(message('Last'))).toBe('TAKEN');
    expect(await world.hear(customer.address, 3)).toEqual(['Hello', 'More', 'Last']);
  });

  clause('duplicates in parallel', 'however many come at once it is stored once, a first message too', async () => {
    const first = message('Hello');
    expect(new Set(await Promise.all(Array.from({ length: 8 }, () => world.bring(first))))).toEqual(new Set(['TAKEN']));
    await world.hear(customer.address, 1);
    const second = message('Again');
    await Promise.all(Array.from({ length: 8 }, () => world.bring(second)));
    await world.bring(message('Last'));
    expect(await world.hear(customer.address, 3)).toEqual(['Hello', 'Again', 'Last']);
  });

  clause('order', 'what one customer writes is stored as it came, while others write too', async () => {
    const beside = world.newCustomer();
    const texts = Array.from({ length: 12 }, (_, index) => `${index + 1}`);
    for (const text of texts) {
      await Promise.all([world.bring(message(text)), world.bring(message(text, messageId(), beside))]);
    }
    expect(await world.hear(customer.address, texts.length)).toEqual(texts);
    expect(await world.hear(beside.address, texts.length)).toEqual(texts);
  });

  clause('one customer however the address is written', 'all of it is in one channel', async () => {
    await world.bring(message('One way'));
    if (customer.alsoFrom !== undefined) await world.bring({ ...message('Another'), from: customer.alsoFrom });
    const expected = customer.alsoFrom === undefined ? ['One way'] : ['One way', 'Another'];
    expect(await world.hear(customer.address, expected.length)).toEqual(expected);
  });

  clause('statuses forward only', 'late and repeated ones change nothing', async () => {
    const say = await world.talkWith(customer);
    const eventId = await say('How are you?');
    await world.becomes(eventId, 'SENT');
    const providerMessageId = await world.providerIdOf(eventId);
    const told = async (status: 'SENT' | 'DELIVERED' | 'SEEN' | 'FAILED') =>
      expect(await world.bring({ what: 'STATUS', providerMessageId, to: customer.from, status })).toBe('TAKEN');
    const forward = (['DELIVERED', 'SEEN'] as const).filter((status) => reports.includes(status));
    for (const status of forward) {
      await told(status);
      await world.becomes(eventId, status);
    }
    const last = forward.at(-1) ?? 'SENT';
    for (const status of reports) if (!(status === 'FAILED' && last === 'SENT')) await told(status);
    await settled(world, customer);
    expect(await world.shown(eventId)).toBe(last);
  });

  clause('unknown types', 'the customer has written something, and the next message comes', async () => {
    await world.bring(message('Before'));
    expect(await world.bring({ what: 'UNKNOWN', id: messageId(), from: customer.from })).toBe('TAKEN');
    await world.bring(message('After'));
    const words = await world.hear(customer.address, 3);
    expect([words[0], words[2]]).toEqual(['Before', 'After']);
  });

  clause('nonsense', 'is kept in quarantine and holds nobody up', async () => {
    const before = await world.quarantined();
    expect(await world.bring({ what: 'NONSENSE' })).toBe('TAKEN');
    await until(
      () => world.quarantined(),
      (count) => count === before + 1,
    );
    await world.bring(message('After'));
    expect(await world.hear(customer.address, 1)).toEqual(['After']);
  });

  clause('bad signature', 'who is not the provider is refused, and nothing of it is kept', async () => {
    await world.bring(message('Genuine'));
    expect(await world.bring({ ...message('Forged'), what: 'FORGED' })).toBe('REFUSED');
    await world.bring(message('After'));
    expect(await world.hear(customer.address, 2)).toEqual(['Genuine', 'After']);
  });

  clause('oversize', 'is not taken, and the next message is', async () => {
    expect(await world.bring({ what: 'OVERSIZE', id: messageId(), from: customer.from })).not.toBe('TAKEN');
    await world.bring(message('After'));
    expect(await world.hear(customer.address, 1)).toEqual(['After']);
  });

  clause('foreign account', 'what is brought to one account is nobody else’s', async () => {
    const { account, end } = world.other;
    const id = messageId();
    expect(await world.bring(message('To us', id))).toBe('TAKEN');
    expect(await world.bring(message('To them', id), end)).toBe('TAKEN');
    await until(
      () => world.wordsOf(customer.address, account),
      (words) => words.length > 0,
    );
    expect(await world.hear(customer.address, 1)).toEqual(['To us']);
    expect(await world.wordsOf(customer.address, account)).toEqual(['To them']);
  });
}

function sending(clause: Ask, { reports }: Driver, open: () => World): void {
  let world: World;
  let customer: Customer;
  beforeEach(() => {
    world = open();
    customer = world.newCustomer();
  });
  clause('early status', 'what is reported before the send was answered counts once it is', async () => {
    const say = await world.talkWith(customer);
    const [status = 'SENT'] = (['DELIVERED', 'SEEN', 'SENT'] as const).filter((one) => reports.includes(one));
    world.provider.beforeAnswer(async (providerMessageId, to) => {
      expect(await world.bring({ what: 'STATUS', providerMessageId, to, status })).toBe('TAKEN');
    });
    await world.becomes(await say('Quick'), status);
  });

  const takenBy = (text: string) => world.provider.taken().filter((one) => one.text === text).length;

  clause('final refusal', 'is shown, and the message is not sent again by itself', async () => {
    const say = await world.talkWith(customer);
    await world.provider.behave('REFUSE');
    const eventId = await say('Not wanted');
    expect(
      await until(
        () => world.shown(eventId),
        (now) => now !== 'PENDING',
      ),
    ).toMatch(/^(?:REJECTED|DELIVERY_FAILED|ERROR) \S/);
    const asked = world.provider.asked();
    await world.provider.behave('ACCEPT');
    await world.becomes(await say('Behind it'), 'SENT');
    expect([takenBy('Not wanted'), world.provider.asked()]).toEqual([0, asked + 1]);
  });

  clause('retry without double send', 'what was put off goes out once, before what was said after it', async () => {
    const say = await world.talkWith(customer);
    await world.provider.behave('NOT NOW');
    const asked = world.provider.asked();
    const first = await say('Put off');
    const second = await say('Said after it');
    await until(
      () => world.provider.asked(),
      (count) => count > asked,
    );
    await world.provider.behave('ACCEPT');
    await world.becomes(first, 'SENT');
    await world.becomes(second, 'SENT');
    const order = world.provider.taken().map((one) => one.text);
    expect([takenBy('Put off'), takenBy('Said after it')]).toEqual([1, 1]);
    expect(order.indexOf('Put off')).toBeLessThan(order.indexOf('Said after it'));
  });

  clause('later for a minute', 'a provider that wants messages later, however often it says so, loses nothing', async () => {
    const say = await world.talkWith(customer);
    await world.provider.behave('SLOWER');
    const asked = world.provider.asked();
    const eventId = await say('Slowly');
    await until(
      async () => {
        await world.timesPass();
        return world.provider.asked();
      },
      (count) => count >= asked + 12,
      40_000,
    );
    expect(await world.shown(eventId)).toBe('PENDING');
    await world.provider.behave('ACCEPT');
    await until(
      async () => {
        await world.timesPass();
        return world.shown(eventId);
      },
      (now) => now === 'SENT',
    );
    expect(takenBy('Slowly')).toBe(1);
  });

  clause('refused credentials', 'messages wait until that is mended, and go out once', async () => {
    const says = await Promise.all([customer, world.newCustomer()].map((one) => world.talkWith(one)));
    await world.provider.behave('UNKNOWN TO IT');
    const events = await Promise.all(says.map((say, index) => say(`Who are we ${index}`)));
    await new Promise((resolve) => setTimeout(resolve, 2500));
    await world.timesPass();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await Promise.all(events.map((eventId) => world.shown(eventId)))).toEqual(['PENDING', 'PENDING']);
    await world.provider.behave('ACCEPT');
    for (const eventId of events)
      await until(
        async () => {
          await world.timesPass();
          return world.shown(eventId);
        },
        (now) => now === 'SENT',
        40_000,
      );
    expect(events.map((_, index) => takenBy(`Who are we ${index}`))).toEqual([1, 1]);
  });

  clause('silence', 'a message that the provider may have goes out once, or nobody claims to know', async () => {
    const say = await world.talkWith(customer);
    await world.provider.behave('SILENCE');
    const eventId = await say('Is anybody there?');
    await until(
      () => takenBy('Is anybody there?'),
      (count) => count > 0,
    );
    if (!takesKey(world)) await world.becomes(eventId, 'PENDING OUTCOME_UNKNOWN');
    await world.provider.behave('ACCEPT');
    if (takesKey(world)) await world.becomes(eventId, 'SENT');
    await settled(world, customer);
    expect(takenBy('Is anybody there?')).toBe(1);
  });

  clause('down and back', 'all that was said meanwhile goes out once', async () => {
    const customers = [customer, world.newCustomer(), world.newCustomer()];
    const says = await Promise.all(customers.map((one) => world.talkWith(one)));
    await world.provider.behave('DOWN');
    const events = await Promise.all(says.flatMap((say, index) => [say(`Meanwhile ${index}`)]));
    const shown = () => Promise.all(events.map((eventId) => world.shown(eventId)));
    await new Promise((resolve) => setTimeout(resolve, 2500));
    // Where it is not known that the provider does not have it, it is not sent again.
    expect((await shown()).every((one) => one === 'PENDING')).toBe(true);
    await world.provider.behave('ACCEPT');
    for (const eventId of events) await world.becomes(eventId, 'SENT', 40_000);
    expect(events.map((_, index) => takenBy(`Meanwhile ${index}`))).toEqual([1, 1, 1]);
  });

  clause('killed while sending', 'whoever takes it up sends nothing twice', async () => {
    const say = await world.talkWith(customer);
    await world.pauseDelivering();
    await world.provider.behave('SILENCE');
    const sender = await world.startSender();
    const eventId = await say('Last words');
    await until(
      () => takenBy('Last words'),
      (count) => count === 1,
    );
    const gone = once(sender, 'exit');
    sender.kill('SIGKILL');
    await gone;
    await world.provider.behave('ACCEPT');
    await world.leasesRunOut();
    world.resumeDelivering();
    await world.becomes(eventId, takesKey(world) ? 'SENT' : 'PENDING OUTCOME_UNKNOWN');
    await settled(world, customer);
    expect(takenBy('Last words')).toBe(1);
  });
}

const takesKey = ({ rooms, driver }: World): boolean => rooms.deps.channels.of(driver.type)?.takesKey === true;

/** What the provider had brought of this customer before is worked on: a word that comes after it has arrived. */
async function settled(world: Side, { from, address }: Customer): Promise<void> {
  const before = (await world.wordsOf(address)).length;
  await world.bring({ what: 'MESSAGE', id: messageId(), from, text: 'That is all' });
  await world.hear(address, before + 1);
  await new Promise((resolve) => setTimeout(resolve, 300));
}
