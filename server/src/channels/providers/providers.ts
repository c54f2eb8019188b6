import type { Bus } from '../../platform/bus.ts';
import type { Http } from '../../platform/http.ts';
import type { Log } from '../../platform/log.ts';
import { watchCircuits } from '../../platform/metrics.ts';
import { keepInQuarantine, type RawDelivery, type RoomsDeps, storeInbound } from '../../rooms/index.ts';
import type { Adapter, Standing } from './adapter.ts';
import type { Connection, Connections } from './connections.ts';
import { openConnections } from './connections-store.ts';
import { noteInbound, noteRefusedCalls, openCircuits } from './health.ts';
import { channelHealthApi } from './health-api.ts';
import { mountHooks } from './hooks.ts';
import { createNotes } from './notes.ts';
import { providerSecrets } from './provider-secrets.ts';

/** What an adapter is made with. */
export interface AdapterParts {
  connections: Connections;
  rooms: RoomsDeps;
  log: Log;
  /** Origin by which people and providers reach us, without a slash at its end. */
  publicUrl: string;
  /**
   * Stores what came in over a line of the adapter's own; what comes by a hook is stored by the frame. Only when it has resolved may the
   * provider be told that it arrived. Rejects when the database stays away.
   */
  bring(connection: Connection, deliveries: readonly RawDelivery[]): Promise<void>;
}

export type MakeAdapter = (parts: AdapterParts) => Adapter;

/** The channels that go by a provider, in one process. */
export interface Providers {
  connections: Connections;
  adapterOf(type: string): Adapter | undefined;
  /** How it stands with each end. */
  calls: ReturnType<typeof channelHealthApi>;
  /** Opens the addresses at which providers call. */
  mount(http: Http): void;
  /** Opens the lines that stand. */
  stand(): void;
  /** Resolves when the lines are closed in order. */
  stop(): Promise<void>;
}

interface ProvidersParts {
  rooms: RoomsDeps;
  bus: Bus;
  log: Log;
  publicUrl: string;
  /** Of purpose `providers:secrets`. */
  key: Buffer;
  adapters: readonly MakeAdapter[];
}

/** Makes each adapter and registers it with rooms. A type that is registered already stays whose it is: what a test brings comes before the product's own. */
export function openProviders({ rooms, bus, log, publicUrl, key, adapters }: ProvidersParts): Providers {
  const connections = openConnections({ db: rooms.db, bus, secrets: providerSecrets(key), publicUrl });
  const heard = createNotes(
    ({ accountId, channelApplicationId }) => noteInbound(rooms.db.reader(accountId), accountId, channelApplicationId),
    log,
  );
  const refused = createNotes(
    ({ accountId, channelApplicationId }, count) => noteRefusedCalls(rooms.db.reader(accountId), accountId, channelApplicationId, count),
    log,
  );
  const bring: AdapterParts['bring'] = async (connection, deliveries) => {
    await storeInbound(rooms, placeOf(connection), deliveries);
    heard(connection);
  };
  const parts: AdapterParts = { connections, rooms, log, publicUrl, bring };
  const ours = new Map<string, Adapter>();
  for (const make of adapters) {
    const adapter = make(parts);
    if (rooms.channels.of(adapter.type)) continue;
    rooms.channels.register(adapter);
    ours.set(adapter.type, adapter);
  }
  const unwatch = watchCircuits(() => openCircuits(rooms.db.outsideReader()));
  const standing: Standing[] = [];
  const adapterOf = (type: string) => ours.get(type);
  return {
    connections,
    adapterOf,
    calls: channelHealthApi({ db: rooms.db, rooms, log, connections, adapterOf }),
    mount(http) {
      const keepUnread = (connection: Connection, delivery: RawDelivery, error: unknown) =>
        keepInQuarantine(rooms, placeOf(connection), delivery, error);
      mountHooks(http, { connections, adapterOf, bring, keepUnread, refused, log });
    },
    stand() {
      for (const adapter of ours.values()) if (adapter.stand) standing.push(adapter.stand(connections));
    },
    async stop() {
      unwatch();
      await Promise.all(standing.splice(0).map((one) => one.stop()));
    },
  };
}

const placeOf = ({ accountId, channelApplicationId, type }: Connection) => ({ accountId, channelApplicationId, channelType: type });
