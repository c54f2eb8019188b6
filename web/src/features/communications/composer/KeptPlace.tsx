import { Suspense } from 'react';
import { useStorePart } from '../context.ts';
import { draftsToCustomer } from '../state/draft-changes.ts';
import type { RoomRecord } from '../state/room-record.ts';
import { KeptDrafts } from './later.ts';
import { useChannel } from './use-channel.ts';

/** Where nothing can be written to the customer, what was begun for them and not sent. */
export function KeptPlace({ record }: { record: RoomRecord }) {
  const isShut = useChannel(record, 0) === undefined;
  const isKept = useStorePart(({ drafts }) => isShut && draftsToCustomer(drafts, record.room.id).length > 0);
  return isKept ? (
    <Suspense fallback={null}>
      <KeptDrafts room={record.room} />
    </Suspense>
  ) : null;
}
