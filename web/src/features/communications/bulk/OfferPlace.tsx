import { lazy, Suspense, useEffect } from 'react';
import { partWithWords } from '../../../late-parts.ts';
import { settle, useShown } from './offer.ts';

const OfferBox = lazy(async () => {
  const { OfferBox: Box } = await partWithWords(import('./OfferBox.tsx'));
  return { default: Box };
});

/** Shows what can be undone as long as it can, whichever room is open meanwhile. */
export function OfferPlace() {
  const isEmpty = useShown(({ shown, report }) => shown === null && report === null);
  // Whoever leaves the page will not look for a way back on another.
  useEffect(() => () => void settle(), []);
  return isEmpty ? null : (
    <Suspense fallback={null}>
      <OfferBox />
    </Suspense>
  );
}
