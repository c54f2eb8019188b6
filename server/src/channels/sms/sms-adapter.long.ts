import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { newAddress as anyAddress, deliveryShown, sayOn, until } from '../../../test/loop-back/customers.ts';
import { givenAccount, messageId, type TestAccount } from '../../../test/people.ts';
import { givenCarrier, givenEnd, givenService } from '../../../test/providers.ts';
import { startSandbox, type TestSandbox } from '../../../test/sandbox.ts';
import type { Actor } from '../../accounts/index.ts';
import type { RoomsDeps } from '../../rooms/index.ts';
import { takeAs } from '../../rooms/index.ts';
import { channelApplications } from '../../rooms/starting/channel-applications.ts';

type Kind = 'HTTP' | 'INFOBIP' | 'SMPP';
const KINDS = ['HTTP', 'INFOBIP', 'SMPP'] as const;
const SENDERS = { HTTP: '+359700100100', INFOBIP: '+359700200200', SMPP: '+359700300300' } as const;
/** Nobody's number yet to which the sandbox delivers: not one that ends with 90 to 98. */
function newAddress(): string {
  const address = anyAddress();
  return /9\d$/.test(address) ? newAddress() : address;
}
/** Times of hours and minutes in moments. */
const QUICK = { double: 0.5, outOfOrder: true, reportAfter: [10, 120], timeScale: 0.01 };

let sandbox: TestSandbox;
let app: TestApp;
let account: TestAccount;
let elena: Actor;
let rooms: RoomsDeps;
const ends = new Map<Kind | 'BESIDE', string>();

beforeAll(async () => {
  sandbox = await startSandbox();
  app = await startApp({
    async prepare({ db }) {
      account = await givenAccount(db);
      elena = await account.agent('Elena');
      const addresses = {
        HTTP: `${sandbox.origin}/providers/sms/http`,
        INFOBIP: `${sandbox.origin}/providers/sms/infobip`,
        SMPP: `smpp://127.0.0.1:${sandbox.smppPort}`,
      };
      for (const kind of KINDS) {
        const carrierId = await givenCarrier(db, { kind, address: addresses[kind] });
        const serviceId = await givenService(db, { carrierId, channelType: 'SMS', username: 'sandbox', password: 'sandbox' });
        if (kind === 'SMPP') {
          // Another service under the same user name: the carrier gives what comes in to either line.
          const more = { carrierId, channelType: 'SMS', title: 'Beside', username: 'sandbox', password: 'sandbox' } as const;
          const besideId = await givenService(db, more);
          ends.set(
            'BESIDE',
            (await givenEnd(db, account, { type: 'SMS', name: 'Beside', sender: '+359700555111', serviceId: besideId })).id,
          );
        }
        ends.set(kind, (await givenEnd(db, account, { type: 'SMS', sender: SENDERS[kind], serviceId })).id);
      }
    },
    more: (parts) => {
      rooms = parts.rooms;
    },
  });
  const { db } = app.database;
  const on = db.reader(account.accountId);
  for (const kind of KINDS) {
    const row = await on
      .selectFrom('channel_applications')
      .select('hook_key')
      .where('id', '=', ends.get(kind) ?? '')
      .executeTakeFirstOrThrow();
    const url = `${app.origin}/hooks/sms/${row.hook_key}`;
    await sandbox.ask('PUT', `/providers/sms/numbers/${SENDERS[kind]}`, { carrier: kind, username: 'sandbox', url });
  }
  await quick();
});
afterAll(async () => {
  await app.close();
  await sandbox.close();
});
afterEach(() => quick());

async function quick(more: object = {}): Promise<void> {
  await sandbox.ask('DELETE', '/providers/sms/controls');
  await sandbox.ask('PUT', '/providers/sms/controls', { ...QUICK, ...more });
}

const write = (kind: Kind, from: string, text: string, more: object = {}) =>
  sandbox.ask('POST', '/phone/sms/write', { from, to: SENDERS[kind], text, ...more });
const phone = async (number: string) =>
  (
    await sandbox.get<{ messages: { text: string; from: string; parts: number }[] }>(
      `/phone/sms/messages?number=${encodeURIComponent(number)}`,
    )
  ).messages;
const shown = (eventId: string, expected: string, withinMs = 15_000) =>
  until(
    () => deliveryShown(app.database.db, account.accountId, eventId),
    (now) => now === expected,
    withinMs,
  );

interface Told {
  text?: string;
  fallbackText?: string;
}
const told = async (kind: Kind, address: string): Promise<Told[]> => {
  const rows = await app.database.db
    .reader(account.accountId)
    .selectFrom('events as e')
    .innerJoin('contact_channels as c', 'c.id', 'e.contact_channel_id')
    .select('e.message')
    .where('c.address', '=', address)
    .where('c.channel_application_id', '=', ends.get(kind) ?? '')
    .where('e.origin_type', '=', 'CUSTOMER')
    .where('e.kind', '=', 'COMMUNICATION')
    .orderBy('e.seq')
    .execute();
  return rows.map(({ message }) => message as Told);
};
const heard = (kind: Kind, address: string, count: number) =>
  until(
    () => told(kind, address),
    (all) => all.length >= count,
  );

/** Somebody who has written, and how to answer them. */
async function givenTalk(kind: Kind, address = newAddress()) {
  await write(kind, address, 'Hello');
  await heard(kind, address, 1);
  const channel = await app.database.db
    .reader(account.accountId)
    .selectFrom('contact_channels')
    .select(['id', 'room_id'])
    .where('address', '=', address)
    .where('channel_application_id', '=', ends.get(kind) ?? '')
    .executeTakeFirstOrThrow();
  const roomId = channel.room_id as string;
  await takeAs(rooms, elena, roomId);
  const say = async (text: string) =>
    (await sayOn(rooms, elena, 'SMS', { roomId, channelId: channel.id, text, clientMessageId: messageId() })).eventId;
  return { address, say };
}

/** Nobody's number yet, by whose last two digits the sandbox chooses what becomes of a message. */
let fates = 1000;
const fateNumber = (digits: string) => `+359887${++fates}${digits}`;

describe.each(KINDS)('SMS by %s', (kind) => {
  it('arrives whole, in parts where it is long, and every part is reported', async () => {
    const { address, say } = await givenTalk(kind);
    const texts = ['Good day @ €5 [ok]', 'Добър ден', `${'ж'.repeat(66)}😀${'б'.repeat(70)}`, `${'a'.repeat(152)}€${'b'.repeat(20)}`];
    for (const text of texts) await shown(await say(text), 'DELIVERED');
    const received = await phone(address);
    expect(received.map(({ text }) => text)).toEqual(texts);
    expect(received.map(({ parts }) => parts)).toEqual([1, 1, 3, 2]);
  });

  it.each([
    ['90', 'DELIVERY_FAILED EXPIRED'],
    ['91', 'DELIVERY_FAILED UNDELIVERABLE'],
    ['92', 'REJECTED REJECTED'],
    ['94', 'SENT'],
    ['95', 'SENT'],
  ])('to a number that ends with %s is %s', async (digits, expected) => {
    const { say } = await givenTalk(kind, fateNumber(digits));
    await shown(await say('Hi'), expected);
  });

  it('is refused where the carrier refuses, and tells why', async () => {
    const blacklisted = kind === 'SMPP' ? 'REJECTED NOT_PERMITTED' : 'REJECTED BLACKLISTED';
    const noFunds = kind === 'SMPP' ? 'REJECTED DEFAULT' : 'REJECTED INSUFFICIENT_FUNDS';
    for (const [digits, expected] of [
      ['96', noFunds],
      ['97', blacklisted],
      ['98', 'REJECTED NO_ROUTE'],
    ] as const) {
      const { say } = await givenTalk(kind, fateNumber(digits));
      await shown(await say('Hi'), expected);
    }
  });

  it('comes in from any script, from short codes and from names, of which none gets a number of somebody else (BUG-158)', async () => {
    const address = newAddress();
    await write(kind, address, 'Здравейте 😀 €');
    expect(await heard(kind, address, 1)).toMatchObject([{ text: 'Здравейте 😀 €' }]);
    await write(kind, '1917', 'Your code is 1');
    expect(await heard(kind, '1917', 1)).toMatchObject([{ text: 'Your code is 1' }]);
    await write(kind, 'MyBank', 'Dear client');
    expect(await heard(kind, 'MYBANK', 1)).toMatchObject([{ text: 'Dear client' }]);
  });

  it('with the word STOP ends what may be sent, until START', async () => {
    const { address, say } = await givenTalk(kind);
    await write(kind, address, 'СТОП');
    await until(
      () =>
        say('Are you there?').then(
          () => 'sent',
          (error: { key?: string }) => error.key,
        ),
      (how) => how !== 'sent' && how !== undefined,
    );
    await write(kind, address, 'start');
    await until(
      () =>
        say('Welcome back').then(
          () => 'sent',
          () => 'refused',
        ),
      (how) => how === 'sent',
    );
  });
});

describe.each(['HTTP', 'SMPP'] as const)('a long message of a customer by %s', (kind) => {
  const long = `${'Здравейте, '.repeat(12)}край 😀`;

  it('is one message whatever the order of its parts (BUG-069)', async () => {
    const address = newAddress();
    await write(kind, address, long, { inParts: true, reference: 113, order: [2, 3, 1] });
    expect(await heard(kind, address, 1)).toMatchObject([{ text: long }]);
    await write(kind, address, 'And more');
    expect(await heard(kind, address, 2)).toMatchObject([{ text: long }, { text: 'And more' }]);
  });

  it('keeps what came when a part is lost', async () => {
    const address = newAddress();
    await write(kind, address, long, { inParts: true, reference: 7, lost: [2] });
    const kept = await until(
      () =>
        app.database.db
          .reader(account.accountId)
          .selectFrom('inbound_parts')
          .select('part')
          .where('address', '=', address)
          .orderBy('part')
          .execute(),
      (parts) => parts.length === 2,
    );
    expect(kept.map(({ part }) => part)).toEqual([1, 3]);
  });
});

describe('a line to a carrier over SMPP', () => {
  it.each(['HEX_IN_RECEIPT', 'DECIMAL_IN_RECEIPT', 'SAME'])('knows its messages in receipts with ids %s', async (receiptIds) => {
    const { say } = await givenTalk('SMPP');
    await quick({ receiptIds });
    await shown(await say('ж'.repeat(100)), 'DELIVERED');
  });

  it('reads receipts by their text alone, and by their fields alone', async () => {
    const { say } = await givenTalk('SMPP');
    await quick({ receiptFields: false });
    await shown(await say('By text'), 'DELIVERED');
    await quick({ receiptText: false });
    await shown(await say('By fields'), 'DELIVERED');
  });

  it('counts receipts that are quicker than the answer', async () => {
    const { say } = await givenTalk('SMPP');
    await quick({ early: true });
    await shown(await say('ж'.repeat(140)), 'DELIVERED');
  });

  it('slows down where it is told to, and loses nothing', async () => {
    const { address, say } = await givenTalk('SMPP');
    await quick({ perSecond: 3 });
    const events: string[] = [];
    for (let count = 1; count <= 8; count++) events.push(await say(`Number ${count}`));
    for (const eventId of events) await shown(eventId, 'DELIVERED', 30_000);
    expect((await phone(address)).map(({ text }) => text)).toEqual(events.map((_, place) => `Number ${place + 1}`));
  }, 60_000);

  it('claims nothing of what was under way when it was cut, does not send it again, and is bound anew', async () => {
    const { address, say } = await givenTalk('SMPP');
    await quick({ dropAfter: 1 });
    const lost = await say('Lost with the line');
    await shown(lost, 'PENDING OUTCOME_UNKNOWN');
    await quick();
    await shown(await say('By the next line'), 'DELIVERED', 20_000);
    expect((await phone(address)).map(({ text }) => text)).toEqual(['Lost with the line', 'By the next line']);
  }, 40_000);

  it('gives what comes over either line of one user name to the end that it names', async () => {
    const came = async (kind: 'SMPP' | 'BESIDE') =>
      app.database.db
        .reader(account.accountId)
        .selectFrom('raw_inbound')
        .select('id')
        .where('channel_application_id', '=', ends.get(kind) ?? '')
        .where('address', '=', '+359888000333')
        .execute();
    for (let count = 0; count < 3; count++)
      for (const [to, words] of [
        [SENDERS.SMPP.replace('+', ''), '4f'],
        ['359700555111', '4e'],
      ]) {
        const fields = { source_addr: '359888000333', source_addr_ton: 1, destination_addr: to, short_message: `${words}3${count}` };
        expect(await sandbox.ask('POST', '/providers/sms/smpp/deliver', { fields })).toEqual({ status: 0 });
      }
    expect([(await came('SMPP')).length, (await came('BESIDE')).length]).toEqual([3, 3]);
  });

  it('keeps what names nobody here as the service’s own trouble, once, and says that it arrived', async () => {
    const fields = { source_addr: '359888000111', source_addr_ton: 1, destination_addr: '359700999999', short_message: '4869' };
    expect(await sandbox.ask('POST', '/providers/sms/smpp/deliver', { fields })).toEqual({ status: 0 });
    const rows = await app.database.db.outside((tx) => tx.selectFrom('carrier_service_troubles').select(['named', 'body']).execute());
    expect(rows).toHaveLength(1);
    expect(rows[0]?.named).toBe('359700999999');
    expect(await told('SMPP', '+359888000111')).toEqual([]);
  });
});

describe('who calls as a carrier over HTTP', () => {
  const report = { carrierId: 'none', to: '+359888000222', status: 'DELIVRD' };
  const call = async (init: RequestInit, query = '') => {
    const on = app.database.db.reader(account.accountId).selectFrom('channel_applications').select('hook_key');
    const { hook_key: key } = await on.where('id', '=', ends.get('HTTP') ?? '').executeTakeFirstOrThrow();
    return (await fetch(`${app.origin}/hooks/sms/${key}${query}`, init)).status;
  };
  const basic = (password: string) => ({ authorization: `Basic ${Buffer.from(`sandbox:${password}`).toString('base64')}` });

  it('proves it by the service’s credentials or a signature; by the address alone nobody does', async () => {
    const body = JSON.stringify(report);
    expect(await call({ method: 'POST', body })).toBe(401);
    expect(await call({ method: 'POST', body, headers: basic('guessed') })).toBe(401);
    expect(await call({ method: 'POST', body, headers: { ...basic('sandbox'), 'x-signature': 'sha256=00' } })).toBe(401);
    expect(await call({ method: 'POST', body, headers: basic('sandbox') })).toBe(200);
  });

  it('may report in the address too', async () => {
    const query = `?${new URLSearchParams({ ...report, part: '1', parts: '2' })}`;
    expect(await call({}, query)).toBe(401);
    expect(await call({ headers: basic('sandbox') }, query)).toBe(200);
    const rows = await until(
      () =>
        app.database.db
          .reader(account.accountId)
          .selectFrom('provider_reports')
          .select('provider_message_id')
          .where('provider_message_id', 'like', 'none%')
          .execute(),
      (kept) => kept.length >= 2,
    );
    expect(rows.map((row) => row.provider_message_id).toSorted()).toEqual(['none', 'none#1']);
  });
});

describe('an end by whose service one only sends', () => {
  it('is offered in no room, as soon as the service is such a one', async () => {
    const { db } = app.database;
    const serviceOf = db.reader(account.accountId).selectFrom('channel_applications').select('service_id');
    const { service_id: serviceId } = await serviceOf.where('id', '=', ends.get('HTTP') ?? '').executeTakeFirstOrThrow();
    const offered = async () => (await channelApplications(db.reader(account.accountId))).map(({ id }) => id);
    const buy = (type: 'ONE_WAY' | 'TWO_WAY') =>
      db.outside((tx) =>
        tx
          .updateTable('carrier_services')
          .set({ communication_type: type })
          .where('id', '=', serviceId as string)
          .execute(),
      );
    const { say } = await givenTalk('HTTP');
    expect(await offered()).toContain(ends.get('HTTP'));
    await buy('ONE_WAY');
    expect(await offered()).not.toContain(ends.get('HTTP'));
    await expect(say('Nobody could answer')).rejects.toMatchObject({ key: 'COMMUNICATION_CHANNEL_CANNOT_MESSAGE_CLOSED' });
    await buy('TWO_WAY');
    expect(await offered()).toContain(ends.get('HTTP'));
  });

  it('takes it over when it is given the service', async () => {
    const { db } = app.database;
    const carrierId = await givenCarrier(db, { kind: 'HTTP', address: 'http://127.0.0.1:1' });
    const serviceId = await givenService(db, { carrierId, channelType: 'SMS', communicationType: 'ONE_WAY' });
    const { id } = await givenEnd(db, account, { type: 'SMS', sender: 'MyShop', serviceId });
    expect((await channelApplications(db.reader(account.accountId))).map((one) => one.id)).not.toContain(id);
  });
});
