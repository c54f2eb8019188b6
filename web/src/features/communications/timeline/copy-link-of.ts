import type { RoomEvent } from '@parley/contract';
import { everyText } from '../../../text.ts';
import { toastError } from '../../../ui/toast.ts';

/** Copies the address of an event. What does it, and its words, come when somebody asks. */
export async function copyLinkOf(event: RoomEvent): Promise<void> {
  try {
    const [{ copyLink }] = await Promise.all([import('./copy-link.ts'), everyText()]);
    await copyLink(event);
  } catch {
    toastError('FRAME_UNREACHABLE');
  }
}
