import { sql } from 'kysely';
import { makeSquare, removeUpload, type Uploader } from '../../files/index.ts';
import { backoff, waitAsTold } from '../../platform/backoff.ts';
import { type Claim, type Claiming, LEASE_SECONDS, startClaiming } from '../../platform/claiming.ts';
import { newId } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { Problem } from '../../platform/problem.ts';
import type { RoomsDeps } from '../deps.ts';
import { letPictureBe, postponePicture, readComingPicture, recordPicture } from './coming-pictures.ts';
import { answered, takeIn } from './provider-file.ts';

/** Under way at once in one process, and so many of them of one end: pictures are never urgent. */
const PLACES = 8;
const OF_APPLICATION = 2;
/** Tries until a picture is let be, about four minutes where each fails at once; a claim counts, so that one on which processes die ends too. */
const MOST_TRIES = 6;
/** The first wait is the back-off's fourth: who could not be reached now is seldom there a second later. */
const BEGINS_AT = 3;
/** From asking to the first word, and to the last byte: together with the making of the square within one lease. */
const ANSWER_WITHIN = 8000;
const FETCH_WITHIN = 20_000;
const MOST_BYTES = 5 * 1024 * 1024;
/** Of these another try may come to another end; every other refusal is of the picture itself. */
const PASSING = new Set(['ERROR_BAD_REQUEST', 'FILE_NOT_STORED', 'FILE_NOT_FOUND']);

interface PictureClaim extends Claim {
  channel_application_id: string;
}

/** Claims pictures that are due across accounts. @param underWay how many each channel application has in this process */
export async function claimPictures(deps: RoomsDeps, underWay: ReadonlyMap<string, number>, limit: number): Promise<PictureClaim[]> {
  const types = deps.channels.types();
  if (types.length === 0) return [];
  const lease = newId();
  const { rows } = await sql<Omit<PictureClaim, 'lease'>>`
    select * from claim_coming_pictures(${types}::text[], ${[...underWay.keys()]}::uuid[], ${[...underWay.values()]}::integer[],
      ${OF_APPLICATION}, ${lease}::uuid, ${LEASE_SECONDS}, ${limit})`.execute(deps.db.outsideReader());
  return rows.map((row) => ({ ...row, lease }));
}

/**
 * Fetches the pictures by which providers show customers, beside everything else. Each becomes a square file of the product's own, which nothing
 * of the original's is in but what is seen; the provider never learns who looks at it.
 */
export function startFetchingPictures(deps: RoomsDeps, log: Log): Claiming {
  const underWay = new Map<string, number>();
  const count = (id: string, more: number) => {
    const now = (underWay.get(id) ?? 0) + more;
    if (now > 0) underWay.set(id, now);
    else underWay.delete(id);
  };
  return startClaiming({
    what: 'fetching pictures',
    signal: deps.comingPictures,
    concurrency: PLACES,
    claim: async (free) => {
      const claims = await claimPictures(deps, underWay, free);
      for (const one of claims) count(one.channel_application_id, 1);
      return claims;
    },
    work: (claim) => fetchClaimed(deps, log, claim).finally(() => count(claim.channel_application_id, -1)),
    log,
  });
}

async function fetchClaimed(deps: RoomsDeps, log: Log, claim: Claim): Promise<void> {
  const coming = await readComingPicture(deps, claim);
  if (!coming) return;
  const letBe = async (reason: string) => {
    log.info({ contactChannelId: claim.id, reason }, 'the picture of a customer was not to be had');
    await letPictureBe(deps, claim);
  };
  const { tries, reference, channelApplicationId } = coming;
  const channel = deps.channels.of(coming.type);
  if (!channel?.fetchFile) return letBe('CHANNEL_FETCHES_NO_FILES');
  if (tries > MOST_TRIES) return letBe('TOO_MANY_TRIES');
  const again = (afterMs: number) => (tries >= MOST_TRIES ? letBe('TOO_MANY_TRIES') : postponePicture(deps, claim, afterMs));
  const uploader: Uploader = { by: 'PROVIDER', accountId: claim.account_id, id: channelApplicationId };
  const ending = new AbortController();
  const tooLate = setTimeout(() => ending.abort(), FETCH_WITHIN);
  let square: string;
  try {
    const asked = channel.fetchFile({ accountId: claim.account_id, channelApplicationId, reference }, ending.signal);
    const answer = await answered(asked, ending, { answerWithin: ANSWER_WITHIN, wasSilent: false });
    if (answer.outcome === 'GONE') return await letBe(answer.reason);
    if (answer.outcome === 'LATER') return await again(waitAsTold(answer.afterMs, tries + BEGINS_AT));
    const { body, length } = answer;
    const { fileId } = await takeIn(deps.files, { uploader, name: 'picture', length, body, mostBytes: MOST_BYTES }, ending.signal);
    square = await squareOf(deps, uploader, fileId);
  } catch (error) {
    if (error instanceof Problem && !PASSING.has(error.key)) return letBe(error.key);
    log.info({ err: error, contactChannelId: claim.id, tries }, 'the picture of a customer did not come');
    return again(backoff(tries + BEGINS_AT));
  } finally {
    clearTimeout(tooLate);
    ending.abort();
  }
  // Somebody else has brought it, or a person has given one: nothing holds this one.
  if (!(await recordPicture(deps, claim, uploader, square))) await removeUpload(deps.files, uploader, square);
}

/** Throws as `makeSquare`; what no square can be made of is thrown away. */
async function squareOf({ files }: RoomsDeps, uploader: Uploader, fileId: string): Promise<string> {
  try {
    return await makeSquare(files, uploader, fileId);
  } catch (error) {
    if (error instanceof Problem && error.key === 'FILE_NOT_AN_IMAGE') await removeUpload(files, uploader, fileId);
    throw error;
  }
}
