import type { RoomEvent } from '@parley/contract';
import { partWithWords } from '../../../late-parts.ts';
import { toastError } from '../../../ui/toast.ts';

/** Copies the address of an event. What does it, and its words, come when somebody asks. */
export async function copyLinkOf(event: RoomEvent): Promise<void> {
  try {
    const { copyLink } = await partWithWords(import('./copy-link.ts'));
    await copyLink(event);
  } catch {
    toastError('FRAME_UNREACHABLE');
  }
}
