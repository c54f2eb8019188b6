import { type EventDetails, EventFile, type Message } from '@parley/contract';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { readFile } from '../../files/index.ts';
import { backoff } from '../../platform/backoff.ts';
import { type Claim, type Claiming, LEASE_SECONDS, startClaiming } from '../../platform/claiming.ts';
import { newId } from '../../platform/clock.ts';
import { isConnectionLoss } from '../../platform/connection-loss.ts';
import type { Log } from '../../platform/log.ts';
import { tracedFrom } from '../../platform/tracing.ts';
import type { Channel, EndTraits, Outcome, Outgoing, OutgoingFile } from '../channel-port.ts';
import type { RoomsDeps } from '../deps.ts';
import { OUTCOME_UNKNOWN } from './attempt-state.ts';
import { type PutOff, postpone, recordAccepted, recordEnd, recordLateRefusal } from './attempts.ts';
import { type Circuit, createCircuit, type Line, type PauseOf, WAITS_AT_MOST } from './circuit.ts';
import { createPace, MOST_AT_ONCE, type Pace } from './pace.ts';
import { settledRecipients } from './recipients.ts';
import type { AttemptPlace } from './settled.ts';

const CONCURRENCY = 64;
/** What is put off is tried again after this at the latest, unless its provider says when. */
const LONGEST_WAIT = 60_000;
const RENEW_EVERY = (LEASE_SECONDS / 3) * 1000;
/** What the provider has answered must not be lost over a database that restarts. */
const RECORD_TRIES = 7;

interface AttemptClaim extends Claim {
  channel_application_id: string;
}

/**
 * Claims due attempts of the registered channels across accounts, the oldest of each contact channel first, and of each
 * channel application no more than its share beyond what it has `underWay`.
 */
export async function claimAttempts(
  deps: RoomsDeps,
  limit: number,
  underWay: ReadonlyMap<string, number> = new Map(),
): Promise<AttemptClaim[]> {
  const types = deps.channels.types();
  if (types.length === 0) return [];
  const lease = newId();
  const { rows } = await sql<Omit<AttemptClaim, 'lease'>>`
    select * from claim_attempts(${types}::text[], ${[...underWay.keys()]}::uuid[], ${[...underWay.values()]}::integer[], ${MOST_AT_ONCE},
      ${lease}::uuid, ${LEASE_SECONDS}, ${limit})`.execute(deps.db.outsideReader());
  return rows.map((row) => ({ ...row, lease }));
}

/**
 * Brings stored messages to their providers (domain: presence and work). An attempt that a killed process left behind is
 * sent again with its key where the provider takes one; where it does not, and it may have been asked, the outcome is
 * shown as unknown.
 * @param pause for tests: how long a provider is left alone that failed time and again
 */
export function startDelivering(deps: RoomsDeps, log: Log, pause?: PauseOf): Claiming {
  const means: Means = { deps, log, pace: createPace(), circuit: createCircuit(deps.db, log, pause) };
  const { pace } = means;
  return startClaiming({
    what: 'delivering',
    signal: deps.outbox,
    concurrency: CONCURRENCY,
    claim: async (limit) => {
      const claims = await claimAttempts(deps, limit, pace.underWay());
      for (const one of claims) pace.begin(one.channel_application_id);
      // What another application waits with stood behind these.
      if (claims.length > 0) deps.outbox.raise();
      return claims;
    },
    work: (claim) => deliverClaimed(means, claim).finally(() => pace.end(claim.channel_application_id)),
    log,
  });
}

/** What one process delivers with. */
interface Means {
  deps: RoomsDeps;
  log: Log;
  pace: Pace;
  circuit: Circuit;
}

interface ClaimedAttempt {
  place: AttemptPlace;
  channel: Channel;
  traits: EndTraits;
  outgoing: Outgoing;
  state: string;
  /** The frame, request or click that wanted it sent, where there are traces. */
  traceparent: string | null;
  line: Line;
  tries: number;
  /** It goes on for some of its recipients: others have it. */
  isPartly: boolean;
  /** Nobody wrote down what came of the last asking. */
  wasCutOff: boolean;
  /** How often nobody knew. */
  noAnswers: number;
  /** Ms for which it may still wait for its provider; none are left of what has waited for as long as a message may. */
  leftMs: number;
}

async function deliverClaimed(means: Means, claim: Claim): Promise<void> {
  const claimed = await readClaimed(means.deps, claim);
  if (!claimed) return;
  const attributes = { 'parley.channel': claimed.channel.type };
  await tracedFrom(claimed.traceparent, 'deliver message', attributes, () => deliverRow(means, claim, claimed));
}

async function deliverRow(means: Means, claim: Claim, claimed: ClaimedAttempt): Promise<void> {
  const { deps, pace, circuit } = means;
  const { place, channel, traits, state } = claimed;
  if (state === 'SENDING' && !traits.takesKey && (!channel.asksAgain || claimed.wasCutOff))
    return endAs(deps, claim, claimed, { state: 'UNKNOWN', reason: null });
  const wait = pace.reserve(place.channelApplicationId, traits.perSecond);
  if (wait > 0) return postpone(deps, place, claim.lease, { state: openState(state), afterMs: wait });
  const away = await circuit.admit(place, claimed.line, channel.timeoutMs);
  if (away === 0) return send(means, claim, claimed);
  if (claimed.leftMs <= 0) return giveUp(deps, claim, claimed);
  await postpone(deps, place, claim.lease, { state: openState(state), afterMs: Math.min(away, claimed.leftMs), tries: claimed.tries });
}

/** SENDING: a try before this one may have reached the provider, and nothing that this one met says anything of it. */
const openState = (state: string) => (state === 'SENDING' ? 'SENDING' : 'PENDING');

/** The provider was away for too long: whether it has the message is known only where it was never asked. */
function giveUp(deps: RoomsDeps, claim: Claim, claimed: ClaimedAttempt): Promise<void> {
  return endAs(deps, claim, claimed, whenOver(claimed));
}

function whenOver({ state, channel }: ClaimedAttempt): { state: 'UNKNOWN' | 'ERROR'; reason: string | null } {
  if (state === 'SENDING') return { state: 'UNKNOWN', reason: null };
  return { state: 'ERROR', reason: channel.patience ? 'EXPIRED' : 'TRIED_TOO_OFTEN' };
}

/** Ends an attempt that the provider has not taken; of one that it took for some of its recipients only the others were tried, and it stays sent. */
function endAs(
  deps: RoomsDeps,
  claim: Claim,
  { place, isPartly, outgoing }: ClaimedAttempt,
  end: Parameters<typeof recordEnd>[3],
): Promise<void> {
  if (!isPartly) return recordEnd(deps, place, claim.lease, end);
  const isOver = end.state === 'UNKNOWN' ? OUTCOME_UNKNOWN : (end.reason ?? 'DEFAULT');
  const providerMessageId = outgoing.email?.facts.id ?? outgoing.eventId;
  return recordAccepted(deps, place, { providerMessageId, answer: end.answer, isOver });
}

/** Asks the provider, keeps the lease meanwhile, and records what came of it. */
async function send({ deps, log, circuit }: Means, claim: Claim, claimed: ClaimedAttempt): Promise<void> {
  const { place, channel, outgoing, line } = claimed;
  const begun = performance.now();
  let isAsked = false;
  const asking = async () => {
    isAsked ||= await markSending(deps, claim);
    return isAsked;
  };
  // Somebody else holds it: our lease had run out.
  if (!channel.waitsForPlace && !(await asking())) return;
  const renewing = setInterval(() => {
    renew(deps, claim).catch((error: unknown) =>
      log.warn({ err: error, attemptId: claim.id }, 'the lease of an attempt could not be renewed'),
    );
  }, RENEW_EVERY);
  try {
    const { outcome: said, late } = await ask(channel, outgoing, asking, log);
    // What was to come before the asking went wrong.
    const outcome: Outcome = said.outcome === 'UNKNOWN' && !isAsked ? { outcome: 'REFUSED', reason: 'DEFAULT', final: false } : said;
    late
      ?.then((answer) => recordLate(deps, log, place, answer))
      .catch((error: unknown) => log.error({ err: error, attemptId: place.id }, 'a late answer could not be recorded'));
    const now = { ...claimed, tries: claimed.tries + 1, leftMs: claimed.leftMs - (performance.now() - begun) };
    await persistently(() => record(deps, claim, now, outcome));
    await circuit.heed(place, line, outcome, claimed.tries === 0);
  } finally {
    clearInterval(renewing);
  }
}

async function readClaimed(deps: RoomsDeps, claim: Claim): Promise<ClaimedAttempt | null> {
  const row = await deps.db
    .reader(claim.account_id)
    .selectFrom('attempts as a')
    .innerJoin('events as e', 'e.id', 'a.event_id')
    .innerJoin('contact_channels as c', 'c.id', 'a.contact_channel_id')
    .leftJoin('channel_health as h', 'h.channel_application_id', 'c.channel_application_id')
    .select([
      'a.id',
      'a.state',
      'a.tries',
      'a.traceparent',
      'a.partly',
      'e.id as event_id',
      'e.room_id',
      'e.conversation_id',
      'e.origin_type',
      'e.message',
      'e.details',
      'c.id as contact_channel_id',
      'c.channel_application_id',
      'c.address',
      'c.type',
      'h.failures',
      'h.opened_at',
      sql<number | null>`extract(epoch from h.retry_at - clock_timestamp())::float8 * 1000`.as('wait_ms'),
      sql<boolean | null>`h.last_outbound_at > clock_timestamp() - interval '5 seconds'`.as('told_lately'),
      sql<string[]>`array(
        select p.provider_message_id from attempts b join attempt_parts p on p.attempt_id = b.id
        where b.event_id = a.event_id and p.state in ('SENT', 'DELIVERED', 'SEEN') order by b.place, p.part)`.as('taken'),
      sql<
        string | null
      >`(select s.step from attempt_steps s where s.account_id = a.account_id and s.attempt_id = a.id order by s.id desc limit 1)`.as(
        'last_step',
      ),
      sql<number>`(select count(*)::int from attempt_steps s where s.account_id = a.account_id and s.attempt_id = a.id and s.step = 'NO_ANSWER')`.as(
        'no_answers',
      ),
      sql<number>`extract(epoch from coalesce(a.waits_since, clock_timestamp()) - clock_timestamp())::float8 * 1000`.as('waited_ms'),
    ])
    .where('a.id', '=', claim.id)
    .where('a.lease', '=', claim.lease)
    .where('a.state', 'in', ['PENDING', 'SENDING'])
    .executeTakeFirst();
  const channel = row && deps.channels.of(row.type);
  if (!row || !channel) return null;
  const place: AttemptPlace = {
    id: row.id,
    accountId: claim.account_id,
    eventId: row.event_id,
    roomId: row.room_id,
    channelApplicationId: row.channel_application_id,
    address: row.address,
  };
  const outgoing: Outgoing = {
    accountId: claim.account_id,
    channelApplicationId: row.channel_application_id,
    contactChannelId: row.contact_channel_id,
    address: row.address,
    roomId: row.room_id,
    eventId: row.event_id,
    conversationId: row.conversation_id,
    byItself: row.origin_type === 'SYSTEM',
    idempotencyKey: row.id,
    taken: row.taken,
    message: row.message as z.infer<typeof Message>,
    file: fileOf(deps, claim.account_id, row.message),
    email: await emailOf(deps, place, row.details),
  };
  const traits = (await channel.traitsOf?.(place.accountId, place.channelApplicationId)) ?? channel;
  const line: Line = {
    failures: row.failures ?? 0,
    isOpen: row.opened_at !== null,
    waitMs: row.wait_ms ?? 0,
    toldLately: row.told_lately ?? false,
  };
  return {
    place,
    channel,
    traits,
    outgoing,
    state: row.state,
    traceparent: row.traceparent,
    line,
    tries: row.tries,
    isPartly: row.partly,
    wasCutOff: row.last_step === 'HANDED_OVER',
    noAnswers: row.no_answers,
    leftMs: (channel.patience?.forMs ?? WAITS_AT_MOST) + row.waited_ms,
  };
}

function fileOf(deps: RoomsDeps, accountId: string, message: unknown): OutgoingFile | null {
  const facts = EventFile.safeParse(message);
  return facts.success ? { facts: facts.data, read: () => readFile(deps.files, accountId, facts.data.fileId) } : null;
}

async function emailOf(deps: RoomsDeps, { id, accountId, eventId }: AttemptPlace, details: unknown): Promise<Outgoing['email']> {
  const { email } = (details ?? {}) as EventDetails;
  if (email === undefined) return null;
  const attachments = email.attachments.map(({ fileId, name, size, type }) => ({
    facts: { fileId, fileName: name, fileSize: size, mediaType: type, imageWidth: null, imageHeight: null },
    read: () => readFile(deps.files, accountId, fileId),
  }));
  const looks = email.multipartContent
    ? await deps.db.reader(accountId).selectFrom('email_bodies').select('html').where('event_id', '=', eventId).executeTakeFirst()
    : undefined;
  return { facts: email, html: looks?.html ?? null, attachments, settled: await settledRecipients(deps.db.reader(accountId), eventId, id) };
}

/** From here on the provider may have it. @returns false when the lease is lost */
async function markSending(deps: RoomsDeps, claim: Claim): Promise<boolean> {
  const { rows } = await sql`
    with handed as (
      update attempts set state = 'SENDING', tries = tries + 1, waits_since = coalesce(waits_since, clock_timestamp())
      where id = ${claim.id}::uuid and lease = ${claim.lease}::uuid and state in ('PENDING', 'SENDING')
      returning account_id, id),
    kept as (insert into attempt_steps (account_id, attempt_id, step) select account_id, id, 'HANDED_OVER' from handed)
    select 1 from handed`.execute(deps.db.reader(claim.account_id));
  return rows.length > 0;
}

async function renew(deps: RoomsDeps, claim: Claim): Promise<void> {
  await deps.db
    .reader(claim.account_id)
    .updateTable('attempts')
    .set({ due_at: sql<string>`clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})` })
    .where('id', '=', claim.id)
    .where('lease', '=', claim.lease)
    .where('state', 'in', ['PENDING', 'SENDING'])
    .execute();
}

/** Asks the provider within the channel's time. `late` is the answer that is still out when the time is over. */
async function ask(
  channel: Channel,
  outgoing: Outgoing,
  asking: () => Promise<boolean>,
  log: Log,
): Promise<{ outcome: Outcome; late?: Promise<Outcome> }> {
  const patience = new AbortController();
  const mayAsk = async () => !patience.signal.aborted && (await asking());
  const answer = channel.deliver(outgoing, patience.signal, mayAsk).catch((error: unknown): Outcome => {
    if (!patience.signal.aborted) log.warn({ err: error, attemptId: outgoing.idempotencyKey }, 'a provider did not answer as it should');
    return { outcome: 'UNKNOWN' };
  });
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), channel.timeoutMs);
  });
  const outcome = await Promise.race([answer, over]);
  clearTimeout(timer);
  if (outcome) return { outcome };
  patience.abort();
  return { outcome: { outcome: 'UNKNOWN' }, late: answer };
}

/** `claimed` with this try counted, and with the time that is left after it. */
async function record(deps: RoomsDeps, claim: Claim, claimed: ClaimedAttempt, outcome: Outcome): Promise<void> {
  const { place, channel, traits, tries, leftMs } = claimed;
  const { answer, taken, recipients } = outcome;
  const said = { answer, taken, recipients };
  const end = (how: { state: 'REJECTED' | 'ERROR' | 'UNKNOWN'; reason: string | null }) => endAs(deps, claim, claimed, { ...how, ...said });
  const isOver = leftMs <= 0;
  const own = backoff(tries, Math.random(), LONGEST_WAIT);
  const again = (state: 'PENDING' | 'SENDING', putOff: Pick<PutOff, 'step' | 'reason'>, leastMs = 0) =>
    // The last try is when the time is over: whatever the provider says, nothing waits for longer.
    postpone(deps, place, claim.lease, {
      state,
      afterMs: Math.min(Math.max(own, leastMs), leftMs),
      tries,
      putOff: { ...putOff, ...said },
    });
  const patient = waitOf(channel, tries);
  switch (outcome.outcome) {
    case 'ACCEPTED':
      return recordAccepted(deps, place, outcome);
    case 'REFUSED':
      if (outcome.final) return end({ state: 'REJECTED', reason: outcome.reason });
      if (!isOver) return again('PENDING', { step: 'PUT_OFF', reason: outcome.reason }, patient);
      return end({ state: 'ERROR', reason: channel.patience ? 'EXPIRED' : outcome.reason });
    case 'LATER':
      if (isOver) return end(whenOver(claimed));
      return again(openState(claimed.state), { step: 'PUT_OFF', reason: null }, Math.max(outcome.afterMs || 0, patient));
    case 'UNAVAILABLE':
      if (isOver) return end(whenOver(claimed));
      return again(openState(claimed.state), { step: 'PUT_OFF', reason: null }, outcome.afterMs || 0);
    case 'NOT_ASKED':
      return postpone(deps, place, claim.lease, { state: openState(claimed.state), afterMs: outcome.afterMs });
    case 'UNKNOWN':
      if (isOver || !(traits.takesKey || claimed.noAnswers < (channel.asksAgain ?? 0))) return end({ state: 'UNKNOWN', reason: null });
      return again('SENDING', { step: 'NO_ANSWER', reason: null }, patient);
  }
}

/** How long a channel that is patient waits after so many tries. */
const waitOf = ({ patience }: Channel, tries: number): number => patience?.waits[Math.min(tries, patience.waits.length) - 1] ?? 0;

/** An answer after the time was over tells what became of the message, whatever was made of it meanwhile. */
async function recordLate(deps: RoomsDeps, log: Log, place: AttemptPlace, answer: Outcome): Promise<void> {
  if (answer.outcome === 'ACCEPTED') {
    log.info({ attemptId: place.id }, 'a provider answered after its time');
    await persistently(() => recordAccepted(deps, place, answer));
  } else if (answer.outcome === 'REFUSED' && answer.final) {
    await persistently(() => recordLateRefusal(deps, place, answer.reason, answer.answer));
  }
}

async function persistently(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries >= RECORD_TRIES || !isConnectionLoss(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, backoff(tries) / 4));
    }
  }
}
