import { Switch } from '@mantine/core';
import type { WallSpan } from '@parley/contract';
import { FaultWords } from '../../../forms/FaultWords.tsx';
import { useText } from '../../../text.ts';
import { Times } from './SpansField.tsx';
import { spansFault } from './span-faults.ts';
import styles from './Timeslots.module.css';

const usualBreak: WallSpan = { from: '12:30', to: '13:30' };

/** The break of each day of the week, or none. */
export function LunchField({ lunch, onChange }: { lunch: WallSpan | null; onChange: (lunch: WallSpan | null) => void }) {
  const text = useText();
  const fault = lunch === null ? null : spansFault([lunch]);
  const day = text('TIMESLOTS_LUNCH_SPAN');
  return (
    <div className={styles.lunch}>
      <Switch
        label={text('TIMESLOTS_LUNCH')}
        description={text('TIMESLOTS_LUNCH_WORDS')}
        checked={lunch !== null}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? usualBreak : null)}
      />
      {lunch === null ? null : (
        <Times
          name="lunch"
          fromLabel={`${day}, ${text('TIMESLOTS_FROM')}`}
          toLabel={`${day}, ${text('TIMESLOTS_TO')}`}
          span={lunch}
          isAtFault={fault !== null}
          onChange={onChange}
        />
      )}
      {fault === null ? null : (
        <span className={styles.fault} role="status">
          <FaultWords words={text(fault.key)} />
        </span>
      )}
    </div>
  );
}
