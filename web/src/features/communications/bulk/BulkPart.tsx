import type { Selection } from '../rooms/use-selection.ts';
import { BulkBar } from './BulkBar.tsx';

/** What is done with several rows of the list: the bar over its end. Comes once something is selected. */
export function BulkPart({ selection }: { selection: Selection }) {
  return selection.ids.size === 0 ? null : <BulkBar rows={[...selection.ids]} selection={selection} />;
}
