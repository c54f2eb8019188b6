import type { ScheduledMessage } from '@parley/contract';
import { useStorePart } from '../context.ts';
import { useScheduled } from './scheduled-messages.ts';
import { useUndoable } from './undoable.ts';

/** Messages that were taken back into a draft which is not saved yet: they stand there. */
const useReturned = (roomId: string): readonly string[] =>
  useStorePart(({ drafts }) =>
    [...drafts.values()].flatMap((one) => (one.roomId === roomId ? (one.unsaved?.settled ?? []) : [])).join(),
  ).split(',');

/** What is told of a room's messages for later. */
export interface Told {
  all: readonly ScheduledMessage[];
  isRead: boolean;
  /** Why nothing of it could be read; null otherwise. */
  failed: unknown;
  refetch: () => Promise<unknown>;
}

/** What is told of a room's messages for later, without those that stand in the field already, or are on their way there. */
export function useTold(roomId: string): Told {
  const { data, isError, error, refetch } = useScheduled(roomId);
  const returning = useUndoable((all) => all.returning);
  const returned = useReturned(roomId);
  const all = data?.content.filter(({ id }) => !returning.has(id) && !returned.includes(id)) ?? [];
  return { all, isRead: data !== undefined, failed: data === undefined && isError ? error : null, refetch };
}
