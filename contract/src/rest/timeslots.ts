import * as z from 'zod/mini';
import { timeslotSorts } from '../entities/lists-of-pages.ts';
import { ClientCreationId, formText, Id } from '../entities/primitives.ts';
import { Timeslot, timeslotFields } from '../entities/timeslot.ts';
import { pageOf, pageQuery, replacements, route } from './access.ts';

const administer = ['timeslots', 'administer'] as const;
const inAccount = z.object({ accountId: Id });
const ofTimeslot = z.object({ accountId: Id, timeslotId: Id });

const { name, workingTime, ...further } = timeslotFields;

/** What is not said: no description, priority 50, the account's time zone, no exceptions. */
export const NewTimeslot = z.object({
  name,
  clientTimeslotId: z.optional(ClientCreationId),
  workingTime,
  ...z.partial(z.object(further)).shape,
});
export type NewTimeslot = z.infer<typeof NewTimeslot>;

export const TimeslotQuery = z.object({
  ...pageQuery(10, 100),
  sort: z._default(z.enum(timeslotSorts), 'priority,asc'),
  /** Part of the name or description, in any case. */
  search: z.optional(formText(120)),
});
export type TimeslotQuery = z.infer<typeof TimeslotQuery>;

/**
 * The timeslots of an account, for its admins, and for super admins who name it (administration, sections 2 and 3). To an admin
 * another account's do not exist.
 */
export const timeslots = {
  list: route(administer, 'GET', '/accounts/{accountId}/timeslots', 'Timeslots of an account, by page')
    .input(z.object({ params: inAccount, query: TimeslotQuery }))
    // The time zone is the account's, which a new one gets unless another is said.
    .output(z.object({ ...pageOf(Timeslot).shape, timezone: timeslotFields.timezone })),
  /** Throws TIMESLOT_NAME_TAKEN, CREATION_ID_USED. */
  create: route(administer, 'POST', '/accounts/{accountId}/timeslots', 'Make a timeslot')
    .input(z.object({ params: inAccount, body: NewTimeslot }))
    .output(Timeslot),
  one: route(administer, 'GET', '/accounts/{accountId}/timeslots/{timeslotId}', 'One timeslot')
    .input(z.object({ params: ofTimeslot }))
    .output(Timeslot),
  /** Holds from now on for what uses it. Throws TIMESLOT_NOT_FOUND, TIMESLOT_NAME_TAKEN. */
  change: route(administer, 'PATCH', '/accounts/{accountId}/timeslots/{timeslotId}', 'Change a timeslot')
    .input(z.object({ params: ofTimeslot, body: replacements(timeslotFields) }))
    .output(Timeslot),
  /** Throws TIMESLOT_NOT_FOUND, and TIMESLOT_IN_USE with each place where it is used (kind, id, name). */
  remove: route(administer, 'DELETE', '/accounts/{accountId}/timeslots/{timeslotId}', 'Delete a timeslot that nothing uses')
    .input(z.object({ params: ofTimeslot }))
    .output(z.object({})),
};
