import 'dayjs/locale/bg';
import '@mantine/dates/styles.layer.css';
import { type CalendarLevel, DatePicker } from '@mantine/dates';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { serverNow } from '../api/server-clock.ts';
import { dayKey } from '../format.ts';
import { currentLanguage, useText } from '../text.ts';
import { Icon } from '../ui/Icon.tsx';
import styles from './DateInput.module.css';
import { dayByKey, within } from './day-keys.ts';

const formatOf = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(currentLanguage() === 'bg' ? 'bg-BG' : 'en-GB', { ...options, timeZone: 'UTC' });
const begun = (words: string) => words.charAt(0).toLocaleUpperCase() + words.slice(1);

/** November 2026 */
const monthName = (day: string) => begun(formatOf({ month: 'long', year: 'numeric' }).format(Date.parse(`${day}T00:00Z`)));
/** Sunday 29 November 2026 */
const dayName = (day: string) =>
  formatOf({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).format(Date.parse(`${day}T00:00Z`));

interface CalendarProps {
  /** The chosen day, as 2026-11-03; null while there is none. */
  value: string | null;
  onChange: (day: string) => void;
  min?: string | undefined;
  max?: string | undefined;
}

/** A month of days to choose one from, the week beginning on Monday; arrows go from day to day, page keys from month to month. */
export function Calendar({ value, onChange, min, max }: CalendarProps) {
  const text = useText();
  // By the clocks of the person, as everything that is dated.
  const today = dayKey(serverNow());
  const first = value ?? today;
  const box = useRef<HTMLDivElement>(null);
  const [level, setLevel] = useState<CalendarLevel>('month');
  const [shown, setShown] = useState(first);
  // The day to which a key leads that stands in another month: it gets the focus once that month is drawn.
  const [wanted, setWanted] = useState<string | null>(null);
  // What was pressed to get from days to months or years and back is gone with it: the focus stays in the calendar.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another level other controls stand there.
  useEffect(() => {
    if (document.activeElement === document.body) box.current?.querySelector<HTMLElement>('table button[tabindex="0"]')?.focus();
  }, [level]);
  useEffect(() => {
    if (wanted === null) return;
    box.current?.querySelector<HTMLElement>(`[data-day="${wanted}"]:not([data-outside])`)?.focus();
    setWanted(null);
  }, [wanted]);
  // The picker's own keys end at the month's edge.
  const cross = (event: KeyboardEvent<HTMLDivElement>) => {
    const from = (event.target as HTMLElement).dataset.day;
    const to = from === undefined ? null : dayByKey(from, event.key);
    if (to === null || from?.slice(0, 7) === to.slice(0, 7)) return;
    event.preventDefault();
    event.stopPropagation();
    const held = within(to, min, max);
    setShown(held);
    setWanted(held);
  };
  return (
    <DatePicker
      ref={box}
      level={level}
      onLevelChange={setLevel}
      date={shown}
      onDateChange={setShown}
      onKeyDownCapture={cross}
      value={value}
      onChange={(day) => (day === null ? undefined : onChange(day))}
      locale={currentLanguage()}
      monthLabelFormat={monthName}
      getDayAriaLabel={dayName}
      {...(min === undefined ? {} : { minDate: min })}
      {...(max === undefined ? {} : { maxDate: max })}
      size="sm"
      previousIcon={<Icon name="back" />}
      nextIcon={<Icon name="next" />}
      ariaLabels={{
        previousMonth: text('FORM_CALENDAR_MONTH_BEFORE'),
        nextMonth: text('FORM_CALENDAR_MONTH_AFTER'),
        previousYear: text('FORM_CALENDAR_YEAR_BEFORE'),
        nextYear: text('FORM_CALENDAR_YEAR_AFTER'),
        previousDecade: text('FORM_CALENDAR_DECADE_BEFORE'),
        nextDecade: text('FORM_CALENDAR_DECADE_AFTER'),
      }}
      classNames={{
        day: styles.day ?? '',
        weekday: styles.weekday ?? '',
        calendarHeaderLevel: styles.level ?? '',
        calendarHeaderControl: styles.control ?? '',
        monthsListControl: styles.part ?? '',
        yearsListControl: styles.part ?? '',
      }}
      getDayProps={(day) => ({
        'data-day': day,
        ...(day === first ? { 'data-autofocus': true } : {}),
        ...(day === today ? { 'aria-current': 'date' as const } : {}),
        ...(day === value ? { 'aria-pressed': true } : {}),
      })}
      // Escape ends the calendar alone, and not the dialog in which the field may stand.
      __stopPropagation
    />
  );
}
