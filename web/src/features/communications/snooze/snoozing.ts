import type { Conversation } from '@parley/contract';
import { api } from '../../../api/client.ts';
import { serverNow } from '../../../api/server-clock.ts';
import { toastProblem, toastSuccess } from '../../../ui/toast.ts';
import { makeOffer } from '../bulk/offer.ts';
import { snoozedUntil } from './snoozed-until.ts';

/** Longer than a toast: it has to be read, and to be reached by keyboard. */
const UNDO_MS = 10_000;

/** A conversation of a room, as it stood. */
export interface Snoozable {
  roomId: string;
  conversation: Conversation;
  /** The room's highest public number: above it the customer must have written nothing. */
  publicNo: number;
  /** What it is talked over, where its room has others that are open. */
  channel?: string | null;
}

/** Wakes it; says by itself that it did, or why not. */
export async function wake({ roomId, conversation, channel = null }: Omit<Snoozable, 'publicNo'>): Promise<void> {
  const { id: conversationId, assignedUserId } = conversation;
  if (assignedUserId === null) return;
  try {
    await api.snoozes.end({ params: { roomId, conversationId }, body: { expectedUserId: assignedUserId } });
    if (channel === null) toastSuccess('SNOOZE_AWAKE');
    else toastSuccess('SNOOZE_AWAKE_ON', { channel });
  } catch (problem) {
    toastProblem(problem);
  }
}

/** Lays it aside until then or, by null, until the customer writes. Throws why it was refused. */
export async function layAside({ roomId, conversation, publicNo }: Snoozable, until: string | null): Promise<void> {
  const { id: conversationId, assignedUserId } = conversation;
  if (assignedUserId === null) return;
  await api.snoozes.set({
    params: { roomId, conversationId },
    body: { expectedUserId: assignedUserId, expectedPublicNo: publicNo, until },
  });
}

/** As it stood before it was laid aside: awake, or asleep until a time that is still to come. Throws why it was refused. */
export async function putBack({ roomId, conversation, publicNo }: Snoozable): Promise<void> {
  const { id: conversationId, assignedUserId, snooze: before } = conversation;
  if (assignedUserId === null) return;
  if (before !== null && (before.until === null || Date.parse(before.until) > serverNow()))
    return layAside({ roomId, conversation, publicNo }, before.until);
  await api.snoozes.end({ params: { roomId, conversationId }, body: { expectedUserId: assignedUserId } });
}

/** Lays it aside, and offers to put it back. Throws why it was refused. */
export async function snooze(what: Snoozable, until: Date | null): Promise<void> {
  await layAside(what, until?.toISOString() ?? null);
  makeOffer({
    says: [snoozedUntil(until, what.channel ?? null)],
    lasts: UNDO_MS,
    undo: () => (what.conversation.snooze === null ? wake(what) : putBack(what).catch(toastProblem)),
    lapse: async () => undefined,
  });
}
