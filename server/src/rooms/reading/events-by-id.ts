import type { RoomEvent } from '@parley/contract';
import { cellsOf, type Prepared } from '../../platform/cells.ts';
import type { Tx } from '../../platform/database.ts';
import { EVENT_COLUMNS, type EventCells, eventOfCells } from './event-json.ts';

const EVENTS: Prepared = {
  name: 'events-by-id',
  text: `select ${EVENT_COLUMNS} from events e left join contact_channels cc on cc.id = e.contact_channel_id where e.id = any($1::uuid[])`,
};

/** Events as colleagues read them now, in the order of their ids as given; those that are not there are left out. */
export async function readEventsById(tx: Tx, ids: readonly string[]): Promise<RoomEvent[]> {
  const events = new Map((await cellsOf<EventCells>(tx, EVENTS, [ids])).map(eventOfCells).map((event) => [event.id, event]));
  return ids.flatMap((id) => events.get(id) ?? []);
}
