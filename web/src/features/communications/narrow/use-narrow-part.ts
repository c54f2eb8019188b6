import { useEffect, useState } from 'react';
import { afterwards } from '../../../afterwards.ts';
import { quietly } from '../../../replaced.ts';
import { useStorePart } from '../context.ts';

type Part = typeof import('./narrow-part.ts')['narrowPart'];
let part: Part | null = null;
let coming: Promise<Part> | null = null;

function load(): Promise<Part> {
  coming ??= import('./narrow-part.ts').then(
    ({ narrowPart }) => {
      part = narrowPart;
      return part;
    },
    (problem) => {
      // Asked for again by whoever needs it.
      coming = null;
      throw problem;
    },
  );
  return coming;
}

/**
 * How the list is narrowed, and what stands in its head for it: comes after the list; at once where it is wanted, because the address has
 * filters. Null until it came; throws what it failed of where it is wanted.
 */
export function useNarrowPart(isWanted: boolean): Part | null {
  const isListed = useStorePart(({ lists }) => lists.mine?.reading.status === 'ready');
  const [, setCame] = useState(part);
  useEffect(() => {
    if (isListed) return afterwards(() => void quietly(() => load().then(setCame)));
  }, [isListed]);
  const [problem, setProblem] = useState<{ why: unknown } | null>(null);
  useEffect(() => {
    if (isWanted && part === null) load().then(setCame, (why: unknown) => setProblem({ why }));
  }, [isWanted]);
  if (part === null && isWanted && problem !== null) throw problem.why;
  return part;
}
