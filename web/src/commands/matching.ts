/** Lower case, without accents. */
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase();

const BEGINS = 0;
const BEGINS_A_WORD = 1;
const WITHIN = 2;

/** How well a name answers what was typed: 0 the best, null not at all. Each typed word must stand in it. */
export function rankOf(name: string, typed: string): number | null {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  const where = plain(name);
  let rank = BEGINS;
  for (const word of words) {
    const at = where.indexOf(word);
    if (at < 0) return null;
    const here = at === 0 ? BEGINS : /[\p{L}\p{N}]/u.test(where[at - 1] ?? '') ? WITHIN : BEGINS_A_WORD;
    rank = Math.max(rank, here);
  }
  return rank;
}

/** Those that answer what was typed, the best first and otherwise in their own order; at most so many. */
export function matching<Named extends { name: string }>(all: readonly Named[], typed: string, most: number): Named[] {
  return all
    .map((one, order) => ({ one, order, rank: rankOf(one.name, typed) }))
    .filter((found): found is typeof found & { rank: number } => found.rank !== null)
    .toSorted((a, b) => a.rank - b.rank || a.order - b.order)
    .slice(0, most)
    .map(({ one }) => one);
}
