import { type MakeAdapter, openProviders } from '../../src/channels/providers/index.ts';
import { openDatabase } from '../../src/platform/database.ts';
import { openLog } from '../../src/platform/log.ts';
import { startDelivering } from '../../src/rooms/index.ts';
import { givenRooms } from '../people.ts';

/** What a process of its own is told that sends by an adapter until it is killed. */
export interface SenderOrder {
  appUrl: string;
  /** Of purpose `providers:secrets`, as hexadecimal text. */
  key: string;
  module: string;
  exported: string;
}

const log = openLog('warn');

process.on('message', async (order: SenderOrder) => {
  const rooms = givenRooms(openDatabase(order.appUrl));
  const make = ((await import(order.module)) as Record<string, MakeAdapter>)[order.exported] as MakeAdapter;
  const key = Buffer.from(order.key, 'hex');
  const providers = openProviders({ rooms: rooms.deps, bus: rooms.bus, log, publicUrl: 'https://parley.example', key, adapters: [make] });
  providers.stand();
  startDelivering(rooms.deps, log);
  process.send?.('sending');
});
process.on('disconnect', () => process.exit(0));
