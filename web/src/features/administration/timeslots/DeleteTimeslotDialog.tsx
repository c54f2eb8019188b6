import type { Timeslot } from '@parley/contract';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, orpc, queryClient } from '../../../api/client.ts';
import { useText } from '../../../text.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { timeslotsChanged } from '../queries.ts';
import { useScope } from '../scope.ts';
import { UsedBy, usesIn } from '../UsedBy.tsx';

/** Asks before a timeslot is deleted; while it is used, says where instead, with links. */
export function DeleteTimeslotDialog({ timeslot, onClose }: { timeslot: Timeslot; onClose: () => void }) {
  const text = useText();
  const scope = useScope();
  const navigate = useNavigate();
  const { accountId, id: timeslotId, name } = timeslot;
  const [uses, setUses] = useState(timeslot.usedBy);
  const remove = async () => {
    try {
      await api.timeslots.remove({ params: { accountId, timeslotId } });
    } catch (refusal) {
      const found = usesIn(refusal);
      if (found.length === 0) throw refusal;
      // Somebody has begun to use it meanwhile.
      setUses(found);
      return false;
    }
    toastSuccess('TIMESLOTS_DELETED', { name });
    await navigate({ ...scope.timeslots, replace: true, ignoreBlocker: true });
    queryClient.removeQueries({ queryKey: orpc.timeslots.one.queryKey({ input: { params: { accountId, timeslotId } } }) });
    await timeslotsChanged();
    return true;
  };
  const obstacle = (
    <>
      <p role="alert">{text('TIMESLOT_IN_USE')}</p>
      <UsedBy uses={uses} />
    </>
  );
  return (
    <ConfirmDialog
      title={text('TIMESLOTS_DELETE_ASK', { name })}
      words={text('TIMESLOTS_DELETE_WORDS')}
      verb={text('TIMESLOTS_DELETE')}
      danger
      {...(uses.length === 0 ? {} : { obstacle })}
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
