import { replaced } from '@parley/contract';
import { calls, requireAccount } from '../accounts/index.ts';
import { doerOf, openToRead } from '../audit/index.ts';
import type { AdministrationDeps } from './deps.ts';
import { changeQueue, createQueue, removeQueue } from './queues.ts';
import { listQueues, readQueue } from './queues-store.ts';

/** The queues of an account, for its admins and for super admins. */
export function queuesApi(deps: AdministrationDeps) {
  const { db } = deps;
  return {
    list: calls.queues.list.handler(async ({ context, input: { params, query } }) => {
      await openToRead(db, context, params.accountId, { type: 'QUEUES', id: null, name: '' });
      return listQueues(db.reader(params.accountId), query);
    }),
    create: calls.queues.create.handler(async ({ context, input: { params, body } }) => {
      await requireAccount(db, context.actor, params.accountId);
      return createQueue(deps, doerOf(context), params.accountId, body);
    }),
    one: calls.queues.one.handler(async ({ context, input: { params } }) => {
      await requireAccount(db, context.actor, params.accountId);
      const queue = await readQueue(db.reader(params.accountId), params.queueId);
      await openToRead(db, context, params.accountId, { type: 'QUEUE', id: queue.id, name: queue.name });
      return queue;
    }),
    change: calls.queues.change.handler(async ({ context, input: { params, body } }) => {
      await requireAccount(db, context.actor, params.accountId);
      return changeQueue(deps, doerOf(context), params, replaced(body));
    }),
    remove: calls.queues.remove.handler(async ({ context, input: { params } }) => {
      await requireAccount(db, context.actor, params.accountId);
      await removeQueue(deps, doerOf(context), params);
      return {};
    }),
  };
}
