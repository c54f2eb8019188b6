import type { UploadedFile } from '@parley/contract';
import { sql } from 'kysely';
import { removeUpload, type Uploader } from '../../files/index.ts';
import { backoff, waitAsTold } from '../../platform/backoff.ts';
import { type Claim, type Claiming, LEASE_SECONDS, startClaiming } from '../../platform/claiming.ts';
import { newId } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { Problem } from '../../platform/problem.ts';
import type { Channel } from '../channel-port.ts';
import type { RoomsDeps } from '../deps.ts';
import { type ClaimedFile, postponeFile, readComing, recordArrived, recordFailed, renewFile } from './coming-files.ts';
import { createFilePlaces, FILE_PLACES, type Turn } from './file-places.ts';
import { type Asking, answered, takeIn } from './provider-file.ts';

/**
 * Tries until a file is given up: with the back-off's times four to nine minutes where each fails at once, and up to twelve where none is
 * answered; longer only where bytes flow or the provider says when to come again. A claim counts, so that one on which processes die ends too.
 */
const MOST_TRIES = 10;
/** So many seconds a file is waited for at most, whatever its provider says. */
const OLDEST = 24 * 3600;
/** From asking to the first word. Pieces that stop coming end a download sooner than its whole time (files/upload.ts). */
const ANSWER_WITHIN = 20_000;
/** From asking to the last byte. */
const FETCH_WITHIN = 10 * 60_000;
const RENEW_EVERY = (LEASE_SECONDS / 3) * 1000;
/** Of these another try may come to another end; every other refusal is of the file itself. */
const PASSING = new Set(['ERROR_BAD_REQUEST', 'FILE_NOT_STORED']);

export interface FileClaim extends Claim {
  channel_application_id: string;
}

/** Claims announced files that are due across accounts, whose turn it is. */
export async function claimComingFiles(deps: RoomsDeps, turn: Turn): Promise<FileClaim[]> {
  const types = deps.channels.types();
  if (types.length === 0) return [];
  const { limit, ofApplication, ofAccount, applications, accounts } = turn;
  const lease = newId();
  const { rows } = await sql<Omit<FileClaim, 'lease'>>`
    select * from claim_coming_files(${types}::text[], ${[...applications.keys()]}::uuid[], ${[...applications.values()]}::integer[],
      ${ofApplication}, ${[...accounts.keys()]}::uuid[], ${[...accounts.values()]}::integer[], ${ofAccount},
      ${lease}::uuid, ${LEASE_SECONDS}, ${limit})`.execute(deps.db.outsideReader());
  return rows.map((row) => ({ ...row, lease }));
}

/**
 * Fetches what providers announced (domain, invariant 3: late media). The bytes are whole in the storage before the event is
 * changed; what ends in between leaves a file that nobody holds, for the sweep, and is fetched again.
 */
export function startFetching(deps: RoomsDeps, log: Log, answerWithin = ANSWER_WITHIN): Claiming {
  const places = createFilePlaces();
  return startClaiming({
    what: 'fetching files',
    signal: deps.comingFiles,
    concurrency: FILE_PLACES,
    claim: async (free) => {
      const claims = await claimComingFiles(deps, places.turn(free));
      for (const one of claims) places.begin(one);
      // What others wait with stood behind these.
      if (claims.length > 0) deps.comingFiles.raise();
      return claims;
    },
    work: async (claim) => {
      const asking: Asking = { wasSilent: false, answerWithin };
      await fetchClaimed(deps, log, claim, asking).finally(() => places.end(claim, asking.wasSilent));
    },
    log,
  });
}

async function fetchClaimed(deps: RoomsDeps, log: Log, claim: Claim, asking: Asking): Promise<void> {
  const coming = await readComing(deps, claim);
  const channel = coming && deps.channels.of(coming.type);
  if (!coming || !channel) return;
  if (coming.tries > MOST_TRIES || coming.age > OLDEST) return giveUp(deps, log, claim, 'TOO_MANY_TRIES');
  const ending = new AbortController();
  const tooLate = setTimeout(() => ending.abort(), FETCH_WITHIN);
  const renewing = setInterval(() => {
    renewFile(deps, claim, LEASE_SECONDS).catch((error: unknown) =>
      log.warn({ err: error, eventId: claim.id }, 'the lease of a file could not be renewed'),
    );
  }, RENEW_EVERY);
  try {
    await fetchFile(deps, log, claim, { coming, channel, ending, asking });
  } finally {
    clearTimeout(tooLate);
    clearInterval(renewing);
    ending.abort();
  }
}

interface Fetching {
  coming: ClaimedFile;
  channel: Channel;
  ending: AbortController;
  asking: Asking;
}

async function fetchFile(deps: RoomsDeps, log: Log, claim: Claim, { coming, channel, ending, asking }: Fetching): Promise<void> {
  const { channelApplicationId, reference, tries } = coming;
  const uploader: Uploader = { by: 'PROVIDER', accountId: claim.account_id, id: channelApplicationId };
  let file: UploadedFile;
  try {
    if (!channel.fetchFile) return await giveUp(deps, log, claim, 'CHANNEL_FETCHES_NO_FILES');
    const asked = channel.fetchFile({ accountId: claim.account_id, channelApplicationId, reference }, ending.signal);
    const answer = await answered(asked, ending, asking);
    if (answer.outcome === 'GONE') return await giveUp(deps, log, claim, answer.reason);
    if (answer.outcome === 'LATER') {
      if (tries >= MOST_TRIES) return await giveUp(deps, log, claim, 'TOO_MANY_TRIES');
      return await postponeFile(deps, claim, waitAsTold(answer.afterMs, tries));
    }
    const { body, length } = answer;
    const name = coming.name ?? answer.name ?? '';
    file = await takeIn(deps.files, { uploader, name, length, body }, ending.signal);
  } catch (error) {
    if (error instanceof Problem && !PASSING.has(error.key)) return giveUp(deps, log, claim, error.key);
    if (tries >= MOST_TRIES) return giveUp(deps, log, claim, 'TOO_MANY_TRIES');
    log.warn({ err: error, eventId: claim.id, tries }, 'a file that a provider announced did not come and is asked for again');
    return postponeFile(deps, claim, backoff(tries));
  }
  if (await recordArrived(deps, claim, uploader, file)) return;
  // Somebody else has brought it, or has given it up: the lease had run out.
  await removeUpload(deps.files, uploader, file.fileId);
}

async function giveUp(deps: RoomsDeps, log: Log, claim: Claim, reason: string): Promise<void> {
  if (await recordFailed(deps, claim)) log.warn({ eventId: claim.id, reason }, 'a file that a provider announced was given up');
}
