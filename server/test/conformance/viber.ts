import { randomUUID } from 'node:crypto';
import { viber } from '../../src/channels/viber/index.ts';
import { newAddress } from '../loop-back/customers.ts';
import { givenCarrier, givenEnd, givenService } from '../providers.ts';
import type { Brought, Driver, Heard } from './driver.ts';
import { type HttpProvider, type Manner, startHttpProvider } from './viber-provider.ts';

const USERNAME = 'lumen';
const PASSWORD = 'the key of the suite';
const SENDER = 'LUMEN';

/** How a kind of carrier is played: what it reads, says and calls with. */
interface Carrier {
  manner: Manner;
  bodyOf(brought: Brought): string;
  headers(isForged: boolean): Record<string, string>;
}

const json = (status: number, body: object) => ({ status, body: JSON.stringify(body) });

const plain: Carrier = {
  manner: {
    sentIn(path, body) {
      if (!path.endsWith('/viber/messages')) return null;
      const { to, text, id } = JSON.parse(body) as { to: string; text: string; id: string };
      return { to, text, key: id };
    },
    accepted: (id) => json(202, { id, status: 'ACCEPTED' }),
    known: () => json(409, { error: { code: 'ALREADY_SENT' } }),
    refused: () => json(422, { error: { code: 'BAD_DATA' } }),
    notNow: () => json(503, { error: { code: 'INTERNAL_FAILURE' } }),
    unknown: () => json(401, { error: { code: 'UNAUTHORIZED' } }),
    newId: randomUUID,
  },
  bodyOf(brought) {
    if (brought.what === 'NONSENSE') return '{"id":"x","status":"WHATEVER"}';
    if (brought.what === 'STATUS') {
      const status = brought.status === 'FAILED' ? 'UNDELIVERABLE' : brought.status;
      return JSON.stringify({ id: brought.providerMessageId, to: brought.to, status });
    }
    const said = { id: brought.id, from: brought.from, to: SENDER };
    if (brought.what === 'UNKNOWN') return JSON.stringify({ ...said, type: 'HOLOGRAM' });
    return JSON.stringify({ ...said, type: 'TEXT', text: brought.what === 'OVERSIZE' ? 'x'.repeat(5_000_000) : brought.text });
  },
  headers: (isForged) => ({ authorization: `Basic ${Buffer.from(`${USERNAME}:${isForged ? 'guessed' : PASSWORD}`).toString('base64')}` }),
};

const GROUPS = { SENT: [1, 7], DELIVERED: [3, 5], FAILED: [2, 4] } as const;

const infobip: Carrier = {
  manner: {
    sentIn(path, body) {
      if (!path.endsWith('/viber/2/messages')) return null;
      const [message] = (
        JSON.parse(body) as { messages: { destinations: { to: string; messageId: string }[]; content: { text: string } }[] }
      ).messages;
      const [one] = message?.destinations ?? [];
      return { to: one?.to ?? '', text: message?.content.text ?? '', key: one?.messageId ?? '' };
    },
    accepted: (id) => json(200, { messages: [{ messageId: id, status: { groupId: 1, id: 26 } }] }),
    known: (id) => json(200, { messages: [{ messageId: id, status: { groupId: 5, id: 23 } }] }),
    refused: () => json(200, { messages: [{ messageId: 'x', status: { groupId: 5, id: 12 } }] }),
    notNow: () => json(503, { requestError: {} }),
    unknown: () => json(401, { requestError: { serviceException: { messageId: 'UNAUTHORIZED', text: 'Invalid login details' } } }),
    newId: randomUUID,
  },
  bodyOf(brought) {
    const results = (result: object) => JSON.stringify({ results: [result] });
    if (brought.what === 'NONSENSE') return '{"results":"none"}';
    if (brought.what === 'STATUS') {
      const messageId = brought.providerMessageId;
      if (brought.status === 'SEEN') return results({ messageId, seenAt: new Date().toISOString() });
      const [groupId, id] = GROUPS[brought.status];
      return results({ messageId, to: brought.to, status: { groupId, id } });
    }
    const said = { messageId: brought.id, sender: brought.from, to: SENDER };
    if (brought.what === 'UNKNOWN') return results({ ...said, message: { type: 'HOLOGRAM' } });
    return results({ ...said, message: { type: 'TEXT', text: brought.what === 'OVERSIZE' ? 'x'.repeat(5_000_000) : brought.text } });
  },
  headers: () => ({}),
};

const CARRIERS = { HTTP: plain, INFOBIP: infobip };

export { viber };

export const viberDriver = (kind: keyof typeof CARRIERS): Driver => {
  const carrier = CARRIERS[kind];
  return {
    name: `Viber’s business messages through a carrier of kind ${kind}`,
    type: 'VIBER',
    adapter: { module: import.meta.url, exported: 'viber' },
    make: viber,
    reports: ['SENT', 'DELIVERED', 'SEEN', 'FAILED'],
    startProvider: () => startHttpProvider(carrier.manner),
    async givenEnd(db, account, provider) {
      const carrierId = await givenCarrier(db, { kind, address: (provider as HttpProvider).origin });
      const serviceId = await givenService(db, { carrierId, channelType: 'VIBER', username: USERNAME, password: PASSWORD });
      return givenEnd(db, account, { type: 'VIBER', sender: SENDER, serviceId });
    },
    async bring(brought, { end, origin }): Promise<Heard> {
      const isForged = brought.what === 'FORGED';
      const answer = await fetch(end.hookAt(origin), {
        method: 'POST',
        body: carrier.bodyOf(brought),
        headers: carrier.headers(isForged),
      }).catch(() => null);
      if (answer === null || answer.status >= 500) return 'FAILED';
      return answer.status === 200 ? 'TAKEN' : 'REFUSED';
    },
    newCustomer() {
      const address = newAddress();
      return { from: address.slice(1), alsoFrom: address, address };
    },
    ...(kind === 'INFOBIP' && { without: { 'bad signature': 'its calls bear no signature: the address itself is what only it knows' } }),
  };
};
