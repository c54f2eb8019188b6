import * as z from 'zod/mini';
import { Count, Id } from './primitives.ts';
import { ChatStatus, Role } from './user.ts';

/** A colleague to whom a conversation could be given, with what tells whether that is a good idea. */
export const TransferPerson = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  role: Role,
  jobTitle: z.string(),
  /** Of a square file; null while none is chosen. */
  pictureId: z.nullable(Id),
  chatStatus: ChatStatus,
  /** Has the application open. */
  isThere: z.boolean(),
  /** Conversations in hand. */
  inHand: Count,
});
export type TransferPerson = z.infer<typeof TransferPerson>;

/** A queue into which a conversation could go. */
export const TransferQueue = z.object({
  id: Id,
  name: z.string(),
  /** Of its agents, how many are ready and have the application open. */
  readyAgents: Count,
  waiting: Count,
});
export type TransferQueue = z.infer<typeof TransferQueue>;

/** Whom or what was found, whoever is ready first. */
export const TransferTargets = z.object({ people: z.array(TransferPerson), queues: z.array(TransferQueue) });
export type TransferTargets = z.infer<typeof TransferTargets>;
