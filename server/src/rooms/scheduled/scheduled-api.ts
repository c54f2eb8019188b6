import { calls } from '../../accounts/index.ts';
import type { RoomsDeps } from '../deps.ts';
import { editScheduled } from './edit-scheduled.ts';
import { changeScheduled, scheduleMessage } from './schedule.ts';
import { replacedByColleagues, roomsWithScheduled, scheduledOfRoom, undoableOf, waitingIn } from './scheduled-rows.ts';

/** Messages to customers that are sent later. */
export function scheduledApi(deps: RoomsDeps) {
  const { db } = deps;
  return {
    list: calls.scheduled.list.handler(async ({ context: { actor }, input: { params } }) => {
      const on = db.reader(actor.accountId);
      return {
        content: await scheduledOfRoom(on, actor, params.roomId),
        replacing: await replacedByColleagues(on, actor, params.roomId),
      };
    }),
    waiting: calls.scheduled.waiting.handler(({ context: { actor }, input: { query } }) =>
      waitingIn(db.reader(actor.accountId), actor, query.conversation_id.split(',')),
    ),
    create: calls.scheduled.create.handler(({ context: { actor }, input: { params, body } }) => {
      deps.deeds.take(actor.userId);
      return scheduleMessage(deps, actor, params.roomId, body);
    }),
    change: calls.scheduled.change.handler(({ context: { actor }, input: { params, body } }) => {
      deps.deeds.take(actor.userId);
      return changeScheduled(deps, actor, params, body);
    }),
    edit: calls.scheduled.edit.handler(({ context: { actor }, input: { params, body } }) => {
      deps.deeds.take(actor.userId);
      return editScheduled(deps, actor, params, body);
    }),
    mine: calls.scheduled.mine.handler(async ({ context: { actor } }) => {
      const on = db.reader(actor.accountId);
      return { content: await roomsWithScheduled(on, actor), undoable: await undoableOf(on, actor) };
    }),
  };
}
