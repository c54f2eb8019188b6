import { type Conversation, RESOLVED_AT_ONCE } from '@parley/contract';
import { ApiProblem } from '../../../api/api-problem.ts';
import { api } from '../../../api/client.ts';
import { report as tellFault } from '../../../report.ts';
import { text } from '../../../text.ts';
import { toastSuccess } from '../../../ui/toast.ts';
import { sendFrame } from '../actions.ts';
import type { Communications } from '../context.ts';
import { meantChannels } from '../room/meant-channels.ts';
import { waitingIn } from '../scheduled/waiting-in.ts';
import { useBeingResolved } from './being-resolved.ts';
import { type Left, linesOf } from './left.ts';
import { during, makeOffer, type Offer, report, type Sentence, sayMore } from './offer.ts';

/** A conversation of a selected row, as it stood. */
export interface InRoom {
  /** By which it is selected. */
  row: string;
  roomId: string;
  /** Of the room. */
  name: string;
  conversation: Conversation;
  /** The room's highest public number. */
  publicNo: number;
}

/** As long as a progress modal shows (communications, section 9). */
const THINK_AGAIN_MS = 6000;

function mark(rooms: readonly InRoom[], is: boolean): void {
  const ids = new Set(useBeingResolved.getState());
  for (const { conversation } of rooms) is ? ids.add(conversation.id) : ids.delete(conversation.id);
  useBeingResolved.setState(ids, true);
}

interface ResolveLater {
  rooms: readonly InRoom[];
  /** What is offered to be undone. */
  says: Offer['says'];
  onUndo: () => void;
  /** Does it, and answers which it could not do. */
  resolve: (rooms: readonly InRoom[], isClosing: boolean) => Promise<readonly LeftRoom[]>;
  /** Says what was done and what was not. */
  onDone: (done: number, left: readonly LeftRoom[]) => void;
  /** While it is being done. */
  works: Sentence;
}
type LeftRoom = Left & { row: string };

/** What is asked for: refused when somebody else holds it by then, or the customer has written since. */
const asSeen = ({ roomId, conversation: { id, assignedUserId }, publicNo }: InRoom) => ({
  roomId,
  conversationId: id,
  expectedUserId: assignedUserId,
  expectedPublicNo: publicNo,
});

/**
 * Resolves conversations after a while in which it can be undone: for customers and figures a resolved one is final. It is done at once when the page
 * is left or something else is done with rooms; when the tab dies before, they stay open. So does one to which its customer has written since, or
 * which somebody else holds by then.
 */
function later({ rooms, says, onUndo, resolve, onDone, works }: ResolveLater): void {
  async function now(isClosing: boolean): Promise<void> {
    try {
      const left = await resolve(rooms, isClosing);
      onDone(rooms.length - left.length, left);
    } finally {
      mark(rooms, false);
    }
  }
  const offer: Offer = {
    says,
    lasts: THINK_AGAIN_MS,
    undo: async () => {
      mark(rooms, false);
      onUndo();
    },
    lapse: (isClosing) => during(works, now(isClosing)),
  };
  makeOffer(offer);
  waitingIn(
    rooms.map(({ conversation }) => conversation.id),
    'RESOLVE',
  ).then(
    (more) => sayMore(offer, more),
    // It is done or undone without.
    tellFault,
  );
  // What was offered before may have been about the same, and has ended.
  mark(rooms, true);
}

/**
 * Resolves conversations of selected rooms.
 *
 * @param leftOut how many of the selected rows have none of them
 * @param onSelect selects rows: all of them when it was undone, afterwards those that could not be resolved
 */
export function resolveLater(rooms: readonly InRoom[], leftOut: number, onSelect: (rows: readonly string[]) => void): void {
  const count = rooms.length;
  later({
    rooms,
    says: [
      { key: 'BULK_WILL_RESOLVE', params: { count } },
      ...(leftOut === 0 ? [] : [{ key: 'BULK_LEFT_OUT', params: { count: leftOut } } as const]),
    ],
    onUndo: () => {
      onSelect(rooms.map(({ row }) => row));
      toastSuccess('BULK_RESOLVE_UNDONE');
    },
    works: { key: 'BULK_RESOLVING', params: { count } },
    resolve: resolveByCall,
    onDone: (done, left) => {
      if (done > 0) toastSuccess('BULK_RESOLVED', { count: done });
      if (left.length === 0) return;
      onSelect(left.map(({ row }) => row));
      report({ title: { key: 'BULK_NOT_RESOLVED', params: { count: left.length } }, lines: linesOf(left) });
    },
  });
}

/** Resolves them by the call that outlives the page, and answers which it did not. */
async function resolveByCall(rooms: readonly InRoom[]): Promise<readonly LeftRoom[]> {
  // All requests at once: a page that is closed gives no time to wait for one before the next.
  const requests = Array.from({ length: Math.ceil(rooms.length / RESOLVED_AT_ONCE) }, (_, i) =>
    refusedOf(rooms.slice(i * RESOLVED_AT_ONCE, (i + 1) * RESOLVED_AT_ONCE)),
  );
  return (await Promise.all(requests)).flat();
}

/**
 * Resolves the conversation of the open room.
 *
 * @param holder the colleague who holds it, null where it is one's own
 */
export function resolveOneLater(
  { line, store }: Pick<Communications, 'line' | 'store'>,
  given: Omit<InRoom, 'row'>,
  holder: string | null,
): void {
  const { roomId, name, conversation } = given;
  const one = { ...given, row: roomId };
  // Pressed twice before this came.
  if (useBeingResolved.getState().has(conversation.id)) return;
  const room = store.getState().state.rooms.get(roomId)?.room;
  const channel = room === undefined ? null : meantChannels(room, conversation, text);
  const byFrame = async (): Promise<readonly LeftRoom[]> => {
    try {
      await sendFrame(line, { type: 'Resolve', payload: asSeen(one) });
      return [];
    } catch (problem) {
      return [{ row: one.row, name, problem }];
    }
  };
  later({
    rooms: [one],
    says: [
      channel === null
        ? { key: 'COMMUNICATIONS_WILL_RESOLVE', params: { name } }
        : { key: 'COMMUNICATIONS_WILL_RESOLVE_OVER', params: { name, channel } },
      ...(holder === null ? [] : [{ key: 'COMMUNICATIONS_RESOLVE_OTHERS_WORDS', params: { name: holder } } as const]),
    ],
    onUndo: () => {
      if (channel === null) toastSuccess('COMMUNICATIONS_RESOLVE_UNDONE');
      else toastSuccess('COMMUNICATIONS_RESOLVE_UNDONE_OVER', { channel });
    },
    works: { key: 'BULK_RESOLVING', params: { count: 1 } },
    // A frame of a page that is being closed may never go.
    resolve: (rooms, isClosing) => (isClosing ? resolveByCall(rooms) : byFrame()),
    onDone: (_done, left) => {
      if (left.length > 0) {
        const title = { key: 'COMMUNICATIONS_NOT_RESOLVED_OVER', params: { channel: channel ?? '' } } as const;
        report({ title: channel === null ? { key: 'COMMUNICATIONS_NOT_RESOLVED' } : title, lines: linesOf(left) });
      } else if (channel === null) toastSuccess('COMMUNICATIONS_RESOLVED_TOAST');
      else toastSuccess('COMMUNICATIONS_RESOLVED_OVER', { channel });
    },
  });
}

/** Resolves these, and tells which it did not. */
async function refusedOf(rooms: readonly InRoom[]): Promise<readonly LeftRoom[]> {
  const conversations = rooms.map(asSeen);
  try {
    const { refused } = await api.rooms.resolve({ body: { conversations } }, { context: { keepalive: true } });
    const problems = new Map(refused.map(({ conversationId, problem }) => [conversationId, new ApiProblem(200, problem, null)]));
    return rooms.flatMap(({ row, name, conversation }) => {
      const problem = problems.get(conversation.id);
      return problem === undefined ? [] : [{ row, name, problem }];
    });
  } catch (problem) {
    return rooms.map(({ row, name }) => ({ row, name, problem }));
  }
}
