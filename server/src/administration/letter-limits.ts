import type { Doer } from '../audit/index.ts';
import { normalizeEmail } from '../identity/index.ts';
import { rateShares } from '../platform/rate-shares.ts';

/** To one address, whoever has them sent: as much as people may send to a new address of their own. */
const TO_ADDRESS = { perSecond: 1 / 300, burst: 5 };
/** By one administrator, to whomever: more than any team that is added in one go. */
const BY_DOER = { perSecond: 1 / 30, burst: 100 };

export interface LetterLimits {
  /** Counts a letter that leaves with the transaction. Throws ERROR_TOO_MANY_REQUESTS: then neither leaves. */
  take(doer: Doer, email: string): void;
}

/** How many letters those who administer people can cause, since an address that they type may be anybody's. */
export function letterLimits(): LetterLimits {
  const toAddress = rateShares.limit('letters to an address', TO_ADDRESS);
  const byDoer = rateShares.limit('letters by an administrator', BY_DOER);
  return {
    take({ actor }, email) {
      toAddress.take(normalizeEmail(email));
      if (actor !== null) byDoer.take(actor.id);
    },
  };
}
