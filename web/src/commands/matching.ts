import { foldedName, isSign, searchedName, searchedWords } from '@parley/contract';

const BEGINS = 0;
const BEGINS_A_WORD = 1;
const WITHIN = 2;

/** How well a name answers what was typed: 0 the best, null not at all. Each typed word must stand in it. */
export function rankOf(name: string, typed: string): number | null {
  const searched = searchedName(name).trimStart();
  let rank = BEGINS;
  for (const word of searchedWords(typed)) {
    const where = isSign(word) ? name : searched;
    const at = where.indexOf(word);
    if (at < 0) return null;
    const here = at === 0 ? BEGINS : where[at - 1] === ' ' ? BEGINS_A_WORD : WITHIN;
    rank = Math.max(rank, here);
  }
  return rank;
}

const APOSTROPHE = /['’‘ʼ]/;

export interface NamePart {
  text: string;
  isMatch: boolean;
}

/** A name in parts: those that answer what was typed, and what stands between them. */
export function partsOf(name: string, typed: string): NamePart[] {
  // A sign may become several, or none, where case and accents do not count: each remembers its place.
  const signs = [...name];
  const folded = signs.flatMap((sign, place) => [...foldedName(sign).slice(1)].map((letter) => ({ letter, place })));
  const ways = [
    folded,
    folded.filter(({ place }) => !APOSTROPHE.test(signs[place] ?? '')),
    signs.map((letter, place) => ({ letter, place })),
  ];
  const matches = new Set<number>();
  for (const word of searchedWords(typed)) {
    for (const places of ways) {
      const where = places.map(({ letter }) => letter).join('');
      if (!where.includes(word)) continue;
      const at = [...where.slice(0, where.indexOf(word))].length;
      for (const { place } of places.slice(at, at + [...word].length)) matches.add(place);
      break;
    }
  }
  const parts: NamePart[] = [];
  for (const [place, sign] of signs.entries()) {
    const isMatch = matches.has(place);
    const last = parts.at(-1);
    if (last?.isMatch === isMatch) last.text += sign;
    else parts.push({ text: sign, isMatch });
  }
  return parts;
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

interface Source<Group, Named> {
  group: Group;
  entries: readonly Named[];
}

/** Sources under their names: those of the same name are one, and what several of them know stands there once, as the first has it. */
export function together<Group extends string, Named extends { id: string }>(
  sources: readonly Source<Group, Named>[],
  first: Group,
): Source<Group, Named>[] {
  const all = new Map<Group, Map<string, Named>>();
  for (const { group, entries } of sources.toSorted((a, b) => Number(b.group === first) - Number(a.group === first))) {
    const known = all.get(group) ?? new Map<string, Named>();
    for (const entry of entries) if (!known.has(entry.id)) known.set(entry.id, entry);
    all.set(group, known);
  }
  return [...all].map(([group, known]) => ({ group, entries: [...known.values()] }));
}
