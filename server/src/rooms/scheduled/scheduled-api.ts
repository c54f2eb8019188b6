import { calls } from '../../accounts/index.ts';
import type { RoomsDeps } from '../deps.ts';
import { changeScheduled, scheduleMessage } from './schedule.ts';
import { roomsWithScheduled, scheduledOfRoom } from './scheduled-rows.ts';

/** Messages to customers that are sent later. */
export function scheduledApi(deps: RoomsDeps) {
  const { db } = deps;
  return {
    list: calls.scheduled.list.handler(async ({ context: { actor }, input: { params } }) => ({
      content: await scheduledOfRoom(db.reader(actor.accountId), actor, params.roomId),
    })),
    create: calls.scheduled.create.handler(({ context: { actor }, input: { params, body } }) =>
      scheduleMessage(deps, actor, params.roomId, body),
    ),
    change: calls.scheduled.change.handler(({ context: { actor }, input: { params, body } }) => changeScheduled(deps, actor, params, body)),
    mine: calls.scheduled.mine.handler(async ({ context: { actor } }) => ({
      content: await roomsWithScheduled(db.reader(actor.accountId), actor),
    })),
  };
}
