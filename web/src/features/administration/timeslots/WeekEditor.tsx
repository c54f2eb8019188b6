import { ActionIcon, Menu } from '@mantine/core';
import { type Week, type Weekday, weekdays } from '@parley/contract';
import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { weekdayName } from './day-words.ts';
import { SpansField } from './SpansField.tsx';
import styles from './Timeslots.module.css';

const workdays = weekdays.slice(0, 5);

/** The hours of each day of the week; those of one can be copied to others. */
export function WeekEditor({ week, onChange }: { week: Week; onChange: (week: Week) => void }) {
  const text = useText();
  const copy = (from: Weekday, to: readonly Weekday[]) => onChange({ ...week, ...Object.fromEntries(to.map((day) => [day, week[from]])) });
  return (
    <div className={styles.week}>
      {weekdays.map((day) => {
        const name = weekdayName(day, 'long');
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row of a grid everywhere.
          <div key={day} className={styles.day} role="group" aria-label={name}>
            <span className={styles.dayName}>{name}</span>
            <SpansField name={`week.${day}`} day={name} spans={week[day]} onChange={(spans) => onChange({ ...week, [day]: spans })} />
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon aria-label={text('TIMESLOTS_COPY_OF', { day: name })} title={text('TIMESLOTS_COPY')}>
                  <Icon name="copy" />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => copy(day, workdays)}>{text('TIMESLOTS_COPY_WORKDAYS')}</Menu.Item>
                <Menu.Item onClick={() => copy(day, weekdays)}>{text('TIMESLOTS_COPY_ALL')}</Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </div>
        );
      })}
    </div>
  );
}
