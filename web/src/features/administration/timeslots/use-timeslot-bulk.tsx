import type { Timeslot } from '@parley/contract';
import { api, orpc, queryClient } from '../../../api/client.ts';
import { useText } from '../../../text.ts';
import type { BulkAction } from '../../../ui/list/bulk.ts';
import { timeslotsChanged } from '../queries.ts';
import { UsedBy, usesIn } from '../UsedBy.tsx';

/** What can be done about several timeslots at once; one that is used stays. */
export function useTimeslotBulk(): BulkAction<Timeslot>[] {
  const text = useText();
  return [
    {
      id: 'delete',
      name: text('TIMESLOTS_DELETE'),
      icon: 'trash',
      danger: true,
      whyNot: () => null,
      ask: (count) => text('TIMESLOTS_BULK_DELETE_ASK', { count }),
      words: (count) => text('TIMESLOTS_BULK_DELETE_WORDS', { count }),
      run: async ({ accountId, id: timeslotId }) => {
        await api.timeslots.remove({ params: { accountId, timeslotId } });
        queryClient.removeQueries({ queryKey: orpc.timeslots.one.queryKey({ input: { params: { accountId, timeslotId } } }) });
        return null;
      },
      about: (problem) => <UsedBy uses={usesIn(problem)} />,
      after: timeslotsChanged,
    },
  ];
}
