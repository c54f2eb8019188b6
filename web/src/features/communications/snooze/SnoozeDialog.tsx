import { Button } from '@mantine/core';
import { MOST_SNOOZE_DAYS } from '@parley/contract';
import { type FormEvent, type ReactNode, useState } from 'react';
import { problemText } from '../../../api/api-problem.ts';
import { serverNow } from '../../../api/server-clock.ts';
import { dayAfter, dayKey, momentOf } from '../../../format.ts';
import { DateInput } from '../../../forms/DateInput.tsx';
import { FaultWords } from '../../../forms/FaultWords.tsx';
import { TimeInput } from '../../../forms/TimeInput.tsx';
import { isDay } from '../../../forms/typed-date.ts';
import { timeOf } from '../../../forms/typed-time.ts';
import { useText } from '../../../text.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import styles from './Snooze.module.css';

const DAY = 86_400_000;

interface SnoozeDialogProps {
  onSnooze: (until: Date) => Promise<void>;
  onClose: () => void;
  /** Where a moment is chosen for something else. */
  says?: Record<'title' | 'date' | 'time' | 'withoutDate' | 'withoutTime' | 'words' | 'submit', string>;
  mostDays?: number;
  children?: ReactNode;
}

/** Asks for the day and the time, by the clocks of the person, and says there why they were refused. */
export function SnoozeDialog({ onSnooze, onClose, says, mostDays = MOST_SNOOZE_DAYS, children }: SnoozeDialogProps) {
  const text = useText();
  const words = says ?? {
    title: text('SNOOZE_TITLE'),
    date: text('SNOOZE_DATE'),
    time: text('SNOOZE_TIME'),
    withoutDate: text('SNOOZE_WITHOUT_DATE'),
    withoutTime: text('SNOOZE_WITHOUT_TIME'),
    words: text('SNOOZE_WORDS'),
    submit: text('COMMUNICATIONS_SNOOZE'),
  };
  const [today] = useState(() => dayKey(serverNow()));
  const [day, setDay] = useState(() => dayAfter(today));
  const [time, setTime] = useState('09:00');
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const hasTime = timeOf(time) !== null;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    setRefusal(null);
    if (!isDay(day) || !hasTime) return;
    setBusy(true);
    try {
      await onSnooze(momentOf(day, timeOf(time) ?? undefined));
      onClose();
    } catch (problem) {
      setRefusal(problem);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog title={words.title} onClose={onClose} width={380}>
      <form onSubmit={submit} className={styles.form} noValidate>
        <div className={styles.fields}>
          <DateInput
            className={styles.date ?? ''}
            label={words.date}
            min={today}
            max={dayKey(serverNow() + mostDays * DAY)}
            value={day}
            error={isAsked && day === '' ? <FaultWords words={words.withoutDate} /> : null}
            onChange={setDay}
            data-autofocus
          />
          <TimeInput
            className={styles.time ?? ''}
            label={words.time}
            value={time}
            error={isAsked && !hasTime ? <FaultWords words={words.withoutTime} /> : null}
            onChange={setTime}
          />
        </div>
        {children}
        <p className={styles.words}>{words.words}</p>
        {refusal === null ? null : (
          <p className={styles.refusal} role="alert">
            <Icon name="alert" /> {problemText(refusal)}
          </p>
        )}
        <div className={styles.answers}>
          <Button variant="default" onClick={onClose}>
            {text('FRAME_CANCEL')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {words.submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
