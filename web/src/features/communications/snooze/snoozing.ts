import type { Conversation } from '@parley/contract';
import { api } from '../../../api/client.ts';
import { text } from '../../../text.ts';
import { toastProblem, toastSuccess } from '../../../ui/toast.ts';
import { makeOffer } from '../bulk/offer.ts';
import { dayTime } from './day-time.ts';

/** Longer than a toast: it has to be read, and to be reached by keyboard. */
const UNDO_MS = 10_000;

/** A conversation of a room. */
export interface Snoozable {
  roomId: string;
  conversation: Conversation;
}

/** Wakes it; says by itself that it did, or why not. */
export async function wake({ roomId, conversation }: Snoozable): Promise<void> {
  const { id: conversationId, assignedUserId } = conversation;
  if (assignedUserId === null) return;
  try {
    await api.snoozes.end({ params: { roomId, conversationId }, body: { expectedUserId: assignedUserId } });
    toastSuccess('SNOOZE_AWAKE');
  } catch (problem) {
    toastProblem(problem);
  }
}

/** Lays it aside, and offers to wake it again. Throws why it was refused. */
export async function snooze(what: Snoozable, until: Date | null): Promise<void> {
  const { roomId, conversation } = what;
  const { id: conversationId, assignedUserId } = conversation;
  if (assignedUserId === null) return;
  await api.snoozes.set({
    params: { roomId, conversationId },
    body: { expectedUserId: assignedUserId, until: until?.toISOString() ?? null },
  });
  makeOffer({
    says: [
      until === null ? { key: 'SNOOZE_STANDS_OPEN' } : { key: 'SNOOZE_STANDS_UNTIL', params: { time: dayTime(until, Date.now(), text) } },
    ],
    lasts: UNDO_MS,
    undo: () => wake(what),
    lapse: async () => undefined,
  });
}
