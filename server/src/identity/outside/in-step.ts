import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Database } from '../../platform/database.ts';
import type { Task } from '../../platform/jobs.ts';
import type { Log } from '../../platform/log.ts';
import { Problem, problem } from '../../platform/problem.ts';
import type { PersonKey } from '../one-time-links.ts';
import { asPerson, type Person, personById, readerOf } from '../people.ts';
import type { Told } from './arriving.ts';
import { ACCOUNT_ATTRIBUTE, type KeycloakClient, type KeycloakUser, PERSON_ATTRIBUTE } from './keycloak-client.ts';

export const IN_STEP_TASK = 'identity:in-step';
export const ORPHAN_TASK = 'identity:orphan';
/** Looks after those whose job has given up, or was lost. */
export const OVERDUE_TASK = 'identity:overdue';

const Payload = z.object({ personId: z.uuid(), accountId: z.nullable(z.uuid()) });
const OrphanPayload = z.object({ personId: z.uuid(), email: z.string() });

export interface InStepDeps {
  db: Database;
  log: Log;
  issuer: string;
  client: KeycloakClient;
}

/** What the provider's tokens will say of somebody from now on. */
const toldOf = ({ role, email, firstName, lastName }: Person): Told => ({ role, email, firstName, lastName });

/** The jobs that make people in Keycloak what they are here. */
export function inStepTasks({ db, log, issuer, client }: InStepDeps): Readonly<Record<string, Task>> {
  const rowOf = (key: PersonKey) =>
    readerOf(db, key)
      .selectFrom('outside_identities')
      .select(['subject', 'wanted', 'done', 'letter_wanted', 'sign_out_wanted'])
      .where('person_id', '=', key.id)
      .where('issuer', '=', issuer)
      .executeTakeFirst();

  const store = (key: PersonKey, values: Record<string, unknown>, ofVersion?: number) =>
    asPerson(db, key, async (tx) => {
      const stored = await tx
        .updateTable('outside_identities')
        .set({ ...values, tried_at: sql<string>`clock_timestamp()` })
        .where('person_id', '=', key.id)
        .where('issuer', '=', issuer)
        .$if(ofVersion !== undefined, (update) => update.where('wanted', '=', ofVersion ?? 0))
        .executeTakeFirst();
      return stored.numUpdatedRows > 0n;
    });

  /** Nobody is taken out of another account, or from somebody else here, because they have the same address. */
  async function isFree({ id, attributes }: KeycloakUser, person: Person): Promise<boolean> {
    const account = attributes?.[ACCOUNT_ATTRIBUTE]?.[0];
    const { rows } = await sql`select person_id from find_outside_identity(${issuer}, ${id})`.execute(db.outsideReader());
    return rows.length === 0 && (account === undefined || account === person.accountId);
  }

  /** Who they are there: whom a first sign-in or we have noted, who has the address, or somebody new. */
  async function subjectOf(key: PersonKey, person: Person, noted: string | null): Promise<string> {
    if (noted !== null) return noted;
    const there = await client.byEmail(person.email);
    if (there !== null && !(await isFree(there, person))) throw problem('IDENTITY_EMAIL_TAKEN');
    const subject = there?.id ?? (await client.create(person));
    await store(key, { subject });
    return subject;
  }

  /** One round; false when meanwhile something else was wanted. */
  async function round(key: PersonKey): Promise<boolean> {
    const [row, person] = await Promise.all([rowOf(key), personById(db, key.id)]);
    if (row === undefined || person === null || row.wanted === row.done) return true;
    const subject = await subjectOf(key, person, row.subject);
    await client.update(subject, person);
    await client.setRole(subject, person.role);
    if (row.sign_out_wanted) {
      await client.signOut(subject);
      await store(key, { sign_out_wanted: false });
    }
    if (row.letter_wanted) {
      await client.sendLetter(subject);
      await store(key, { letter_wanted: false });
    }
    // Tokens of this very second may still say what was before.
    const told_at = sql<string>`date_trunc('second', clock_timestamp()) + interval '1 second'`;
    return store(key, { done: row.wanted, fault: null, told: JSON.stringify(toldOf(person)), told_at }, row.wanted);
  }

  return {
    async [IN_STEP_TASK](payload, { signal }) {
      const { personId: id, accountId } = Payload.parse(payload);
      const key = { id, accountId };
      try {
        while (!(await round(key))) signal.throwIfAborted();
      } catch (error) {
        if (error instanceof Problem) {
          await store(key, { fault: error.key });
          log.warn({ err: error.cause ?? error, personId: id, fault: error.key }, 'somebody could not be kept in step with Keycloak');
        }
        throw error;
      }
    },
    async [ORPHAN_TASK](payload) {
      const { personId, email } = OrphanPayload.parse(payload);
      if ((await personById(db, personId)) !== null) return;
      const there = await client.byEmail(email);
      if (there?.attributes?.[PERSON_ATTRIBUTE]?.[0] === personId) await client.remove(there.id);
    },
    async [OVERDUE_TASK](_payload, { query }) {
      await query(
        `select enqueue($1, json_build_object('personId', person_id, 'accountId', account_id), null, 'keycloak ' || person_id, 2)
         from outside_identities where issuer = $2 and wanted > done and coalesce(tried_at, '-infinity') < now() - interval '5 minutes'`,
        [IN_STEP_TASK, issuer],
      );
    },
  };
}
