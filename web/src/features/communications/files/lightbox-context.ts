import { createContext, useContext } from 'react';

/** Shows a picture of the room large; afterwards the focus is back on what opened it. */
export type OpenPicture = (fileId: string, from: HTMLElement) => void;

export const LightboxContext = createContext<OpenPicture | null>(null);

/** Only inside an open room; elsewhere it is a bug and throws. */
export function useOpenPicture(): OpenPicture {
  const open = useContext(LightboxContext);
  if (open === null) throw new Error('useOpenPicture outside an open room');
  return open;
}
