import { useState } from 'react';
import { useFileUrls } from '../../../files/use-file-urls.ts';
import { localPicture } from './local-pictures.ts';

export type PictureStanding = 'loading' | 'shown' | 'failed' | 'gone';

export interface Picture {
  /** Null while no address is known. */
  readonly src: string | null;
  readonly standing: PictureStanding;
  readonly onLoad: () => void;
  /** An address that did not work is replaced once by itself; then it is for the person to try again. */
  readonly onError: () => void;
  readonly again: () => void;
}

/** A picture of a file, small or whole: from this computer where it was sent from here, else by an address of the server. */
export function usePicture(fileId: string, size: 'small' | 'whole'): Picture {
  const { reading, again } = useFileUrls(fileId);
  const [local, setLocal] = useState(() => localPicture(fileId));
  const [shown, setShown] = useState(false);
  const [failures, setFailures] = useState(0);
  const urls = reading.status === 'ready' ? reading.urls : null;
  const src = local ?? (size === 'small' ? (urls?.thumbnailUrl ?? urls?.url) : urls?.url) ?? null;
  const standing = (): PictureStanding => {
    if (shown) return 'shown';
    if (local !== null) return 'loading';
    if (reading.status === 'gone') return 'gone';
    return reading.status === 'failed' || failures > 1 ? 'failed' : 'loading';
  };
  return {
    src: failures > 1 ? null : src,
    standing: standing(),
    onLoad: () => setShown(true),
    onError: () => {
      setShown(false);
      if (local !== null) return setLocal(null);
      setFailures(failures + 1);
      if (failures === 0) again();
    },
    again: () => {
      setFailures(0);
      again();
    },
  };
}
