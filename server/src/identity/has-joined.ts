import { sql } from 'kysely';

/** Whether somebody (`users`) has chosen a password, or has come from an outside provider: until then they are only invited. */
export const hasJoined = sql<boolean>`(exists (select from user_credentials c where c.user_id = users.id)
  or exists (select from outside_identities i where i.person_id = users.id and i.arrived_at is not null))`;

/** Whether somebody (`users`) could have seen what they were given: has joined, or was here once by a way that is no longer theirs. */
export const hasEverCome = sql<boolean>`(${hasJoined} or exists (select from user_presence here where here.user_id = users.id))`;
