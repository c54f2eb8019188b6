import { countsMissed, missedCount } from '@parley/contract';
import type { CommunicationsState } from './state.ts';

export interface MissedRooms {
  /** Customers' rooms, and those of colleagues, in which I missed something. */
  readonly external: number;
  readonly internal: number;
}

/** Asked after every change of the store and with every drawing, and the rooms are often the same. */
const missedIn = new WeakMap<CommunicationsState['rooms'], MissedRooms>();

/** In how many of the rooms that the lists show I missed something. The same object while the rooms are the same. */
export function missedRooms({ rooms, me }: Pick<CommunicationsState, 'rooms' | 'me'>): MissedRooms {
  const known = missedIn.get(rooms);
  if (known !== undefined) return known;
  const missed = { external: 0, internal: 0 };
  for (const { room, membership } of rooms.values()) {
    if (room.state === 'RESOLVED' || !countsMissed(room, membership, me) || missedCount(room, membership, me) === 0) continue;
    missed[room.type === 'EXTERNAL' ? 'external' : 'internal'] += 1;
  }
  missedIn.set(rooms, missed);
  return missed;
}
