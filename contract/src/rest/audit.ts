import * as z from 'zod/mini';
import { AuditEntry, AuditKind } from '../entities/audit.ts';
import { askedNumber, Id, Instant } from '../entities/primitives.ts';
import { route } from './access.ts';

/** The database knows no year 0. */
const Moment = Instant.check(z.refine((text) => !text.startsWith('0000'), { error: 'NO_SUCH_YEAR' }));

export const AuditQuery = z.object({
  size: z._default(askedNumber(1, 200), 50),
  /** Goes on after the last entry of the page before: its id. */
  after: z.optional(Id),
  /** Who did it. */
  person: z.optional(Id),
  kind: z.optional(AuditKind),
  /** Leaves out that somebody looked at something (ACCOUNT_READ). */
  withoutViews: z._default(z.stringbool(), false),
  /** From this moment on, and before that one. */
  from: z.optional(Moment),
  to: z.optional(Moment),
});
export type AuditQuery = z.infer<typeof AuditQuery>;

/** Newest first. */
const AuditPage = z.object({ content: z.array(AuditEntry), last: z.boolean() });

/** Who did what, when, from where, and how it was before (the audit trail). Nothing of it can be changed. */
export const audit = {
  ofAccount: route(['audit', 'read'], 'GET', '/accounts/{accountId}/audit', 'What was done in an account')
    .input(z.object({ params: z.object({ accountId: Id }), query: AuditQuery }))
    .output(AuditPage),
  /** What belongs to no account: super admins. */
  ofInstallation: route(['superUsers', 'administer'], 'GET', '/audit', 'What was done about super admins')
    .input(z.object({ query: AuditQuery }))
    .output(AuditPage),
};
