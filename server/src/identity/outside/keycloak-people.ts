import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database.ts';
import { enqueue } from '../../platform/jobs.ts';
import type { Log } from '../../platform/log.ts';
import { problem } from '../../platform/problem.ts';
import type { PersonKey } from '../one-time-links.ts';
import { asPerson, personById, personIn, readerOf } from '../people.ts';
import type { SignInAdministration } from '../sign-in-way.ts';
import { changeEmailHere, endHere, type OutsideParts } from './elsewhere.ts';
import { IN_STEP_TASK, ORPHAN_TASK } from './in-step.ts';
import type { KeptPerson, KeycloakClient } from './keycloak-client.ts';

/** How long something begun there and not finished here is left alone before a job looks after it. */
const BEGUN_MS = 60_000;
const TRIES = 5;

export interface KeycloakPeopleParts extends OutsideParts {
  db: Database;
  log: Log;
  client: KeycloakClient;
}

/** What is to be done there beside making everything as it is here. */
interface Wanted {
  letter_wanted?: true;
  sign_out_wanted?: true;
}

/**
 * People are kept here and in Keycloak. What can only be refused there (an address that somebody has) is asked before anything
 * changes here. Everything else is stored here first, with the wish that it be told, and a job tells it until it is
 * (in-step.ts). Whatever comes between leaves a job that makes both the same again.
 */
export function keycloakPeople({ db, log, client, issuer, sessions, changes }: KeycloakPeopleParts): SignInAdministration {
  /** Raises the number of what is wanted, and leaves a job for it. */
  async function want(tx: Tx, { id, accountId }: PersonKey, beside: Wanted = {}, runAt?: Date): Promise<void> {
    await tx
      .insertInto('outside_identities')
      .values({ account_id: accountId, person_id: id, issuer, wanted: 1, ...beside })
      .onConflict((conflict) =>
        conflict.columns(['person_id', 'issuer']).doUpdateSet({ wanted: sql<number>`outside_identities.wanted + 1`, ...beside }),
      )
      .execute();
    const options = { key: `keycloak ${id}`, tries: TRIES, ...(runAt === undefined ? {} : { runAt }) };
    await enqueue(tx, IN_STEP_TASK, { personId: id, accountId }, options);
  }

  async function keyIn(tx: Tx, userId: string): Promise<PersonKey> {
    const person = await personIn(tx, userId);
    if (person === null) throw problem('USER_NOT_FOUND');
    return { id: userId, accountId: person.accountId };
  }

  return {
    async make(person) {
      const kept: KeptPerson = { ...person, active: true };
      // Whatever becomes of us from here on: somebody there who is nobody here is removed again.
      const payload = { personId: person.id, email: person.email };
      const runAt = new Date(Date.now() + BEGUN_MS);
      await db.outside((tx) => enqueue(tx, ORPHAN_TASK, payload, { runAt, key: `keycloak orphan ${person.id}`, tries: 25 }));
      const subject = await client.create(kept);
      return {
        async keep(tx) {
          await want(tx, person);
          await tx
            .updateTable('outside_identities')
            .set({ subject })
            .where('person_id', '=', person.id)
            .where('issuer', '=', issuer)
            .execute();
        },
        async undo() {
          await client.remove(subject).catch((error: unknown) => log.warn({ err: error }, 'a person in Keycloak is left to the job'));
        },
      };
    },
    async claimEmail(key, email) {
      const row = await readerOf(db, key)
        .selectFrom('outside_identities')
        .select('subject')
        .where('person_id', '=', key.id)
        .where('issuer', '=', issuer)
        .executeTakeFirst();
      const subject = row?.subject ?? null;
      const person = await personById(db, key.id);
      if (subject === null || person === null) return;
      // Should the change not be stored here after all, the job takes it back there.
      await asPerson(db, key, (tx) => want(tx, key, {}, new Date(Date.now() + BEGUN_MS)));
      await client.update(subject, { ...person, email });
    },
    changeEmail: (tx, userId, email) => changeEmailHere(tx, changes, userId, email),
    async changed(tx, userId, parts) {
      if (parts.size > 0) await want(tx, await keyIn(tx, userId));
    },
    async invite(tx, userId) {
      await want(tx, await keyIn(tx, userId), { letter_wanted: true });
      return { link: null, mailed: true };
    },
    async passwordLink() {
      throw problem('IDENTITY_MANAGED_ELSEWHERE');
    },
    async endSessions(tx, userId) {
      await want(tx, await keyIn(tx, userId), { sign_out_wanted: true });
      return endHere(tx, { issuer, sessions }, userId);
    },
    async removeSecondFactors() {
      throw problem('IDENTITY_MANAGED_ELSEWHERE');
    },
  };
}
