import type { CurrentUser, OfAccount } from '@parley/contract';
import type { Connection } from '../../realtime/connection.tsx';
import { quietly } from '../../replaced.ts';

type Followed = Partial<OfAccount & Pick<CurrentUser, 'settings'>>;

/**
 * Keeps this page in step with what the person chooses on another, and with what their account says of how everybody works: as it is told on
 * the line, and read anew where the line was lost meanwhile. @returns how to end it
 */
export function followSettings(
  { subscribe, onOpen }: Pick<Connection, 'subscribe' | 'onOpen'>,
  read: () => Promise<Required<Followed>>,
  changed: (now: Followed) => void,
): () => void {
  // What was told while it was read is the newer.
  let told = 0;
  const readAgain = () =>
    quietly(async () => {
      const before = told;
      const { settings, accountName, features, sending } = await read();
      if (before === told) changed({ settings, accountName, features, sending });
    });
  const tell = (now: Followed) => {
    told += 1;
    changed(now);
  };
  const stops = [
    subscribe('OwnSettings', (settings) => tell({ settings })),
    subscribe('AccountChanged', tell),
    onOpen(({ first }) => (first ? undefined : void readAgain())),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
