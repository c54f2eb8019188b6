import { sql } from 'kysely';
import { backoff } from '../../platform/backoff.ts';
import { type Claim, type Claiming, LEASE_SECONDS, startClaiming } from '../../platform/claiming.ts';
import { newId } from '../../platform/clock.ts';
import { isConnectionLoss } from '../../platform/connection-loss.ts';
import type { Log } from '../../platform/log.ts';
import { tracedFrom, traceparentOf } from '../../platform/tracing.ts';
import type { Channel, Reading } from '../channel-port.ts';
import { applyProviderStatus } from '../delivery/provider-status.ts';
import type { RoomsDeps } from '../deps.ts';
import type { InboundPlace } from './channel-of-address.ts';
import type { ClaimedDelivery, RawDelivery } from './inbound-rows.ts';
import { receivePart } from './message-parts.ts';
import { wordsOf } from './quarantine.ts';
import { receiveAtOnce, receiveFromProvider } from './receive-from-provider.ts';
import { applySubscription, comeBack } from './subscription.ts';
import { learnProfile } from './told-profile.ts';

/** Deliveries under way at once. They share their round trips, and what cannot be shared takes turns (receive-from-provider.ts). */
const CONCURRENCY = 200;
/** Nobody sees these milliseconds; each statement serves several deliveries for them. */
const GATHER = 10;
/** After so many tries a delivery goes into quarantine; a claim counts, so that one on which processes die does too. */
const MOST_TRIES = 5;
const RENEW_EVERY = (LEASE_SECONDS / 3) * 1000;

/**
 * Stores what a provider brought, what is of one address in the order given. Only when this has resolved may the provider be
 * told that it arrived. A single message that joins a conversation becomes an event at once, and is kept as worked on by the same
 * statement; everything else waits to be claimed. Rejects when the database stays away.
 */
export async function storeInbound(deps: RoomsDeps, place: InboundPlace, deliveries: readonly RawDelivery[]): Promise<void> {
  const byAddress = Map.groupBy(deliveries, ({ address }) => address);
  const bringing = byAddress.values().map(async (ofOne) => {
    for (const delivery of ofOne) if (!(await receiveAtOnce(deps, place, delivery))) await keep(deps, place, delivery);
  });
  await Promise.all(bringing);
}

async function keep(deps: RoomsDeps, { accountId, channelApplicationId }: InboundPlace, delivery: RawDelivery): Promise<void> {
  await deps.inboundRows.add(accountId, { ...delivery, channelApplicationId, traceparent: traceparentOf() });
  deps.inbox.raise();
}

/** Claims waiting deliveries of the registered channels across accounts, the oldest of each address first. */
export async function claimInbound(deps: RoomsDeps, limit: number): Promise<Claim[]> {
  const types = deps.channels.types();
  if (types.length === 0) return [];
  const lease = newId();
  const { rows } = await sql<{ id: string; account_id: string }>`
    select * from claim_inbound(${types}::text[], ${lease}::uuid, ${LEASE_SECONDS}, ${limit})`.execute(deps.db.outsideReader());
  return rows.map((row) => ({ ...row, lease }));
}

/** Turns raw deliveries into messages and statuses. One that cannot be read goes into quarantine and holds nothing up. */
export function startReceiving(deps: RoomsDeps, log: Log): Claiming {
  return startClaiming({
    what: 'receiving',
    signal: deps.inbox,
    concurrency: CONCURRENCY,
    gather: GATHER,
    claim: (limit) => claimInbound(deps, limit),
    work: (claim) => processClaimed(deps, log, claim),
    log,
  });
}

async function processClaimed(deps: RoomsDeps, log: Log, claim: Claim): Promise<void> {
  const row = await deps.inboundRows.read(claim.account_id, claim);
  const channel = row && deps.channels.of(row.type);
  if (!row || !channel) return;
  const attributes = { 'parley.channel': row.type, 'parley.tries': row.tries };
  const renewing = setInterval(() => {
    renew(deps, claim).catch((error: unknown) =>
      log.warn({ err: error, inboundId: claim.id }, 'the lease of a delivery could not be renewed'),
    );
  }, RENEW_EVERY);
  await tracedFrom(row.traceparent, 'receive delivery', attributes, () => processRow(deps, log, claim, row, channel)).finally(() =>
    clearInterval(renewing),
  );
}

/** Who still works on it keeps it: only what a process has died over is claimed again, and counts as a try. */
async function renew(deps: RoomsDeps, claim: Claim): Promise<void> {
  await deps.db
    .reader(claim.account_id)
    .updateTable('raw_inbound')
    .set({ due_at: sql<string>`clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})` })
    .where('id', '=', claim.id)
    .where('lease', '=', claim.lease)
    .where('state', '=', 'WAITING')
    .execute();
}

async function processRow(deps: RoomsDeps, log: Log, claim: Claim, row: ClaimedDelivery, channel: Channel): Promise<void> {
  if (row.tries > MOST_TRIES) return quarantine(deps, claim, 'every process that tried it died');
  const source = { accountId: claim.account_id, channelApplicationId: row.channel_application_id, channel };
  let readings: readonly Reading[];
  try {
    readings = channel.read(row.body);
  } catch (error) {
    log.warn({ err: error, inboundId: claim.id }, 'a delivery could not be read and is in quarantine');
    return quarantine(deps, claim, wordsOf(error));
  }
  try {
    for (const reading of readings) await apply(deps, source, reading);
  } catch (error) {
    if (isConnectionLoss(error)) throw error;
    if (row.tries < MOST_TRIES) {
      log.warn({ err: error, inboundId: claim.id }, 'a delivery could not be processed and is tried again');
      return tryAgain(deps, claim, backoff(row.tries));
    }
    log.error({ err: error, inboundId: claim.id }, 'a delivery could not be processed and is in quarantine');
    return quarantine(deps, claim, wordsOf(error));
  }
  await deps.inboundRows.done(claim.account_id, claim);
}

type Source = { accountId: string; channelApplicationId: string; channel: Channel };

/** Every application of a reading may be repeated: a crash between two of them changes nothing. */
async function apply(deps: RoomsDeps, { accountId, channelApplicationId, channel }: Source, reading: Reading): Promise<void> {
  const place = { accountId, channelApplicationId, channelType: channel.type };
  switch (reading.kind) {
    case 'MESSAGE':
      if (reading.files?.length && !channel.fetchFile) throw new Error('the channel announces files that it does not fetch');
      if (reading.subscribedAt !== undefined) await comeBack(deps, { ...place, ...reading, at: reading.subscribedAt });
      await receiveFromProvider(deps, { ...reading, ...place });
      await learnProfile(deps, { ...reading, ...place });
      return;
    case 'MESSAGE_PART':
      await receivePart(deps, place, reading);
      return;
    case 'SUBSCRIPTION':
      await applySubscription(deps, { ...reading, ...place });
      await learnProfile(deps, { ...reading, ...place });
      return;
    case 'STATUS':
      await applyProviderStatus(deps, { ...reading, accountId, channelApplicationId });
      return;
  }
}

async function quarantine(deps: RoomsDeps, claim: Claim, error: string): Promise<void> {
  await deps.db
    .reader(claim.account_id)
    .updateTable('raw_inbound')
    .set({ state: 'QUARANTINED', error, lease: null, settled_at: sql<string>`clock_timestamp()` })
    .where('id', '=', claim.id)
    .where('lease', '=', claim.lease)
    .where('state', '=', 'WAITING')
    .execute();
}

async function tryAgain(deps: RoomsDeps, claim: Claim, afterMs: number): Promise<void> {
  await deps.db
    .reader(claim.account_id)
    .updateTable('raw_inbound')
    .set({ lease: null, due_at: sql<string>`clock_timestamp() + make_interval(secs => ${afterMs / 1000})` })
    .where('id', '=', claim.id)
    .where('lease', '=', claim.lease)
    .where('state', '=', 'WAITING')
    .execute();
}
