import { api } from '../../../api/client.ts';
import { toastSuccess } from '../../../ui/toast.ts';
import type { Target } from '../transfer/TransferDialog.tsx';
import { type Left, linesOf } from './left.ts';
import { during, makeOffer, report } from './offer.ts';
import type { InRoom as Selected } from './resolve-later.ts';

/** A conversation, and how it was before it was handed on. */
type InRoom = Omit<Selected, 'row' | 'publicNo'>;

/** Longer than a toast: it has to be read, and to be reached by keyboard. */
const UNDO_MS = 10_000;

/**
 * Says to whom conversations went, and offers to give each back to whom it was with, or to its place in the line. What one took for oneself was
 * not handed on, and is handed on from there.
 */
export function offerToTakeBack(rooms: readonly InRoom[], { to, name }: Target, hasNote: boolean, me: string): void {
  const count = rooms.length;
  if (to.type === 'USER' && to.userId === me) {
    toastSuccess('BULK_ASSIGNED', { count, name });
    return;
  }
  makeOffer({
    says: [{ key: to.type === 'USER' ? 'BULK_ASSIGNED' : 'BULK_QUEUED', params: { count, name } }],
    lasts: UNDO_MS,
    undo: () => during({ key: 'BULK_TAKING_BACK', params: { count } }, takeBack(rooms, to, hasNote)),
    lapse: async () => undefined,
  });
}

async function takeBack(rooms: readonly InRoom[], to: Target['to'], hasNote: boolean): Promise<void> {
  const left: Left[] = [];
  for (const { roomId, name, conversation } of rooms) {
    const params = { roomId, conversationId: conversation.id };
    await api.transfers.undo({ params, body: { to } }).catch((problem: unknown) => left.push({ name, problem }));
  }
  const done = rooms.length - left.length;
  if (done > 0) toastSuccess(hasNote ? 'BULK_TAKEN_BACK_WITH_NOTE' : 'BULK_TAKEN_BACK', { count: done });
  if (left.length > 0) report({ title: { key: 'BULK_NOT_TAKEN_BACK', params: { count: left.length } }, lines: linesOf(left) });
}
