import type { QuarantinedDelivery } from '@parley/contract';

/** How far it has come: how many were run again, and how many of them are being worked on and stayed. */
export interface RunSoFar {
  released: number;
  stayed: number;
}

interface Page {
  content: Pick<QuarantinedDelivery, 'id'>[];
  last: boolean;
}

/**
 * Runs all that is in quarantine once more, newest first, one after another; what comes meanwhile is left. What somebody else has run before counts
 * for nobody.
 * @param pageAfter the next ones, behind the one of this id
 * @param run one; false: it stays; null: it is there no more
 * @param tell how far it has come, after each
 */
export async function runAll(
  pageAfter: (after: string | undefined) => Promise<Page>,
  run: (id: string) => Promise<boolean | null>,
  tell: (soFar: RunSoFar) => void,
): Promise<RunSoFar> {
  let soFar: RunSoFar = { released: 0, stayed: 0 };
  let after: string | undefined;
  for (;;) {
    const { content, last } = await pageAfter(after);
    for (const { id } of content) {
      const released = await run(id);
      if (released === true) soFar = { ...soFar, released: soFar.released + 1 };
      if (released === false) soFar = { ...soFar, stayed: soFar.stayed + 1 };
      tell(soFar);
    }
    after = content.at(-1)?.id;
    if (last || after === undefined) return soFar;
  }
}
