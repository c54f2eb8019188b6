import { backoff } from '../../../platform/backoff.ts';
import { type Claim, type Claiming, LEASE_SECONDS, startClaiming } from '../../../platform/claiming.ts';
import { isConnectionLoss } from '../../../platform/connection-loss.ts';
import type { Signal } from '../../../platform/signal.ts';
import { wordsOf } from '../../../rooms/index.ts';
import { claimMails, postponeMail, readClaimed, settleMail } from './mail-rows.ts';
import { type ReceivingParts, workOnMail } from './work-on-mail.ts';

/** Mails under way at once in this process. One thread reads them one after the other; what else is done to them takes round trips. */
const CONCURRENCY = 8;
/** After so many tries a mail goes into quarantine; a claim counts, so that one on which processes die does too. */
const MOST_TRIES = 5;
const RENEW_EVERY = (LEASE_SECONDS / 3) * 1000;

/** Turns the mails that were fetched into what they are: one that cannot be worked on goes into quarantine, and holds nothing up. */
export function startReceivingMail(parts: ReceivingParts, mailbag: Signal): Claiming {
  return startClaiming({
    what: 'receiving mail',
    signal: mailbag,
    concurrency: CONCURRENCY,
    claim: (limit) => claimMails(parts.rooms.db, limit),
    work: (claim) => receiveClaimed(parts, claim),
    log: parts.log,
  });
}

async function receiveClaimed(parts: ReceivingParts, claim: Claim): Promise<void> {
  const { rooms, log } = parts;
  const on = rooms.db.reader(claim.account_id);
  const claimed = await readClaimed(on, claim);
  if (claimed === null) return;
  const { tries, fileId } = claimed;
  if (tries > MOST_TRIES) return settleMail(on, claim, { state: 'QUARANTINED', reason: 'every process that tried it died' });
  if (fileId === null) return settleMail(on, claim, { state: 'QUARANTINED', reason: 'its source is not here' });
  const renewing = setInterval(() => {
    postponeMail(on, claim, LEASE_SECONDS * 1000, { keeps: true }).catch((error: unknown) =>
      log.warn({ err: error, mailId: claim.id }, 'the lease of a mail could not be renewed'),
    );
  }, RENEW_EVERY);
  try {
    await workOnMail(parts, claim, { ...claimed, fileId });
  } catch (error) {
    if (isConnectionLoss(error)) throw error;
    if (tries < MOST_TRIES) {
      log.warn({ err: error, mailId: claim.id }, 'a mail could not be worked on and is tried again');
      return await postponeMail(on, claim, backoff(tries), { keeps: false });
    }
    log.error({ err: error, mailId: claim.id }, 'a mail could not be worked on and is in quarantine');
    await settleMail(on, claim, { state: 'QUARANTINED', reason: wordsOf(error) });
  } finally {
    clearInterval(renewing);
  }
}
