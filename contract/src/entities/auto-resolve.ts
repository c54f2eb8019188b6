import * as z from 'zod/mini';
import { formLines } from './primitives.ts';

/** Up to 30 days: nobody waits longer for a customer. */
export const SilentMinutes = z.int().check(z.minimum(5), z.maximum(43_200));
export const WarningMinutes = z.int().check(z.minimum(1), z.maximum(1440));

/** What an account says of conversations in which the customer has not answered for long. */
export const autoResolveRules = {
  /** After so many minutes without a word the conversation is resolved; null: never by itself. */
  silentMinutes: z.nullable(SilentMinutes),
  /** Where the channel can tell the customer, they are warned then, and it is resolved so many minutes later; null: without a warning. */
  warningMinutes: z.nullable(WarningMinutes),
  /** The words of the warning; empty: the usual ones, in the customer's language. */
  warningText: formLines(500),
  /** Whether they are warned over text messages, Viber and e-mail, too: a message there may cost something, and comes when nobody looks at a chat any more. */
  warnsOutsideChats: z.boolean(),
};
export const AutoResolveRules = z.object(autoResolveRules);
export type AutoResolveRules = z.infer<typeof AutoResolveRules>;
export const usualAutoResolve: AutoResolveRules = { silentMinutes: null, warningMinutes: 5, warningText: '', warnsOutsideChats: true };

/** The same of one queue's conversations; 0: never. */
export const QueueSilentMinutes = z.union([z.literal(0), SilentMinutes]);
