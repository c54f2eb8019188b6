import type { EventFile } from '@parley/contract/entities/file';
import { useEffect, useSyncExternalStore } from 'react';
import type { KnownUrls } from '../files/addresses.ts';
import type { Talk } from '../talk.ts';

export interface FileProps {
  file: EventFile;
  files: Talk['files'];
  /** The server has the message: before, it gives no address. */
  sent: boolean;
}

/** What this page knows of a file's addresses; asks for them while it shows the file. */
export function useUrls({ file: { fileId }, files: { addresses }, sent }: FileProps): KnownUrls {
  const urls = useSyncExternalStore(addresses.subscribe, () => addresses.of(fileId));
  useEffect(() => {
    if (sent) addresses.want(fileId);
  }, [addresses, fileId, sent]);
  return urls;
}
