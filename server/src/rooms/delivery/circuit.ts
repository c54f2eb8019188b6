import type { ConnectionProblem } from '@parley/contract';
import { sql } from 'kysely';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import type { Outcome } from '../channel-port.ts';
import type { AttemptPlace } from './settled.ts';
import { keptAnswer } from './steps.ts';

/** So many sends that fail on the provider's side one after another open the circuit. */
const FAILURES_TO_OPEN = 5;
/** How long nothing is asked then: doubled with each message that was tried for nothing, up to two minutes. */
const FIRST_PAUSE = 15_000;
const LONGEST_PAUSE = 120_000;
/** A message that its provider does not take now waits no longer than this, counted from when it first could have taken it. */
export const WAITS_AT_MOST = 15 * 60_000;
/** Who tries may take so much longer than the channel's time, before another message is tried in its place. */
const TRIAL_SPARE = 5000;
/** What waits for a trial that another message is, looks again after this. */
const LOOKS_AGAIN = 1000;

/** How it stands with an end's line to its provider, as a claimed attempt finds it. */
export interface Line {
  failures: number;
  isOpen: boolean;
  /** Of an open one, until a message may be tried. */
  waitMs: number;
  /** That something went out was written down a moment ago. */
  toldLately: boolean;
}

/** For tests: how long nothing is asked, by how often it was tried for nothing. */
export type PauseOf = (trials: number) => number;
const pauseOf: PauseOf = (trials) => Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** trials);

/** Whether providers are asked: nobody is who has failed time and again, but for one message now and then. The state is the database's, the same for all processes. */
export interface Circuit {
  /** @returns 0 when the provider may be asked now, else after how many ms to come again. Of several that come when one may be tried, one passes. */
  admit(place: AttemptPlace, line: Line, timeoutMs: number): Promise<number>;
  /**
   * What became of asking. `isFirst`: this message had not been asked of before. Never rejects: what cannot be written down now, the next outcome
   * will.
   */
  heed(place: AttemptPlace, line: Line, outcome: Outcome, isFirst: boolean): Promise<void>;
}

export function createCircuit(db: Database, log: Log, pause: PauseOf = pauseOf): Circuit {
  return {
    async admit(place, line, timeoutMs) {
      if (!line.isOpen) return 0;
      if (line.waitMs > 0) return withJitter(line.waitMs);
      return (await takeTrial(db, place, timeoutMs)) ? 0 : withJitter(LOOKS_AGAIN);
    },
    async heed(place, line, outcome, isFirst) {
      try {
        if (outcome.outcome === 'ACCEPTED') await noteSent(db, place, line);
        else if (outcome.outcome === 'NOT_ASKED') await endTrial(db, place, line);
        else await noteNotSent({ db, log, pause }, place, { line, outcome, isFirst });
      } catch (error) {
        log.warn(
          { err: error, channelApplicationId: place.channelApplicationId },
          'how it stands with a channel could not be written down',
        );
      }
    },
  };
}

/** What comes again together would be refused together. */
const withJitter = (ms: number): number => Math.ceil(ms * (1 + Math.random() / 5));

async function takeTrial(db: Database, { accountId, channelApplicationId }: AttemptPlace, timeoutMs: number): Promise<boolean> {
  const { rows } = await sql`
    update channel_health set trial_until = clock_timestamp() + make_interval(secs => ${(timeoutMs + TRIAL_SPARE) / 1000})
    where channel_application_id = ${channelApplicationId}::uuid
      and (opened_at is null or retry_at <= clock_timestamp() and (trial_until is null or trial_until <= clock_timestamp()))
    returning 1`.execute(db.reader(accountId));
  return rows.length > 0;
}

/**
 * Of the provider or the line to it. Otherwise the provider has spoken, and of this message alone or of how fast it wants them. What it does not take may be
 * the message's own fault: one that is tried again and again stops nobody else, where different ones fail one after another it is the provider.
 */
function isFault({ outcome, line, isFirst }: Heard): boolean {
  if (outcome.outcome === 'UNAVAILABLE') return true;
  if (outcome.outcome === 'REFUSED' && outcome.ofMessage) return false;
  const isFailed = outcome.outcome === 'UNKNOWN' || (outcome.outcome === 'REFUSED' && !outcome.final && outcome.reason !== 'THROTTLING');
  return isFailed && (isFirst || line.isOpen);
}

async function noteSent(db: Database, { accountId, channelApplicationId }: AttemptPlace, line: Line): Promise<void> {
  if (line.toldLately && line.failures === 0 && !line.isOpen) return;
  await sql`
    insert into channel_health (account_id, channel_application_id, last_outbound_at)
    values (${accountId}::uuid, ${channelApplicationId}::uuid, clock_timestamp())
    on conflict (channel_application_id) do update set last_outbound_at = clock_timestamp(), failures = 0, trials = 0, opened_at = null,
      retry_at = null, trial_until = null`.execute(db.reader(accountId));
}

interface Heard {
  line: Line;
  outcome: NotSent;
  isFirst: boolean;
}
interface Means {
  db: Database;
  log: Log;
  pause: PauseOf;
}

async function noteNotSent({ db, log, pause }: Means, place: AttemptPlace, heard: Heard): Promise<void> {
  const { line, outcome } = heard;
  const { accountId, channelApplicationId } = place;
  const problem = problemOf(outcome);
  const answer = keptAnswer(outcome.answer, place.address);
  await sql`
    insert into channel_health (account_id, channel_application_id, last_error_at, last_error_reason, last_error_answer, last_error_problem)
    values (${accountId}::uuid, ${channelApplicationId}::uuid, clock_timestamp(), ${reasonOf(outcome)}, ${answer}, ${problem})
    on conflict (channel_application_id) do update set last_error_at = excluded.last_error_at, last_error_reason = excluded.last_error_reason,
      last_error_answer = excluded.last_error_answer, last_error_problem = excluded.last_error_problem`.execute(db.reader(accountId));
  // Who is not known is not let in by knocking again, and may be shut out for it.
  if (isFault(heard)) await noteFault(db, log, pause, place, problem === 'REFUSED' ? 1 : FAILURES_TO_OPEN);
  else if (line.isOpen) await closeAgain(db, place);
}

type NotSent = Exclude<Outcome, { outcome: 'ACCEPTED' | 'NOT_ASKED' }>;

function problemOf(outcome: NotSent): ConnectionProblem | null {
  if (outcome.outcome === 'UNAVAILABLE') return outcome.problem;
  return outcome.outcome === 'UNKNOWN' ? 'UNREACHABLE' : null;
}

function reasonOf(outcome: NotSent): string | null {
  if (outcome.outcome === 'REFUSED') return outcome.reason;
  return outcome.outcome === 'LATER' ? 'THROTTLING' : null;
}

/** Whoever was to be tried had no place: another may be. */
async function endTrial(db: Database, { accountId, channelApplicationId }: AttemptPlace, line: Line): Promise<void> {
  if (!line.isOpen) return;
  await sql`update channel_health set trial_until = null where channel_application_id = ${channelApplicationId}::uuid`.execute(
    db.reader(accountId),
  );
}

/** Whoever answers is there: the message that was tried says so, whatever became of it. */
async function closeAgain(db: Database, { accountId, channelApplicationId }: AttemptPlace): Promise<void> {
  await sql`
    update channel_health set failures = 0, trials = 0, opened_at = null, retry_at = null, trial_until = null
    where channel_application_id = ${channelApplicationId}::uuid`.execute(db.reader(accountId));
}

async function noteFault(
  db: Database,
  log: Log,
  pause: PauseOf,
  { accountId, channelApplicationId }: AttemptPlace,
  failuresToOpen: number,
): Promise<void> {
  const { rows } = await sql<{ failures: number; trials: number; is_open: boolean; was_trial: boolean }>`
    update channel_health h set failures = h.failures + 1,
      trials = h.trials + case when h.trial_until is not null then 1 else 0 end, trial_until = null
    from (select opened_at, trial_until from channel_health where channel_application_id = ${channelApplicationId}::uuid for update) was
    where h.channel_application_id = ${channelApplicationId}::uuid
    returning h.failures, h.trials, h.opened_at is not null is_open, was.trial_until is not null was_trial`.execute(db.reader(accountId));
  const [now] = rows;
  if (!now || (now.is_open && !now.was_trial) || now.failures < failuresToOpen) return;
  const pauseMs = pause(now.trials);
  await sql`
    update channel_health set opened_at = coalesce(opened_at, clock_timestamp()),
      retry_at = clock_timestamp() + make_interval(secs => ${pauseMs / 1000})
    where channel_application_id = ${channelApplicationId}::uuid`.execute(db.reader(accountId));
  log.warn(
    { accountId, channelApplicationId, failures: now.failures, pauseMs },
    'a provider is not asked for a while: it failed time and again',
  );
}
