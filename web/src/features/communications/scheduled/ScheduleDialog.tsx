import { Checkbox } from '@mantine/core';
import { MOST_SCHEDULED_DAYS } from '@parley/contract';
import { useCurrentUser } from '../../../session/current-user.ts';
import { useText } from '../../../text.ts';
import { SnoozeDialog } from '../snooze/SnoozeDialog.tsx';

interface ScheduleDialogProps {
  unless: boolean;
  onUnless: (unless: boolean) => void;
  onSend: (at: Date) => Promise<void>;
  onClose: () => void;
}

/** Asks for the day and the time at which a message is to go, by the clocks of the person. */
export function ScheduleDialog({ unless, onUnless, onSend, onClose }: ScheduleDialogProps) {
  const text = useText();
  const { timezone } = useCurrentUser();
  const says = {
    title: text('SCHEDULE_TITLE'),
    date: text('SCHEDULE_DATE'),
    time: text('SCHEDULE_TIME'),
    withoutDate: text('SCHEDULE_WITHOUT_DATE'),
    withoutTime: text('SCHEDULE_WITHOUT_TIME'),
    words: text('SCHEDULE_ZONE', { zone: timezone }),
    submit: text('SCHEDULE_MENU'),
  };
  return (
    <SnoozeDialog onSnooze={onSend} onClose={onClose} says={says} mostDays={MOST_SCHEDULED_DAYS}>
      <Checkbox
        label={text('SCHEDULE_UNLESS')}
        description={text('SCHEDULE_UNLESS_WORDS')}
        checked={unless}
        onChange={({ currentTarget }) => onUnless(currentTarget.checked)}
      />
    </SnoozeDialog>
  );
}
