import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Connection, MakeAdapter } from '../../src/channels/providers/index.ts';
import { senderAddress } from '../../src/contacts/index.ts';
import type { Outcome } from '../../src/rooms/index.ts';
import { lineTo } from '../database-line.ts';
import { loopBack } from '../loop-back/channel.ts';
import { newAddress } from '../loop-back/customers.ts';
import { startProvider } from '../loop-back/provider.ts';
import { givenEnd, type TestEnd } from '../providers.ts';
import type { Brought, Driver, Heard, Provider } from './driver.ts';

const Settings = z.object({ origin: z.string() });
const Delivery = z.object({ kind: z.enum(['MESSAGE', 'STATUS']), providerMessageId: z.string(), address: z.string().optional() });

const signature = (bytes: Buffer | string, secret: string) => createHmac('sha256', secret).update(bytes).digest();

/** The loop-back channel of SMS as an adapter: its provider's address is what its end has set, and it is called over a hook. */
function adapt(takesKey: boolean): MakeAdapter {
  return ({ connections }) => {
    const channelAt = (origin: string) => loopBack({ type: 'SMS', origin, takesKey });
    const originOf = ({ settings }: Connection) => Settings.parse(settings).origin;
    return {
      ...channelAt(''),
      async deliver(outgoing, signal, asking): Promise<Outcome> {
        const connection = await connections.of(outgoing.accountId, outgoing.channelApplicationId);
        if (!connection) return { outcome: 'REFUSED', reason: 'BAD_SERVICE_ID', final: true };
        return channelAt(originOf(connection))
          .deliver(outgoing, signal, asking)
          .catch((error: unknown): Outcome => {
            // Nobody took the connection: the message surely did not go.
            if ((error as { cause?: { code?: string } }).cause?.code !== 'ECONNREFUSED') throw error;
            return { outcome: 'UNAVAILABLE', problem: 'UNREACHABLE', answer: 'connection refused' };
          });
      },
      hook: {
        isGenuine({ raw, headers }, { secrets }) {
          const given = Buffer.from(String(headers['x-signature']), 'hex');
          const right = signature(raw, secrets.token ?? '');
          return given.length === right.length && timingSafeEqual(given, right);
        },
        take({ raw }, { country }) {
          const said: unknown = JSON.parse(raw.toString('utf8'));
          const delivery = Delivery.parse(said);
          const { address, name } = delivery.address === undefined ? { address: '', name: null } : senderAddress(delivery.address, country);
          const body = JSON.stringify({
            ...(said as object),
            ...(delivery.kind === 'MESSAGE' && { address }),
            ...(name !== null && { name }),
          });
          return { deliveries: [{ address, deliveryKey: `${delivery.kind} ${raw.toString('base64').slice(0, 200)}`, body }] };
        },
      },
      async test(connection, signal) {
        const answer = await fetch(`${originOf(connection)}/files/none`, { signal }).catch(() => null);
        return answer === null ? { ok: false, problem: 'UNREACHABLE' } : { ok: true, answer: String(answer.status) };
      },
    };
  };
}

/** Imported by a process of its own. @public */
export const makeLoopBackWithKeys = adapt(true);
/** @public */
export const makeLoopBackWithoutKeys = adapt(false);

/** @param takesKey whether the provider knows what it was sent already, by its key */
export function loopBackDriver(takesKey: boolean): Driver {
  return {
    name: takesKey ? 'the loop-back channel with keys' : 'the loop-back channel without keys',
    type: 'SMS',
    adapter: { module: import.meta.url, exported: takesKey ? 'makeLoopBackWithKeys' : 'makeLoopBackWithoutKeys' },
    make: adapt(takesKey),
    reports: ['SENT', 'DELIVERED', 'SEEN', 'FAILED'],
    startProvider: () => startLoopBackProvider(takesKey),
    async givenEnd(db, account, provider) {
      const settings = { origin: (provider as LoopBackProvider).origin };
      const token = randomUUID();
      const end = await givenEnd(db, account, { type: 'SMS', sender: '+359700123456', settings, secrets: { token } });
      tokens.set(end, token);
      return end;
    },
    async bring(brought, { end, origin }): Promise<Heard> {
      const body = bodyOf(brought);
      const secret = brought.what === 'FORGED' ? 'guessed' : (tokens.get(end) ?? '');
      const answer = await fetch(end.hookAt(origin), {
        method: 'POST',
        body,
        headers: { 'x-signature': signature(body, secret).toString('hex') },
      }).catch(() => null);
      if (answer === null || answer.status >= 500) return 'FAILED';
      return answer.status === 200 ? 'TAKEN' : 'REFUSED';
    },
    newCustomer() {
      const address = newAddress();
      return { from: address, alsoFrom: address.slice(1), address };
    },
  };
}

/** By what each end's provider signs. */
const tokens = new WeakMap<TestEnd, string>();

function bodyOf(brought: Brought): string {
  if (brought.what === 'NONSENSE') return '{"kind":"MESSAGE"';
  if (brought.what === 'STATUS') {
    const { providerMessageId, to, status } = brought;
    const said = { status: status === 'FAILED' ? 'DELIVERY_FAILED' : status, reason: status === 'FAILED' ? 'UNDELIVERABLE' : null };
    return JSON.stringify({ kind: 'STATUS', providerMessageId, address: to, ...said });
  }
  const { id, from } = brought;
  const message = { kind: 'MESSAGE', providerMessageId: id, address: from, name: null };
  if (brought.what === 'UNKNOWN') {
    return JSON.stringify({ ...message, text: '', content: { type: 'UNSUPPORTED_MEDIA', unsupported: 'UNKNOWN' } });
  }
  return JSON.stringify({ ...message, text: brought.what === 'OVERSIZE' ? 'x'.repeat(5_000_000) : brought.text });
}

interface LoopBackProvider extends Provider {
  origin: string;
}

async function startLoopBackProvider(knowsKeys: boolean): Promise<LoopBackProvider> {
  const provider = await startProvider({ knowsKeys });
  const line = await lineTo(provider.origin);
  let isCut = false;
  return {
    origin: new URL(line.url).origin,
    async behave(how) {
      if (isCut && how !== 'DOWN') await line.restore();
      if (!isCut && how === 'DOWN') await line.cut();
      isCut = how === 'DOWN';
      provider.behave(() => {
        if (how === 'REFUSE') return { do: 'refuse', reason: 'UNDELIVERABLE', final: true };
        if (how === 'NOT NOW') return { do: 'refuse', reason: 'DEFAULT', final: false };
        if (how === 'SLOWER') return { do: 'later', afterMs: 10 };
        if (how === 'UNKNOWN TO IT') return { do: 'be away', problem: 'REFUSED' };
        return { do: how === 'SILENCE' ? 'accept and keep silent' : 'accept' };
      });
    },
    taken: () => provider.accepted.map(({ address, text }) => ({ to: address, text })),
    asked: () => provider.requests.length,
    beforeAnswer: (hook) => provider.onAccept(({ providerMessageId, address }) => hook(providerMessageId, address)),
    async close() {
      await line.close();
      await provider.close();
    },
  };
}
