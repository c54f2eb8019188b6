import { anewIdOf, anewOf, type RoomEvent } from '@parley/contract';
import type { Communications } from '../context.ts';
import { draftKey, emptyDraft, isEmpty, NOTE, standsIn } from '../state/drafts.ts';
import type { PendingSend } from '../state/pending.ts';
import { type RoomsStore, setWritesIn } from '../store.ts';
import { heal } from '../sync/heal.ts';
import { loadEnd } from '../sync/history.ts';
import { discard, dispatch } from '../sync/outbox.ts';
import { setDraft } from '../writing.ts';

/** The place of the newest answer of a colleague's of which these were told. */
export const answeredAt = (sends: readonly PendingSend[]): number => Math.max(0, ...sends.map(({ params }) => Number(params.seq)));

/**
 * The answer of which these were told, read where it has not come yet: it was told on another way than what is pushed.
 * Rejects with ApiProblem where it cannot be had.
 *
 * @returns undefined where it is none of the room's newest messages any more
 */
export async function readAnswer(store: RoomsStore, roomId: string, seq: number): Promise<RoomEvent | undefined> {
  const held = () =>
    store
      .getState()
      .state.rooms.get(roomId)
      ?.public.events.find((event) => event.seq === seq);
  if (held() === undefined) await heal(store, roomId);
  if (held() === undefined) await loadEnd(store, roomId, 'public');
  return held();
}

/** Sends them all the same, in their order, unless a colleague answers once more before: then the question takes again all that had not gone. */
export function sendAnyway({ store, line }: Pick<Communications, 'store' | 'line'>, sends: readonly PendingSend[]): void {
  const seenSeq = answeredAt(sends);
  for (const send of sends) void dispatch(store, line, { ...send, seenSeq });
}

/** The id under which it is sent once more: one that takes the place of an undelivered message goes on saying so. */
function anotherTry({ clientMessageId }: PendingSend): string {
  const failedId = anewOf(clientMessageId);
  const id = crypto.randomUUID();
  return failedId === null ? id : `${anewIdOf(failedId)}-${id.slice(0, 8)}`;
}

/** Puts them back into their fields, as one where they were sent as parts; what has been written there since is offered above it. */
export function toFields({ store, line }: Pick<Communications, 'store' | 'line'>, sends: readonly PendingSend[]): void {
  for (const [channelId, parts] of Map.groupBy(sends, (send) => send.channelId ?? NOTE)) {
    const [first] = parts as [PendingSend];
    const key = draftKey(first.roomId, channelId);
    const stood = store.getState().drafts.get(key) ?? emptyDraft(key);
    setDraft(store, key, {
      text: parts.flatMap(({ text }) => text || []).join('\n'),
      files: parts.flatMap(({ file, more = [] }) => (file === null ? more : [file, ...more])),
      fields: {},
      clientMessageId: anotherTry(first),
      aside: isEmpty(stood) ? [] : [standsIn(stood)],
    });
    for (const part of parts) discard(store, line, part);
    setWritesIn(store, first.roomId);
  }
}
