import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import type { Database } from '../platform/database.ts';
import { passwordHash, personById } from './people.ts';

/**
 * Who has shown a password, or chosen one by a link, and which one: by a mark that tells nothing of it. What is
 * sealed into a form or a cookie for a while bears it, and ends with the password as everything else does.
 */
export const Proof = z.object({ userId: z.uuid(), mark: z.string() });
export type Proof = z.infer<typeof Proof>;

export interface Proofs {
  /** @param hash the password's, as it is stored */
  of(userId: string, hash: string): Proof;
  /** Whether they still have that password, and are active. */
  stands(proof: Proof): Promise<boolean>;
}

export function proofsBy(db: Database, key: Buffer): Proofs {
  const markOf = (hash: string) => createHmac('sha256', key).update(hash).digest('base64url');
  return {
    of: (userId, hash) => ({ userId, mark: markOf(hash) }),
    async stands({ userId, mark }) {
      const person = await personById(db, userId);
      if (person === null || !person.active) return false;
      const hash = await passwordHash(db, person.id, person.accountId);
      return hash !== null && markOf(hash) === mark;
    },
  };
}
