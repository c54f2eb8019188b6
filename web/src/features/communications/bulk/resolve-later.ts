import { type Conversation, RESOLVED_AT_ONCE } from '@parley/contract';
import { ApiProblem } from '../../../api/api-problem.ts';
import { api } from '../../../api/client.ts';
import { toastSuccess } from '../../../ui/toast.ts';
import { type Left, linesOf } from './left.ts';
import { during, makeOffer, report } from './offer.ts';

/** A conversation of a selected room, as it stood. */
export interface InRoom {
  roomId: string;
  /** Of the room. */
  name: string;
  conversation: Conversation;
  /** The room's highest public number. */
  publicNo: number;
}

/** As long as a progress modal shows (communications, section 9). */
const THINK_AGAIN_MS = 6000;

/**
 * Resolves conversations after a while in which it can be undone: for customers and figures a resolved one is final. It is done at once when the page
 * is left or something else is done with several rooms; when the tab dies before, they stay open. So does one to which its customer has
 * written since, or which somebody else holds by then.
 *
 * @param leftOut how many of the selected rooms have none of them
 * @param onSelect selects rooms: all of them when it was undone, afterwards those that could not be resolved
 */
export function resolveLater(rooms: readonly InRoom[], leftOut: number, onSelect: (roomIds: readonly string[]) => void): void {
  const count = rooms.length;
  makeOffer({
    says: [
      { key: 'BULK_WILL_RESOLVE', params: { count } },
      ...(leftOut === 0 ? [] : [{ key: 'BULK_LEFT_OUT', params: { count: leftOut } } as const]),
    ],
    lasts: THINK_AGAIN_MS,
    undo: async () => {
      onSelect(rooms.map(({ roomId }) => roomId));
      toastSuccess('BULK_RESOLVE_UNDONE');
    },
    lapse: () => during({ key: 'BULK_RESOLVING', params: { count } }, resolveNow(rooms, onSelect)),
  });
}

async function resolveNow(rooms: readonly InRoom[], onSelect: (roomIds: readonly string[]) => void): Promise<void> {
  // All requests at once: a page that is closed gives no time to wait for one before the next.
  const requests = Array.from({ length: Math.ceil(rooms.length / RESOLVED_AT_ONCE) }, (_, i) =>
    refusedOf(rooms.slice(i * RESOLVED_AT_ONCE, (i + 1) * RESOLVED_AT_ONCE)),
  );
  const left = (await Promise.all(requests)).flat();
  const done = rooms.length - left.length;
  if (done > 0) toastSuccess('BULK_RESOLVED', { count: done });
  if (left.length === 0) return;
  onSelect(left.map(({ roomId }) => roomId));
  report({ title: { key: 'BULK_NOT_RESOLVED', params: { count: left.length } }, lines: linesOf(left) });
}

/** Resolves these, and tells which it did not. */
async function refusedOf(rooms: readonly InRoom[]): Promise<ReadonlyArray<Left & { roomId: string }>> {
  const conversations = rooms.map(({ roomId, conversation: { id, assignedUserId }, publicNo }) => ({
    roomId,
    conversationId: id,
    expectedUserId: assignedUserId,
    expectedPublicNo: publicNo,
  }));
  try {
    const { refused } = await api.rooms.resolve({ body: { conversations } }, { context: { keepalive: true } });
    const problems = new Map(refused.map(({ conversationId, problem }) => [conversationId, new ApiProblem(200, problem, null)]));
    return rooms.flatMap(({ roomId, name, conversation }) => {
      const problem = problems.get(conversation.id);
      return problem === undefined ? [] : [{ roomId, name, problem }];
    });
  } catch (problem) {
    return rooms.map(({ roomId, name }) => ({ roomId, name, problem }));
  }
}
