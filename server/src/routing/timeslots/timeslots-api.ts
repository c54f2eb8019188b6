import { replaced } from '@parley/contract';
import { calls, requireAccount } from '../../accounts/index.ts';
import { doerOf, openToRead } from '../../audit/index.ts';
import { changeTimeslot, createTimeslot, removeTimeslot, type TimeslotDeps } from './timeslots.ts';
import { listTimeslots, readTimeslot } from './timeslots-store.ts';

/** The timeslots of an account, for its admins and for super admins (administration, section 3). */
export function timeslotsApi(deps: TimeslotDeps) {
  const { db } = deps;
  return {
    list: calls.timeslots.list.handler(async ({ context, input: { params, query } }) => {
      await openToRead(db, context, params.accountId, { type: 'TIMESLOTS', id: null, name: '' });
      return listTimeslots(db.reader(params.accountId), query);
    }),
    create: calls.timeslots.create.handler(async ({ context, input: { params, body } }) => {
      await requireAccount(db, context.actor, params.accountId);
      return createTimeslot(deps, doerOf(context), params.accountId, body);
    }),
    one: calls.timeslots.one.handler(async ({ context, input: { params } }) => {
      await requireAccount(db, context.actor, params.accountId);
      const timeslot = await readTimeslot(db.reader(params.accountId), params.timeslotId);
      await openToRead(db, context, params.accountId, { type: 'TIMESLOT', id: timeslot.id, name: timeslot.name });
      return timeslot;
    }),
    change: calls.timeslots.change.handler(async ({ context, input: { params, body } }) => {
      await requireAccount(db, context.actor, params.accountId);
      return changeTimeslot(deps, doerOf(context), params, replaced(body));
    }),
    remove: calls.timeslots.remove.handler(async ({ context, input: { params } }) => {
      await requireAccount(db, context.actor, params.accountId);
      await removeTimeslot(deps, doerOf(context), params);
      return {};
    }),
  };
}
