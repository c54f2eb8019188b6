import { AuditKind, Id } from '@parley/contract';
import * as z from 'zod/mini';

/** A day as date fields write it: 2026-11-03. */
const Day = z.iso.date();

const AuditSearch = z.object({
  person: z.catch(z.optional(Id), undefined),
  kind: z.catch(z.optional(AuditKind), undefined),
  from: z.catch(z.optional(Day), undefined),
  to: z.catch(z.optional(Day), undefined),
});
type Read = z.infer<typeof AuditSearch>;

/** Which part of the trail is shown, as its address says. Both days count, in the reader's zone. */
export type AuditSearch = { [Part in keyof Read]?: Exclude<Read[Part], undefined> };

/** Reads the part of the address behind the question mark; what does not fit is left out. */
export const readAuditSearch = (search: Record<string, unknown>): AuditSearch =>
  Object.fromEntries(Object.entries(AuditSearch.parse(search)).filter(([, value]) => value !== undefined));
