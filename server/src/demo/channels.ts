import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Connection, type ProviderSecrets, type Providers, tellChannelsChanged } from '../channels/providers/index.ts';
import type { Bus } from '../platform/bus.ts';
import type { Database, Tx } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import { DEMO_CARRIERS, DEMO_ENDS, type DemoCarrier, type DemoEnd } from './channel-ends.ts';
import { type DemoMailServer, makeMailbox } from './mailbox.ts';
import { LUMEN } from './people.ts';

/** The sandbox starts beside the server; it is asked so often whether it is there. */
const ASK_EVERY = 500;
/** What is changed comes in several steps, and is told once. */
const TOLD_AFTER = 200;
const ANSWER_WITHIN = 5000;

interface DemoChannelsParts {
  db: Database;
  bus: Bus;
  log: Log;
  secrets: ProviderSecrets;
  providers: Pick<Providers, 'connections' | 'adapterOf'>;
  /** Where the sandbox of this start listens. */
  sandboxUrl: string;
}

/**
 * Connects the demo's first account with the providers that the sandbox plays, as soon as that answers: carriers, services and ends are made where they are
 * missing, carriers get the addresses of this start, and the providers are told where to call; again whenever something of the ends is changed. What a super
 * admin has set otherwise stays; what they have deleted is there again after the next start.
 */
export function startDemoChannels(parts: DemoChannelsParts): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const sandbox = openSandbox(parts.sandboxUrl, signal);
  let endsTelling: (() => void) | null = null;
  let telling: Promise<void> = Promise.resolve();

  async function connect(): Promise<void> {
    for (;;) {
      try {
        const { smppPort } = await sandbox.ask<{ smppPort: number }>('GET', '/providers/sms/controls');
        const mailServer = await sandbox.ask<DemoMailServer>('GET', '/providers/mail');
        await makeChannels(parts, { smpp: `smpp://127.0.0.1:${smppPort}`, http: sandbox.origin, mailServer });
        await tellSandbox(parts, sandbox, signal);
        break;
      } catch (error) {
        if (signal.aborted) return;
        if (!isAway(error)) parts.log.warn({ err: error }, 'the demo could not be connected with the sandbox and tries again');
        await pause(ASK_EVERY, undefined, { signal }).catch(() => undefined);
      }
    }
    endsTelling = parts.providers.connections.onChange(() => {
      telling = telling.then(tellAgain);
    });
  }

  async function tellAgain(): Promise<void> {
    try {
      await pause(TOLD_AFTER, undefined, { signal });
      await tellSandbox(parts, sandbox, signal);
    } catch (error) {
      if (!signal.aborted) parts.log.warn({ err: error }, 'the sandbox was not told what was changed of the demo’s channels');
    }
  }

  const connecting = connect();
  return {
    async stop() {
      stopping.abort();
      await connecting;
      endsTelling?.();
      await telling;
    },
  };
}

/** Nobody listens there yet. */
const isAway = (error: unknown) => error instanceof TypeError;

/** @returns what it answers; rejects with a TypeError where nobody answers, and with its words where it refuses */
function openSandbox(sandboxUrl: string, signal: AbortSignal) {
  const origin = `http://127.0.0.1:${new URL(sandboxUrl).port}`;
  return {
    origin,
    async ask<Answer>(method: 'GET' | 'PUT', path: string, body?: object): Promise<Answer> {
      const sent = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
      const within = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN)]);
      const response = await fetch(`${origin}${path}`, { method, ...sent, signal: within });
      if (!response.ok) throw new Error(`the sandbox answered ${response.status} to ${path}: ${await response.text()}`);
      return (await response.json()) as Answer;
    },
  };
}
type Sandbox = ReturnType<typeof openSandbox>;

/** Where the sandbox plays what. */
interface SandboxAddresses {
  smpp: string;
  http: string;
  mailServer: DemoMailServer;
}

async function makeChannels({ db, bus, secrets }: DemoChannelsParts, { smpp, http, mailServer }: SandboxAddresses): Promise<void> {
  await db.outside(async (tx) => {
    for (const carrier of DEMO_CARRIERS) await makeCarrier(tx, carrier, carrier.kind === 'SMPP' ? smpp : `${http}${carrier.path}`, secrets);
    tellChannelsChanged(tx, bus);
  });
  await db.inAccount(LUMEN.id, async (tx) => {
    for (const end of DEMO_ENDS) await makeEnd(tx, end, secrets);
    await makeMailbox(tx, mailServer, secrets);
    tellChannelsChanged(tx, bus);
  });
}

/** The carrier at its address of this start, with its service. */
async function makeCarrier(tx: Tx, { id, name, kind, service }: DemoCarrier, address: string, secrets: ProviderSecrets): Promise<void> {
  await tx
    .insertInto('carriers')
    .values({ id, name, kind, address })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ address }))
    .execute();
  const { id: serviceId, title, username, password, channelType } = service;
  await tx
    .insertInto('carrier_services')
    .values({
      id: serviceId,
      carrier_id: id,
      title,
      username,
      password: secrets.seal(password),
      channel_type: channelType,
      communication_type: 'TWO_WAY',
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Makes the end, unless it is there or somebody else speaks under its name. */
async function makeEnd(tx: Tx, end: DemoEnd, secrets: ProviderSecrets): Promise<void> {
  const { id, type, name, sender, serviceId, settings, token } = end;
  const { rows } = await sql<{ taken: boolean }>`
    select sender_is_taken(${type}, ${serviceId}::uuid, ${sender}, ${id}::uuid) as taken`.execute(tx);
  if (rows[0]?.taken) return;
  await tx
    .insertInto('channel_applications')
    .values({
      id,
      account_id: LUMEN.id,
      type,
      name,
      sender,
      service_id: serviceId,
      settings: JSON.stringify(settings),
      secrets: token === null ? null : secrets.sealNamed({ token }),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Tells each provider where to call, as whoever buys a service tells its carrier. */
async function tellSandbox({ providers }: DemoChannelsParts, sandbox: Sandbox, signal: AbortSignal): Promise<void> {
  for (const { id } of DEMO_ENDS) {
    const end = await providers.connections.of(LUMEN.id, id);
    if (end?.active) await tellProvider(end, providers, sandbox, signal);
  }
}

async function tellProvider(
  end: Connection,
  providers: DemoChannelsParts['providers'],
  sandbox: Sandbox,
  signal: AbortSignal,
): Promise<void> {
  const { type, name, sender, service, secrets, hookAddress } = end;
  if (type === 'SMS' && service) {
    const number = { carrier: service.carrier.kind, username: service.username, url: hookAddress };
    await sandbox.ask('PUT', `/providers/sms/numbers/${encodeURIComponent(sender)}`, number);
  } else if (type === 'VIBER') {
    await sandbox.ask('PUT', '/providers/viber-carrier/service', { senders: [sender], callbackUrl: hookAddress, session: true });
  } else if (type === 'VIBER_PUBLIC') {
    await sandbox.ask('PUT', '/providers/viber-bot/bots', { token: secrets.token, name, uri: sender });
    const told = await providers.adapterOf(type)?.connect?.(end, signal);
    if (told && !told.ok) throw new Error(`the bot could not be told where to call: ${told.answer ?? told.problem}`);
  }
}
