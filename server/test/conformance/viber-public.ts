import { createHmac } from 'node:crypto';
import type { MakeAdapter } from '../../src/channels/providers/index.ts';
import { viberPublic } from '../../src/channels/viber-public/index.ts';
import { givenEnd } from '../providers.ts';
import type { Brought, Driver, Heard } from './driver.ts';
import { type Manner, startHttpProvider } from './viber-provider.ts';

const TOKEN = 'bot-of-the-suite';
/** Where Viber is, for the processes that the suite starts as well. */
const AT = 'PARLEY_TEST_VIBER';

export const makeViberPublic: MakeAdapter = (parts) => viberPublic(process.env[AT] ?? '')(parts);

let tokens = 5_810_027_394_416_620_000n;
const manner: Manner = {
  sentIn(path, body) {
    if (!path.endsWith('/send_message')) return null;
    const { receiver: to, text } = JSON.parse(body) as { receiver: string; text: string };
    return { to, text, key: null };
  },
  accepted: (id) => ({ status: 200, body: `{"status":0,"status_message":"ok","message_token":${id}}` }),
  known: (id) => ({ status: 200, body: `{"status":0,"status_message":"ok","message_token":${id}}` }),
  refused: () => ({ status: 200, body: '{"status":3,"status_message":"badData"}' }),
  notNow: () => ({ status: 200, body: '{"status":12,"status_message":"tooManyRequests"}' }),
  unknown: () => ({ status: 200, body: '{"status":2,"status_message":"invalidAuthToken"}' }),
  newId: () => String(++tokens),
};

/** The suite's ids of messages as Viber has them: numbers of 64 bits. */
const known = new Map<string, string>();
function tokenOf(id: string): string {
  const token = known.get(id) ?? String(++tokens);
  known.set(id, token);
  return token;
}

function bodyOf(brought: Brought): string {
  const common = `"timestamp":${Date.now()}`;
  switch (brought.what) {
    case 'NONSENSE':
      return '{"event":"message","message_token":';
    case 'STATUS':
      return `{"event":"${brought.status.toLowerCase()}",${common},"message_token":${brought.providerMessageId},"user_id":"${brought.to}"}`;
    case 'UNKNOWN':
      return `{"event":"message",${common},"message_token":${tokenOf(brought.id)},"sender":{"id":"${brought.from}"},"message":{"type":"hologram"}}`;
    default: {
      const text = JSON.stringify(brought.what === 'OVERSIZE' ? 'x'.repeat(5_000_000) : brought.text);
      return `{"event":"message",${common},"message_token":${tokenOf(brought.id)},"sender":{"id":"${brought.from}","name":"Rumi"},"message":{"type":"text","text":${text}}}`;
    }
  }
}

let people = 0;

export const viberPublicDriver: Driver = {
  name: 'Viber’s bots',
  type: 'VIBER_PUBLIC',
  adapter: { module: import.meta.url, exported: 'makeViberPublic' },
  make: makeViberPublic,
  reports: ['DELIVERED', 'SEEN', 'FAILED'],
  async startProvider() {
    const provider = await startHttpProvider(manner);
    process.env[AT] = provider.origin;
    return provider;
  },
  givenEnd: (db, account, _provider: unknown) =>
    givenEnd(db, account, { type: 'VIBER_PUBLIC', sender: 'lumen', secrets: { token: TOKEN } }),
  async bring(brought, { end, origin }): Promise<Heard> {
    const body = bodyOf(brought);
    const signature = createHmac('sha256', brought.what === 'FORGED' ? 'guessed' : TOKEN)
      .update(body)
      .digest('hex');
    const headers = { 'x-viber-content-signature': signature };
    const answer = await fetch(end.hookAt(origin), { method: 'POST', body, headers }).catch(() => null);
    if (answer === null || answer.status >= 500) return 'FAILED';
    return answer.status === 200 ? 'TAKEN' : 'REFUSED';
  },
  newCustomer() {
    const from = `Qk7t${process.pid}P${++people}==`;
    return { from, address: from };
  },
};
