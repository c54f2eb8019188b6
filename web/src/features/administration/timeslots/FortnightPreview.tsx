import type { OpeningHours } from '@parley/contract';
import { isOpen, nextClosing, nextOpening } from '@parley/contract/timeslots/calendar';
import { type ComingDay, comingDays } from '@parley/contract/timeslots/coming-days';
import { useId, useMemo } from 'react';
import { timeIn, useFormat } from '../../../format.ts';
import { useNow } from '../../../frame/ticking.ts';
import { type TextKey, type TextParams, useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { dayLine } from './day-words.ts';
import styles from './Timeslots.module.css';

const MINUTE = 60_000;
const FORTNIGHT = 14;

/** The time now at the server, by the minute. */
const useMinute = () => Math.floor(useNow() / MINUTE) * MINUTE;

/** Of an instant: the time alone on the day that it is there now, else with its day. */
function momentWords({ timezone }: OpeningHours, now: number, at: number): string {
  const dayIn = (instant: number) => new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short' }).format(instant);
  const time = timeIn(timezone, at);
  return dayIn(at) === dayIn(now) ? time : `${dayLine(dayIn(at))}, ${time}`;
}

/** Whether it is open at a moment, and until when it is or is not. */
export function stateWords(hours: OpeningHours, now: number): { open: boolean; key: TextKey; params: TextParams } {
  const open = isOpen(hours, now);
  const change = open ? nextClosing(hours, now) : nextOpening(hours, now);
  if (change === null) return { open, key: open ? 'TIMESLOTS_OPEN_ALWAYS' : 'TIMESLOTS_CLOSED_ALWAYS', params: {} };
  return { open, key: open ? 'TIMESLOTS_OPEN_UNTIL' : 'TIMESLOTS_CLOSED_UNTIL', params: { time: momentWords(hours, now, change) } };
}

function Day({ day, zone, isToday }: { day: ComingDay; zone: string; isToday: boolean }) {
  const text = useText();
  const time = (at: number) => (at === day.end ? '24:00' : timeIn(zone, at));
  const { exception, clockChange } = day;
  return (
    <li className={styles.coming} data-today={isToday} {...(isToday ? { 'aria-current': 'date' as const } : {})}>
      <span className={styles.comingDay}>
        {dayLine(day.date)}
        {isToday ? <span className={styles.today}>{text('TIMESLOTS_TODAY')}</span> : null}
      </span>
      <span className={styles.comingHours}>
        {day.spans.length === 0 ? <span className={styles.quiet}>{text('TIMESLOTS_CLOSED')}</span> : null}
        {day.spans.map(({ from, until }) => (
          <span key={from}>
            {time(from)}–{time(until)}
          </span>
        ))}
        {exception === null ? null : (
          <span className={styles.note}>
            <Icon name="star" size={14} /> {exception}
          </span>
        )}
        {clockChange === 0 ? null : (
          <span className={styles.note}>
            <Icon name="clock" size={14} />{' '}
            {text(clockChange > 0 ? 'TIMESLOTS_CLOCKS_FORWARD' : 'TIMESLOTS_CLOCKS_BACK', { minutes: Math.abs(clockChange) })}
          </span>
        )}
      </span>
    </li>
  );
}

/** Whether it is open now, and when it is in the next fortnight, by the hours as they stand in the form; null: they are not complete. */
export function FortnightPreview({ hours }: { hours: OpeningHours | null }) {
  const text = useText();
  const format = useFormat();
  const title = useId();
  const now = useMinute();
  const days = useMemo(() => (hours === null ? [] : comingDays(hours, now, FORTNIGHT)), [hours, now]);
  const state = useMemo(() => (hours === null ? null : stateWords(hours, now)), [hours, now]);
  return (
    <section className={styles.preview} aria-labelledby={title}>
      <h3 className={styles.previewTitle} id={title}>
        {text('TIMESLOTS_PREVIEW')}
      </h3>
      {hours === null || state === null ? (
        <p className={styles.words}>{text('TIMESLOTS_PREVIEW_WAITS')}</p>
      ) : (
        <>
          <p className={styles.state} data-open={state.open}>
            <Icon name={state.open ? 'check' : 'pause'} /> {text(state.key, state.params)}
          </p>
          <p className={styles.quiet}>
            {text('TIMESLOTS_PREVIEW_ZONE', { zone: hours.timezone, time: format.timeIn(hours.timezone, now) })}
          </p>
          <ol className={styles.fortnight}>
            {days.map((day, at) => (
              <Day key={day.date} day={day} zone={hours.timezone} isToday={at === 0} />
            ))}
          </ol>
        </>
      )}
    </section>
  );
}
