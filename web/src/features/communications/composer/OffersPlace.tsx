import { Suspense, useRef } from 'react';
import { useStorePart } from '../context.ts';
import { draftsBeside } from '../state/draft-changes.ts';
import type { Draft } from '../state/drafts.ts';
import { OtherDrafts } from './later.ts';

/** Where what was written elsewhere is offered, and whose place is said to be taken by what is written, once there was any of it. */
export function OffersPlace({ draft }: { draft: Draft }) {
  const isOffered = useStorePart(
    ({ drafts }) => draft.others.length + draftsBeside(drafts, draft).length > 0 || draft.clientMessageId.startsWith('anew-'),
  );
  const wasOffered = useRef(false);
  wasOffered.current ||= isOffered;
  if (!wasOffered.current) return null;
  return (
    <Suspense fallback={null}>
      <OtherDrafts draft={draft} />
    </Suspense>
  );
}
