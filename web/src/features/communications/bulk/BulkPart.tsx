import { useEffect } from 'react';
import type { Selection } from '../rooms/use-selection.ts';
import { BulkBar } from './BulkBar.tsx';
import { OfferBox } from './OfferBox.tsx';
import { settle } from './offer.ts';

/** What is done with several rooms of the list: the bar above it, and what can be undone of it. Comes once something is selected. */
export function BulkPart({ selection }: { selection: Selection }) {
  // Whoever leaves the page will not look for a way back on another.
  useEffect(() => () => void settle(), []);
  return (
    <>
      {selection.ids.size === 0 ? null : <BulkBar roomIds={[...selection.ids]} selection={selection} />}
      <OfferBox />
    </>
  );
}
