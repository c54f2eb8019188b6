import type { PathStep } from '@parley/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import { scrubText } from '../../platform/scrub.ts';

/** Characters of what a provider said that are kept. */
export const ANSWER_LIMIT = 1000;
/** Longer answers are cut before anything is looked for in them. */
const READ_LIMIT = 20_000;
/** So many steps of one attempt are kept beyond those that moved it on: a provider may report the same for ever. */
const MOST_STEPS = 50;
/** Shorter ones are found in everything. */
const SHORTEST_ADDRESS = 5;

/** Names of fields whose values are nobody's business, as JSON, forms and headers write them. */
const SECRET =
  /("?[\w-]*(?:token|password|passwd|secret|api[_-]?key|authorization|signature|credential)[\w-]*"?\s*[:=]\s*)("(?:[^"\\]|\\.)*"|[^\s,;&}]+)/gi;

/**
 * What a provider said, fit to be kept with the path of a message: without secrets, without the customer's address, without what no
 * database keeps, and no longer than `ANSWER_LIMIT`. Null where it said nothing.
 * @param address the customer's, as their channel writes it
 */
export function keptAnswer(said: string | undefined, address: string): string | null {
  if (said === undefined) return null;
  let kept = said.slice(0, READ_LIMIT).replaceAll('\u0000', '').toWellFormed();
  // With its plus, and as providers write numbers.
  for (const one of [address, address.replace(/^\+/, '')]) if (one.length >= SHORTEST_ADDRESS) kept = kept.replaceAll(one, '[address]');
  kept = scrubText(kept.replaceAll(SECRET, '$1…')).trim();
  if (kept === '') return null;
  return kept.length > ANSWER_LIMIT || said.length > READ_LIMIT ? `${kept.slice(0, ANSWER_LIMIT - 1).toWellFormed()}…` : kept;
}

interface Step {
  step: PathStep['step'];
  reason?: string | null;
  answer?: string | null;
  /** Of which part of the message; left out: of the whole. */
  part?: number | null;
}

/** Writes down what an attempt has come to. */
export async function keepStep(
  tx: Tx,
  { accountId, id }: { accountId: string; id: string },
  { step, reason = null, answer = null, part = null }: Step,
): Promise<void> {
  await tx.insertInto('attempt_steps').values({ account_id: accountId, attempt_id: id, step, reason, answer, part }).execute();
}

/** And what came late or once more and changed nothing, as long as there are not too many of such. */
export async function keepIdleStep(
  tx: Tx,
  { accountId, id }: { accountId: string; id: string },
  { step, reason = null, answer = null, part = null }: Step,
): Promise<void> {
  await sql`
    insert into attempt_steps (account_id, attempt_id, step, reason, answer, part, counts)
    select ${accountId}::uuid, ${id}::uuid, ${step}, ${reason}, ${answer}, ${part}::smallint, false
    where (select count(*) from attempt_steps s where s.account_id = ${accountId}::uuid and s.attempt_id = ${id}::uuid) < ${MOST_STEPS}`.execute(
    tx,
  );
}
