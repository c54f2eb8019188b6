import type { EventFrame } from '@parley/contract';
import { sql } from 'kysely';
import { afterCommit, type Tx } from '../../platform/database.ts';
import type { LockedRoom } from '../delivery/delivery.ts';
import type { RoomsDeps } from '../deps.ts';
import { changedFrameOf } from '../event-view.ts';
import { readEventsById } from '../reading/events-by-id.ts';

/** The frame that would tell of an event as it is: for whoever asked for what is so already. */
export async function readEventFrame(tx: Tx, room: LockedRoom, eventId: string): Promise<EventFrame> {
  const [event] = await readEventsById(tx, [eventId]);
  if (event === undefined) throw new Error('an event that is held is not there');
  return { roomId: room.id, epoch: room.epoch, change: event.change, event, again: true };
}

/**
 * Gives each of these events, whose rows were changed under the room's lock, the room's next change, and has everybody told of each after
 * the commit (domain, invariant 3). What stands in the room's row is taken along where it is one of them.
 * @returns the frames, in the order of the ids
 */
export async function tellChangedEvents(
  deps: RoomsDeps,
  tx: Tx,
  accountId: string,
  room: LockedRoom,
  ids: readonly string[],
): Promise<EventFrame[]> {
  await sql`update events e set change = ${room.change}::bigint + t.n from unnest(${[...ids]}::uuid[]) with ordinality t(id, n) where e.id = t.id`.execute(
    tx,
  );
  await sql`
    update rooms r set change = ${room.change + ids.length}, last_event = coalesce((
      select r.last_event || jsonb_build_object('type', e.type, 'text', left(e.message ->> 'text', 200))
        || case when e.since ? 'deleted' then jsonb_build_object('deleted', true) else '{}' end
      from events e where e.id = (r.last_event ->> 'id')::uuid and e.id = any(${[...ids]}::uuid[])), r.last_event),
      last_received = coalesce((
        select r.last_received || jsonb_build_object('type', e.type, 'text', left(e.message ->> 'text', 200))
        from events e where e.id = (r.last_received ->> 'id')::uuid and e.id = any(${[...ids]}::uuid[])), r.last_received)
    where r.id = ${room.id}::uuid`.execute(tx);
  const events = new Map((await readEventsById(tx, ids)).map((event) => [event.id, event]));
  const subjects = await deps.audiences.of(tx, accountId, { id: room.id, type: room.type, accessNo: room.access_no });
  const frames = ids.map((id): EventFrame => {
    const event = events.get(id);
    if (event === undefined) throw new Error('an event that was just changed is not there');
    return { roomId: room.id, epoch: room.epoch, change: event.change, event, again: true };
  });
  afterCommit(tx, () => {
    for (const frame of frames) deps.hub.publish(subjects, changedFrameOf(frame.event), frame);
  });
  return frames;
}
