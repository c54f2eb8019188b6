import * as z from 'zod/mini';
import { ToldProvider } from '../entities/channel-end.ts';
import { userStatuses } from '../entities/closed-lists.ts';
import { channelEndSorts } from '../entities/lists-of-pages.ts';
import { formText, Id } from '../entities/primitives.ts';
import { pageQuery } from './access.ts';

/** Ends of channels are set by super admins alone (administration, section 6). */
export const administerEnds = ['channels', 'administer'] as const;

export const inAccount = z.object({ accountId: Id });
export const ofEnd = z.object({ accountId: Id, endId: Id });

/** A page of the ends of one type. */
export const ChannelEndsQuery = z.object({
  ...pageQuery(10, 100),
  sort: z._default(z.enum(channelEndSorts), 'name,asc'),
  /** Part of the name or the sender, in any case. */
  search: z.optional(formText(120)),
  status: z.optional(z.enum(userStatuses)),
});
export type ChannelEndsQuery = z.infer<typeof ChannelEndsQuery>;

/** An end as it was stored, and what its provider said to that. */
export const storedEnd = <End extends z.ZodMiniType>(end: End) => z.object({ end, told: ToldProvider });
