import * as z from 'zod/mini';
import { Id } from './primitives.ts';

/** What can stand in the way of a deletion by using what is to be deleted. */
export const UseKind = z.enum(['QUEUE']);
export type UseKind = z.infer<typeof UseKind>;

/** Where something is used. The parameters of refusals such as TIMESLOT_IN_USE are these, one refusal a place. */
export const Use = z.object({ kind: UseKind, id: Id, name: z.string() });
export type Use = z.infer<typeof Use>;
