import { Suspense, useEffect } from 'react';
import { lateParts } from '../../../late-parts.ts';
import { settle, useShown } from './offer.ts';

const OfferBox = lateParts(() => import('./OfferBox.tsx')).late('OfferBox');

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
