import type { ToldProvider } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { queryClient } from '../../../api/client.ts';
import { type TextKey, text } from '../../../text.ts';
import { toastError, toastSuccess } from '../../../ui/toast.ts';
import { callsOf, type EndKind, type StoredEnd } from './end-kinds.ts';
import { endsChanged } from './ends-changed.ts';

export const toldNames = {
  REFUSED: 'ENDS_TOLD_REFUSED',
  UNREACHABLE: 'ENDS_TOLD_UNREACHABLE',
  MISCONFIGURED: 'ENDS_TOLD_MISCONFIGURED',
} as const satisfies Record<NonNullable<NonNullable<ToldProvider>['problem']>, TextKey>;

const toldKey = (endId: string) => ['end-told', endId];
export const endKey = (kind: EndKind, accountId: string, endId: string) => [...callsOf[kind].key(), 'one', accountId, endId];

/**
 * Keeps an end as it was stored, and says what its provider said to that; that something is wrong there stays on its page until it is stored
 * once more.
 */
export function keepStored(kind: EndKind, { end, told }: StoredEnd, done: TextKey): void {
  queryClient.setQueryData(endKey(kind, end.accountId, end.id), end);
  queryClient.setQueryData(toldKey(end.id), told?.problem == null ? null : told);
  if (told?.problem != null) toastError(toldNames[told.problem]);
  else {
    toastSuccess(done, { name: end.name });
    if (told !== null) toastSuccess('ENDS_TOLD');
  }
  void endsChanged(kind);
}

/** What is wrong at the provider since the end was stored last, in this window; null for nothing. */
export function useTold(endId: string): string | null {
  const { data } = useQuery<ToldProvider>({
    queryKey: toldKey(endId),
    queryFn: () => null,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: false,
  });
  if (data == null || data.problem === null) return null;
  const answer = data.answer === '' ? '' : ` ${text('ENDS_TOLD_ANSWER', { text: data.answer })}`;
  return `${text(toldNames[data.problem])}${answer}`;
}
