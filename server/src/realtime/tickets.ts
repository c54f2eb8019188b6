import * as z from 'zod/mini';
import type { SignedIn } from '../identity/index.ts';
import { newId } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { Task } from '../platform/jobs.ts';
import { seal, unseal } from '../platform/secret.ts';

/** A ticket opens one socket within this time; no access token stands in a log (domain: identity). */
const VALID_FOR = 30_000;

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
  return {
    forActor: ({ actor, expiresAt, sessionId }) =>
      make({ accountId: actor.accountId, subjectId: actor.userId, audience: 'agent-web', signedInUntil: expiresAt, sessionId }),
    forVisitor: (accountId, subjectId) => make({ accountId, subjectId, audience: 'widget', signedInUntil: 0, sessionId: null }),
    async use(text, audience) {
      const parsed = Ticket.safeParse(unseal(key, text));
      if (!parsed.success || parsed.data.until < Date.now() || parsed.data.audience !== audience) return null;
      const ticket = parsed.data;
      const used = await db.inAccount(ticket.accountId, async (tx) => {
        await tx
          .deleteFrom('used_tickets')
          .where('expires_at', '<', new Date(Date.now() - VALID_FOR).toISOString())
          .execute();
        return tx
          .insertInto('used_tickets')
          .values({ account_id: ticket.accountId, id: ticket.id, expires_at: new Date(ticket.until).toISOString() })
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .executeTakeFirst();
      });
      return used ? ticket : null;
    },
  };
}

/** Nightly: tickets of accounts that nobody has entered since. */
export const forgetUsedTickets: Task = async (_payload, { query }) => {
  await query(`delete from used_tickets where expires_at < now() - make_interval(secs => $1)`, [VALID_FOR / 1000]);
};
