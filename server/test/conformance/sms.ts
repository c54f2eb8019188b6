import { createHmac, randomUUID } from 'node:crypto';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { MakeAdapter } from '../../src/channels/providers/index.ts';
import { smsAdapter } from '../../src/channels/sms/index.ts';
import type { Database } from '../../src/platform/database.ts';
import { newAddress } from '../loop-back/customers.ts';
import type { TestAccount } from '../people.ts';
import { givenCarrier, givenEnd, givenService, type TestEnd } from '../providers.ts';
import type { Brought, Driver, Heard, Provider } from './driver.ts';
import { type SmsProvider, startSmsProvider } from './sms-provider.ts';

const PASSWORD = 'sandbox';
const here = pathToFileURL(fileURLToPath(import.meta.url)).href;

export { smsAdapter };
/** As the suite asks for it: by a channel's own word, which for these ends is another. */
export const smppAdapter: MakeAdapter = (parts) => Object.create(smsAdapter(parts), { takesKey: { value: false } });

/** Numbers of ours: one for each end. */
let ends = 0;
const senders = new WeakMap<TestEnd, string>();
const usernames = new WeakMap<TestEnd, string>();
const senderOf = (end: TestEnd): string => senders.get(end) ?? '';

async function givenSmsEnd(
  db: Database,
  account: TestAccount,
  { username = 'sandbox', ...carrier }: { kind: 'HTTP' | 'INFOBIP' | 'SMPP'; address: string; settings?: object; username?: string },
): Promise<TestEnd> {
  const carrierId = await givenCarrier(db, carrier);
  const serviceId = await givenService(db, { carrierId, channelType: 'SMS', username, password: PASSWORD });
  const sender = `+35970012${String(++ends).padStart(4, '0')}`;
  const end = await givenEnd(db, account, { type: 'SMS', sender, serviceId });
  senders.set(end, sender);
  usernames.set(end, username);
  return end;
}

async function heard(calling: Promise<Response>): Promise<Heard> {
  const answer = await calling.catch(() => null);
  if (answer === null || answer.status >= 500) return 'FAILED';
  return answer.status === 200 ? 'TAKEN' : 'REFUSED';
}

/** The sandbox does not deliver to numbers that end with 90 to 98. */
function newCustomer() {
  let address = newAddress();
  while (/9\d$/.test(address)) address = newAddress();
  return { from: address, alsoFrom: address.slice(1), address };
}

const OVERSIZE = 'x'.repeat(5_000_000);
const sandboxOf = (provider: Provider) => (provider as SmsProvider).sandbox;

function httpBody(brought: Brought, to: string): string {
  if (brought.what === 'NONSENSE') return '{"moId":';
  if (brought.what === 'STATUS') {
    const status = { SENT: 'ACCEPTD', DELIVERED: 'DELIVRD', SEEN: 'DELIVRD', FAILED: 'UNDELIV' }[brought.status];
    return JSON.stringify({ id: 'ours', carrierId: brought.providerMessageId, to: brought.to, status, doneAt: new Date().toISOString() });
  }
  const message = { moId: brought.id, from: brought.from, to, receivedAt: new Date().toISOString() };
  if (brought.what === 'UNKNOWN') return JSON.stringify({ ...message, mediaUrl: 'https://carrier.example/picture' });
  return JSON.stringify({ ...message, text: brought.what === 'OVERSIZE' ? OVERSIZE : brought.text });
}

export const httpDriver: Driver = {
  name: 'SMS by a carrier over HTTP',
  type: 'SMS',
  adapter: { module: here, exported: 'smsAdapter' },
  make: smsAdapter,
  reports: ['SENT', 'DELIVERED', 'FAILED'],
  startProvider: () => startSmsProvider({ REFUSE: { failHttp: 400 }, 'NOT NOW': { failHttp: 503 }, SLOWER: { failHttp: 429 } }),
  givenEnd: (db, account, provider) =>
    givenSmsEnd(db, account, { kind: 'HTTP', address: `${sandboxOf(provider).origin}/providers/sms/http` }),
  bring(brought, { end, origin }) {
    const body = httpBody(brought, senderOf(end));
    const secret = brought.what === 'FORGED' ? 'guessed' : PASSWORD;
    const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
    return heard(fetch(end.hookAt(origin), { method: 'POST', body, headers: { 'x-signature': signature } }));
  },
  newCustomer,
};

function infobipBody(brought: Brought, to: string): string {
  if (brought.what === 'NONSENSE') return '{"results":[{';
  if (brought.what === 'STATUS') {
    const states = { SENT: [1, 26], DELIVERED: [3, 5], SEEN: [3, 5], FAILED: [2, 9] } as const;
    const [groupId, id] = states[brought.status];
    const status = { groupId, groupName: '', id, name: '', description: '' };
    return JSON.stringify({ results: [{ messageId: brought.providerMessageId, to: brought.to.slice(1), doneAt: randomUUID(), status }] });
  }
  const message = { messageId: brought.id, from: brought.from.replace('+', ''), to };
  const text = brought.what === 'UNKNOWN' ? null : brought.what === 'OVERSIZE' ? OVERSIZE : brought.text;
  return JSON.stringify({ results: [{ ...message, text }], messageCount: 1, pendingMessageCount: 0 });
}

export const infobipDriver: Driver = {
  ...httpDriver,
  name: 'SMS by Infobip',
  givenEnd: (db, account, provider) =>
    givenSmsEnd(db, account, { kind: 'INFOBIP', address: `${sandboxOf(provider).origin}/providers/sms/infobip` }),
  bring(brought, { end, origin }) {
    return heard(fetch(end.hookAt(origin), { method: 'POST', body: infobipBody(brought, senderOf(end)) }));
  },
  without: { 'bad signature': 'Infobip signs nothing: whoever knows the address of the end is it' },
};

/** What a carrier brings over SMPP that no phone writes. */
function fieldsOf(brought: Brought, to: string): Record<string, unknown> {
  const base = { destination_addr: to.slice(1), source_addr_ton: 1, source_addr_npi: 1 };
  if (brought.what === 'NONSENSE')
    return { ...base, source_addr: '359888000000', esm_class: 4, short_message: Buffer.from('hello').toString('hex') };
  if (brought.what === 'STATUS') {
    const state = { SENT: 6, DELIVERED: 2, SEEN: 2, FAILED: 5 }[brought.status];
    const fields = { receipted_message_id: brought.providerMessageId, message_state: state };
    return { ...base, source_addr: brought.to.replace('+', ''), esm_class: 4, ...fields };
  }
  return { ...base, source_addr: brought.from.replace('+', ''), data_coding: 4, short_message: 'cafe' };
}

const OWN_LINE = 'it comes over a line that we have opened with our own credentials';

export const smppDriver: Driver = {
  ...httpDriver,
  name: 'SMS by a carrier over SMPP',
  adapter: { module: here, exported: 'smppAdapter' },
  make: smppAdapter,
  startProvider: () => startSmsProvider({ REFUSE: { failSmpp: 0x0a }, 'NOT NOW': { failSmpp: 0x08 }, SLOWER: { failSmpp: 0x58 } }),
  async givenEnd(db, account, provider) {
    const sandbox = sandboxOf(provider);
    // A carrier brings what is one service's over any line of it.
    const username = `service${ends + 1}`;
    await sandbox.ask('PUT', `/providers/sms/services/${username}`, { password: PASSWORD });
    const address = `smpp://127.0.0.1:${sandbox.smppPort}`;
    return givenSmsEnd(db, account, { kind: 'SMPP', address, settings: { receiptIds: 'SAME' }, username });
  },
  async bring(brought, { end, provider }): Promise<Heard> {
    const sandbox = sandboxOf(provider);
    const to = senderOf(end);
    const username = usernames.get(end) ?? '';
    if (brought.what === 'MESSAGE') {
      await sandbox.ask('PUT', `/providers/sms/numbers/${to}`, { carrier: 'SMPP', username });
      const said = { from: brought.from, to, text: brought.text };
      const { statuses } = await sandbox.ask<{ statuses: number[] }>('POST', '/phone/sms/write', said);
      return statuses.every((status) => status === 0) ? 'TAKEN' : 'FAILED';
    }
    const { status } = await sandbox.ask<{ status: number }>('POST', '/providers/sms/smpp/deliver', {
      username,
      fields: fieldsOf(brought, to),
    });
    return status === 0 ? 'TAKEN' : 'FAILED';
  },
  without: {
    'a message once': 'a carrier gives no ids over SMPP: the same words later are another message',
    'bad signature': OWN_LINE,
    oversize: 'the library ends a line that brings more than a PDU may hold',
  },
};
