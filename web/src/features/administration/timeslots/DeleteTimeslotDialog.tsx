import type { Timeslot } from '@parley/contract';
import { useNavigate } from '@tanstack/react-router';
import { api, orpc, queryClient } from '../../../api/client.ts';
import { useText } from '../../../text.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { timeslotsChanged } from '../queries.ts';
import { useScope } from '../scope.ts';
import { UsedBy, usesIn } from '../UsedBy.tsx';

/** Asks before a timeslot is deleted; while it is used, says where, with links. */
export function DeleteTimeslotDialog({ timeslot, onClose }: { timeslot: Timeslot; onClose: () => void }) {
  const text = useText();
  const scope = useScope();
  const navigate = useNavigate();
  const { accountId, id: timeslotId, name } = timeslot;
  const remove = async () => {
    await api.timeslots.remove({ params: { accountId, timeslotId } });
    toastSuccess('TIMESLOTS_DELETED', { name });
    await navigate({ ...scope.timeslots, replace: true, ignoreBlocker: true });
    queryClient.removeQueries({ queryKey: orpc.timeslots.one.queryKey({ input: { params: { accountId, timeslotId } } }) });
    await timeslotsChanged();
    return true;
  };
  return (
    <ConfirmDialog
      title={text('TIMESLOTS_DELETE_ASK', { name })}
      words={text('TIMESLOTS_DELETE_WORDS')}
      verb={text('TIMESLOTS_DELETE')}
      danger
      about={(refusal) => <UsedBy uses={usesIn(refusal)} />}
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
