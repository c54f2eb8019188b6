import type { OwnSettings } from '@parley/contract';
import type { Connection } from '../../realtime/connection.tsx';
import { quietly } from '../../replaced.ts';

/**
 * Keeps this page in step with what the person chooses on another: as it is told on the line, and read anew where the line was lost
 * meanwhile. @returns how to end it
 */
export function followSettings(
  { subscribe, onOpen }: Pick<Connection, 'subscribe' | 'onOpen'>,
  read: () => Promise<OwnSettings>,
  chosen: (settings: OwnSettings) => void,
): () => void {
  // What was told while it was read is the newer.
  let told = 0;
  const readAgain = () =>
    quietly(async () => {
      const before = told;
      const settings = await read();
      if (before === told) chosen(settings);
    });
  const stops = [
    subscribe('OwnSettings', (settings) => {
      told += 1;
      chosen(settings);
    }),
    onOpen(({ first }) => (first ? undefined : void readAgain())),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
