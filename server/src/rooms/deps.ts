import type { Database } from '../platform/database.ts';
import type { Hub } from '../platform/hub.ts';
import type { Audiences } from './access.ts';
import type { Lanes } from './lanes.ts';
import type { CustomerPushes } from './work.ts';

/** What the rooms of one process work with; made once by `openRooms`. */
export interface RoomsDeps {
  db: Database;
  hub: Hub;
  lanes: Lanes;
  audiences: Audiences;
  customers: CustomerPushes;
}
