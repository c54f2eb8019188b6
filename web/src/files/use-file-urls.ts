import type { FileUrls } from '@parley/contract';
import { useCallback, useEffect, useState } from 'react';
import { api } from '../api/client.ts';
import { serverNow } from '../api/server-clock.ts';
import { createFileAddresses } from './file-urls.ts';

/** Of the one person who is signed in here: with another the page is loaded anew. */
export const fileAddresses = createFileAddresses({
  ask: async (fileIds) => (await api.files.urls({ body: { fileIds } })).content,
  now: serverNow,
});

/** gone: it does not exist, or may not be read by this person. failed: nobody could say. */
export type FileUrlsReading = { status: 'loading' | 'gone' | 'failed' } | { status: 'ready'; urls: FileUrls };

/**
 * Where a file can be fetched from. The address stays the same while it is shown, so that a picture that is there is not
 * fetched again; `again` asks for another one.
 */
export function useFileUrls(fileId: string): { reading: FileUrlsReading; again: () => void } {
  const start = (): FileUrlsReading => {
    const urls = fileAddresses.known(fileId);
    return urls === undefined ? { status: 'loading' } : { status: 'ready', urls };
  };
  const [reading, setReading] = useState(start);
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn asks again.
  useEffect(() => {
    let isShown = true;
    const show = (next: FileUrlsReading) => {
      if (isShown) setReading(next);
    };
    fileAddresses.of(fileId).then(
      (urls) => show(urls === null ? { status: 'gone' } : { status: 'ready', urls }),
      () => show({ status: 'failed' }),
    );
    return () => {
      isShown = false;
    };
  }, [fileId, turn]);
  const again = useCallback(() => {
    fileAddresses.forget(fileId);
    setReading({ status: 'loading' });
    setTurn((before) => before + 1);
  }, [fileId]);
  return { reading, again };
}
