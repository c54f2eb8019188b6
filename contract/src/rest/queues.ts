import * as z from 'zod/mini';
import { AbsenceRules, absenceRules } from '../entities/absence.ts';
import { CapacityWeights, capacityWeights } from '../entities/capacity.ts';
import { queueSorts } from '../entities/lists-of-pages.ts';
import { ClientCreationId, formText, Id } from '../entities/primitives.ts';
import { QueueDetails, QueueMembers, QueueSummary, queueFields } from '../entities/queue.ts';
import { pageOf, pageQuery, replacements, route } from './access.ts';

const administer = ['queues', 'administer'] as const;
const inAccount = z.object({ accountId: Id });
const ofQueue = z.object({ accountId: Id, queueId: Id });

const { name, ...further } = queueFields;

/** What is not said of a new one: no description, the strategy Default, open always, no overflow, no agents. */
export const NewQueue = z.object({
  name,
  clientQueueId: z.optional(ClientCreationId),
  ...z.partial(z.object({ ...further, members: QueueMembers })).shape,
});
export type NewQueue = z.infer<typeof NewQueue>;

/** Fields of a queue that a PATCH replaces. `isDefault` only becomes true: the one before it stops being it. */
export const queueChanges = { ...queueFields, isDefault: z.literal(true), members: QueueMembers };

export const QueuesQuery = z.object({
  ...pageQuery(10, 100),
  sort: z._default(z.enum(queueSorts), 'name,asc'),
  /** Part of the name or the description, in any case. */
  search: z.optional(formText(120)),
  strategy: z.optional(queueFields.strategy),
});
export type QueuesQuery = z.infer<typeof QueuesQuery>;

/** The queues of an account, for its admins, and for super admins who name it (administration, sections 2 and 5). */
export const queues = {
  list: route(administer, 'GET', '/accounts/{accountId}/queues', 'Queues of an account, by page')
    .input(z.object({ params: inAccount, query: QueuesQuery }))
    .output(pageOf(QueueSummary)),
  /** Throws QUEUE_NAME_TAKEN, CREATION_ID_USED; USER_NOT_FOUND, TIMESLOT_NOT_FOUND and QUEUE_NOT_FOUND for what is none of the account. */
  create: route(administer, 'POST', '/accounts/{accountId}/queues', 'Make a queue')
    .input(z.object({ params: inAccount, body: NewQueue }))
    .output(QueueDetails),
  /** Throws QUEUE_NOT_FOUND. */
  one: route(administer, 'GET', '/accounts/{accountId}/queues/{queueId}', 'One queue with its agents')
    .input(z.object({ params: ofQueue }))
    .output(QueueDetails),
  /** What waits is given out by it at once. Throws QUEUE_NOT_FOUND, QUEUE_NAME_TAKEN, USER_NOT_FOUND, TIMESLOT_NOT_FOUND, QUEUE_OVERFLOWS_INTO_ITSELF. */
  change: route(administer, 'PATCH', '/accounts/{accountId}/queues/{queueId}', 'Change a queue, or make it the default one')
    .input(z.object({ params: ofQueue, body: replacements(queueChanges) }))
    .output(QueueDetails),
  /**
   * Throws QUEUE_NOT_FOUND, QUEUE_IS_DEFAULT, QUEUE_IN_USE: its `errors` name what uses it, each with `kind` (WAITING or HELD: a
   * conversation; OVERFLOW: a queue), `id` (of its room; of the queue), `name` (of its customer; of the queue), and how many there are of
   * the kind (`count`).
   */
  remove: route(administer, 'DELETE', '/accounts/{accountId}/queues/{queueId}', 'Delete a queue that nothing uses')
    .input(z.object({ params: ofQueue }))
    .output(z.object({})),
};

/** What an account says of those who are away, for its admins, and for super admins who name it. */
export const absence = {
  read: route(administer, 'GET', '/accounts/{accountId}/absence', 'When what somebody holds goes back to its queue')
    .input(z.object({ params: inAccount }))
    .output(AbsenceRules),
  /** Holds at once, also for those who are away already. */
  change: route(administer, 'PATCH', '/accounts/{accountId}/absence', 'Change when what somebody holds goes back')
    .input(z.object({ params: inAccount, body: replacements(absenceRules) }))
    .output(AbsenceRules),
};

/** How much of an agent each type of channel takes in an account, for its admins, and for super admins who name it. */
export const capacity = {
  read: route(administer, 'GET', '/accounts/{accountId}/capacity', 'What a conversation takes of an agent, by channel')
    .input(z.object({ params: inAccount }))
    .output(CapacityWeights),
  /** What waits is given out by it at once; what is in hand stays. */
  change: route(administer, 'PATCH', '/accounts/{accountId}/capacity', 'Change what a conversation takes of an agent')
    .input(z.object({ params: inAccount, body: replacements(capacityWeights) }))
    .output(CapacityWeights),
};
