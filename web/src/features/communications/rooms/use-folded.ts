import { useState } from 'react';
import { keep, kept } from '../../../kept.ts';
import type { ListName } from '../state/lists.ts';

const KEPT = 'folded-lists';
const foldable = ['waiting', 'mine'] as const satisfies readonly ListName[];

/** Which lists are folded below their headings; kept in this browser. `turn` folds one, or opens it again. */
export function useFolded() {
  const [folded, setFolded] = useState<readonly ListName[]>(() => foldable.filter((name) => kept(KEPT)?.split(' ').includes(name)));
  const turn = (name: ListName) => {
    const next = folded.includes(name) ? folded.filter((one) => one !== name) : [...folded, name];
    setFolded(next);
    keep(KEPT, next.join(' '));
  };
  return { folded, turn };
}
