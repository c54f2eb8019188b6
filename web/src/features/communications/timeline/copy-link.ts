import type { RoomEvent } from '@parley/contract';
import { toastError, toastSuccess } from '../../../ui/toast.ts';
import { pathOfEvent } from '../place.ts';

/** Puts the address of an event into the clipboard and says whether that worked: a browser may refuse it. */
export async function copyLink(event: RoomEvent): Promise<void> {
  try {
    await navigator.clipboard.writeText(`${window.location.origin}${pathOfEvent(event)}`);
    toastSuccess('COMMUNICATIONS_LINK_COPIED');
  } catch {
    toastError('COMMUNICATIONS_LINK_NOT_COPIED');
  }
}
