import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { SignedIn } from '../identity/index.ts';
import { newId } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { gathering } from '../platform/gather.ts';
import type { Task } from '../platform/jobs.ts';
import { seal, unseal } from '../platform/secret.ts';

/** A ticket opens one socket within this time; no access token stands in a log (domain: identity). */
const VALID_FOR = 30_000;
const USED_TOGETHER = 200;

const Ticket = z.object({
  id: z.uuid(),
  accountId: z.uuid(),
  subjectId: z.uuid(),
  audience: z.enum(['agent-web', 'widget']),
  until: z.number(),
  signedInUntil: z.number(),
  /** The sign-in of a browser that the socket stands on. */
  sessionId: z.nullable(z.string()),
});
export type Ticket = z.infer<typeof Ticket>;

export interface Tickets {
  /** For a signed-in person. */
  forActor(signedIn: SignedIn): string;
  /** For a visitor's session. */
  forVisitor(accountId: string, sessionId: string): string;
  /** Reads a ticket and uses it up; null when it is not ours, too old, of another audience, or used before. */
  use(text: string, audience: Ticket['audience']): Promise<Ticket | null>;
}

export function createTickets(db: Database, key: Buffer): Tickets {
  const make = (ticket: Omit<Ticket, 'id' | 'until'>) =>
    seal(key, { ...ticket, id: newId(), until: Date.now() + VALID_FOR } satisfies Ticket);
  /** True for the one use of each; those that come at the same time are used up by one transaction. */
  const useUp = gathering<Ticket, boolean>(USED_TOGETHER, async (accountId, tickets) => {
    // A time that stands still while the statement runs: only such a one is looked up by the index.
    const longGone = new Date(Date.now() - VALID_FOR).toISOString();
    const { rows } = await sql<{ id: string }>`
      with old as (delete from used_tickets where expires_at < ${longGone}::timestamptz)
      insert into used_tickets (account_id, id, expires_at)
      select ${accountId}::uuid, * from unnest(
        ${tickets.map(({ id }) => id)}::uuid[], ${tickets.map(({ until }) => new Date(until).toISOString())}::timestamptz[])
      on conflict do nothing returning id`.execute(db.reader(accountId));
    const fresh = new Set(rows.map(({ id }) => id));
    // One that comes twice at the same time is used by the first.
    return tickets.map(({ id }) => fresh.delete(id));
  });
  return {
    forActor: ({ actor, expiresAt, sessionId }) =>
      make({ accountId: actor.accountId, subjectId: actor.userId, audience: 'agent-web', signedInUntil: expiresAt, sessionId }),
    forVisitor: (accountId, subjectId) => make({ accountId, subjectId, audience: 'widget', signedInUntil: 0, sessionId: null }),
    async use(text, audience) {
      const parsed = Ticket.safeParse(unseal(key, text));
      if (!parsed.success || parsed.data.until < Date.now() || parsed.data.audience !== audience) return null;
      const ticket = parsed.data;
      return (await useUp(ticket.accountId, ticket)) ? ticket : null;
    },
  };
}

/** Nightly: tickets of accounts that nobody has entered since. */
export const forgetUsedTickets: Task = async (_payload, { query }) => {
  await query(`delete from used_tickets where expires_at < now() - make_interval(secs => $1)`, [VALID_FOR / 1000]);
};
