import { replaced } from '@parley/contract';
import { type Actor, calls } from '../../accounts/index.ts';
import { problem } from '../../platform/problem.ts';
import type { RoomsDeps } from '../deps.ts';
import { changeView, createView, removeView, roomQueues, roomViews } from './room-views.ts';

/** Views of the list of rooms. */
export function roomViewsApi(deps: RoomsDeps) {
  const { db } = deps;

  async function one(actor: Actor, viewId: string) {
    const view = (await roomViews(db, actor)).content.find(({ id }) => id === viewId);
    if (!view) throw problem('VIEW_NOT_FOUND');
    return view;
  }

  return {
    list: calls.roomViews.list.handler(({ context: { actor } }) => roomViews(db, actor)),
    create: calls.roomViews.create.handler(async ({ context: { actor }, input: { body } }) =>
      one(actor, await db.inAccount(actor.accountId, (tx) => createView(deps, tx, actor, body))),
    ),
    change: calls.roomViews.change.handler(async ({ context: { actor }, input: { params, body } }) => {
      await db.inAccount(actor.accountId, (tx) => changeView(deps, tx, actor, params.viewId, replaced(body)));
      return one(actor, params.viewId);
    }),
    remove: calls.roomViews.remove.handler(async ({ context: { actor }, input: { params } }) => {
      await db.inAccount(actor.accountId, (tx) => removeView(deps, tx, actor, params.viewId));
      return params;
    }),
    queues: calls.roomViews.queues.handler(async ({ context: { actor } }) => ({ content: await roomQueues(db.reader(actor.accountId)) })),
  };
}
