import * as z from 'zod/mini';
import type { Database } from '../platform/database.ts';
import { seal, unseal } from '../platform/secret.ts';
import { type Attempts, LOCK_AFTER, LOCKED_SECONDS } from './attempts.ts';
import type { Notices } from './notices.ts';
import { newChallenge, type Passkeys } from './passkeys.ts';
import { asPerson, personById, readerOf } from './people.ts';
import { Proof, type Proofs } from './proof.ts';
import type { SecondFactorStore } from './second-factors.ts';

/** As long as a person may take between the password and the code. */
const OPEN_FOR = 10 * 60 * 1000;

const Step = z.object({
  kind: z.literal('second-step'),
  /** Of the sign-in that it belongs to: another browser's is none. */
  uid: z.string(),
  proof: Proof,
  remember: z.boolean(),
  challenge: z.string(),
  until: z.number(),
});
type Step = z.infer<typeof Step>;

/** The second step as the page shows it. */
export interface OpenStep {
  /** Goes into the form and comes back with the answer. */
  sealed: string;
  hasTotp: boolean;
  /** What `navigator.credentials.get` takes, in its JSON form; null without a passkey. */
  passkeyRequest: unknown;
}

export type StepVerdict =
  | { kind: 'right'; proof: Proof; remember: boolean; how: 'otp' | 'recovery' | 'hwk' }
  | { kind: 'wrong'; by: 'code' | 'passkey'; proof: Proof; remember: boolean }
  | { kind: 'wait'; seconds: number; proof: Proof; remember: boolean }
  /** Nothing was entered; not counted as a try. */
  | { kind: 'missing'; proof: Proof; remember: boolean }
  /** Not ours, of another sign-in, too old, or begun with a password that is theirs no more. */
  | { kind: 'over' };

export interface SecondStep {
  /** What is asked for after the first step; null where nothing is. */
  open(uid: string, proof: Proof, remember: boolean): Promise<OpenStep | null>;
  judge(given: { uid: string; sealed: string; code: string; passkey: string; address: string }): Promise<StepVerdict>;
}

/** The step after the password. What was proved before stands sealed in the page's form, so that nothing is stored of it. */
export function secondStep(parts: {
  db: Database;
  key: Buffer;
  factors: SecondFactorStore;
  passkeys: Passkeys;
  attempts: Attempts;
  notices: Notices;
  proofs: Pick<Proofs, 'stands'>;
}): SecondStep {
  const { db, key, factors, passkeys, attempts, notices, proofs } = parts;
  return {
    async open(uid, proof, remember) {
      const { userId } = proof;
      const person = await personById(db, userId);
      if (person === null) return null;
      const { hasTotp, passkeyIds } = await factors.inPlace(readerOf(db, person), userId);
      if (!hasTotp && passkeyIds.length === 0) return null;
      const challenge = newChallenge();
      const step: Step = { kind: 'second-step', uid, proof, remember, challenge, until: Date.now() + OPEN_FOR };
      const isAsked = passkeyIds.length > 0 && passkeys.host !== null;
      return { sealed: seal(key, step), hasTotp, passkeyRequest: isAsked ? await passkeys.request(passkeyIds, challenge) : null };
    },
    async judge({ uid, sealed, code, passkey, address }) {
      const read = Step.safeParse(unseal(key, sealed));
      if (!read.success || read.data.uid !== uid || read.data.until < Date.now()) return { kind: 'over' };
      const { proof, remember, challenge } = read.data;
      const { userId } = proof;
      const person = await personById(db, userId);
      if (person === null || !(await proofs.stands(proof))) return { kind: 'over' };
      if (code.trim() === '' && passkey === '') return { kind: 'missing', proof, remember };
      const name = `second step ${userId}`;
      const { seconds, locks } = await attempts.begin(name, address);
      if (seconds > 0) return { kind: 'wait', seconds, proof, remember };
      const how = await asPerson(db, person, async (tx) => {
        if (passkey === '') return factors.takeCode(tx, userId, code);
        return (await passkeys.judge(tx, userId, challenge, parsed(passkey))) ? 'hwk' : null;
      });
      if (how === null) {
        if (locks) await notices.tellBearer(person.email, { kind: 'LOCKED', tries: LOCK_AFTER, minutes: LOCKED_SECONDS / 60, address });
        return { kind: 'wrong', by: passkey === '' ? 'code' : 'passkey', proof, remember };
      }
      await attempts.succeeded(name, address);
      return { kind: 'right', proof, remember, how };
    },
  };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
