import * as z from 'zod/mini';
import { QueueSilentMinutes } from './auto-resolve.ts';
import { queueStrategies } from './lists-of-pages.ts';
import { Count, formLines, Id, Instant, requiredText } from './primitives.ts';

/** Who of a queue's agents gets the next conversation (administration, section 9; docs/queues.md defines each). */
export const QueueStrategy = z.enum(queueStrategies);
export type QueueStrategy = z.infer<typeof QueueStrategy>;

/** How well somebody knows what a queue is about: 10 is the highest. */
export const Skill = z.int().check(z.minimum(1), z.maximum(10));
export const USUAL_SKILL = 5;

/**
 * Why a conversation came into a queue (`chosen` is null) or to an agent of it. `candidates` could have got it in that moment:
 * ready, in the queue, with room for it, and not just given another. Loads are of CAPACITY; `inHand` counts the
 * conversations that the chosen one held before; `hadBefore`: this customer comes back to them. `cameFrom` is the queue that it
 * overflowed from, since it waited too long there or nobody was there at that hour.
 */
export const AssignmentReason = z.object({
  queue: z.object({ id: Id, name: z.string() }),
  strategy: QueueStrategy,
  chosen: z.nullable(
    z.object({
      candidates: Count,
      skill: Count,
      inHand: Count,
      loadBefore: Count,
      loadAfter: Count,
      hadBefore: z.optional(z.literal(true)),
    }),
  ),
  cameFrom: z.optional(z.object({ id: Id, name: z.string(), because: z.enum(['WAITED', 'CLOSED']) })),
});
export type AssignmentReason = z.infer<typeof AssignmentReason>;

/** An agent of a queue as it is written. Without a job title they are one of the usual (administration, section 3, "Queues"). */
export const QueueMemberGiven = z.object({ userId: Id, skill: Skill, jobTitle: z._default(requiredText(80), 'Agent') });
export type QueueMemberGiven = z.infer<typeof QueueMemberGiven>;

/** The same as it is read: whoever is inactive stays in it and gets nothing. */
export const QueueMember = z.object({
  userId: Id,
  firstName: z.string(),
  lastName: z.string(),
  pictureId: z.nullable(Id),
  active: z.boolean(),
  skill: Skill,
  jobTitle: z.string(),
});
export type QueueMember = z.infer<typeof QueueMember>;

/** So many agents stand in a queue at most. */
export const QUEUE_MEMBERS_LIMIT = 1000;

/** The fields of a queue that are written, but for its agents. */
export const queueFields = {
  name: requiredText(120),
  description: formLines(1000),
  strategy: QueueStrategy,
  /** When it is open; null: always. */
  timeslotId: z.nullable(Id),
  /** After one of its conversations is resolved, whoever held it has so long before the next is given to them. */
  wrapUpSeconds: z.int().check(z.minimum(0), z.maximum(3600)),
  /** Into which what waits too long here goes on, with its place; at once while this one is closed. Null: nowhere. */
  overflowQueueId: z.nullable(Id),
  /** What is too long. */
  overflowMinutes: z.int().check(z.minimum(1), z.maximum(1440)),
  /** After so many minutes without a word of the customer its conversations are resolved; null: as the account says, 0: never. */
  silentMinutes: z.nullable(QueueSilentMinutes),
};
export const USUAL_OVERFLOW_MINUTES = 10;

/** Agents as a whole list: whoever is not named leaves. */
export const QueueMembers = z.array(QueueMemberGiven).check(
  z.maxLength(QUEUE_MEMBERS_LIMIT),
  z.refine((members) => new Set(members.map(({ userId }) => userId)).size === members.length, { error: 'MEMBER_TWICE' }),
);

/** One line of the list of queues. */
export const QueueSummary = z.object({
  id: Id,
  accountId: Id,
  name: z.string(),
  description: z.string(),
  strategy: QueueStrategy,
  /** When it is open; null: always. */
  timeslot: z.nullable(z.object({ id: Id, name: z.string() })),
  wrapUpSeconds: z.int(),
  overflow: z.nullable(z.object({ id: Id, name: z.string() })),
  overflowMinutes: queueFields.overflowMinutes,
  silentMinutes: queueFields.silentMinutes,
  /** Into it goes what nothing else routes; one of an account. */
  isDefault: z.boolean(),
  /** Active ones. */
  agents: z.int(),
  waiting: z.int(),
  createdAt: Instant,
});
export type QueueSummary = z.infer<typeof QueueSummary>;

export const QueueDetails = z.object({ ...QueueSummary.shape, members: z.array(QueueMember) });
export type QueueDetails = z.infer<typeof QueueDetails>;

/** What still needs a queue (administration, section 5, "Deletion guards"): conversations, and queues that overflow into it. */
export const QueueUse = z.enum(['WAITING', 'HELD', 'OVERFLOW']);
export type QueueUse = z.infer<typeof QueueUse>;
