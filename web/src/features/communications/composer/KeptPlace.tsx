import { Suspense } from 'react';
import type { RoomRecord } from '../state/room-record.ts';
import { KeptDrafts } from './later.ts';
import { useChannel } from './use-channel.ts';

/** Where nothing can be written to the customer, what was begun for them and not sent. */
export function KeptPlace({ record }: { record: RoomRecord }) {
  return useChannel(record, 0) === undefined ? (
    <Suspense fallback={null}>
      <KeptDrafts room={record.room} />
    </Suspense>
  ) : null;
}
