import { ActionIcon, Button } from '@mantine/core';
import { runsPastMidnight, SPANS_OF_DAY_LIMIT, type WallSpan } from '@parley/contract';
import { useRef } from 'react';
import { FaultWords } from '../../../forms/FaultWords.tsx';
import { TimeInput } from '../../../forms/TimeInput.tsx';
import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { nextSpan, spansFault } from './span-faults.ts';
import styles from './Timeslots.module.css';

interface TimesProps {
  /** Their names begin with it. */
  name: string;
  fromLabel: string;
  toLabel: string;
  span: WallSpan;
  isAtFault: boolean;
  onChange: (span: WallSpan) => void;
}

/** From a time to another. */
export function Times({ name, fromLabel, toLabel, span, isAtFault, onChange }: TimesProps) {
  const text = useText();
  const isWhole = spansFault([span]) === null;
  return (
    <span className={styles.times}>
      <TimeInput
        className={styles.time ?? ''}
        name={`${name}.from`}
        aria-label={fromLabel}
        value={span.from}
        error={isAtFault}
        onChange={(from) => onChange({ ...span, from })}
      />
      <span aria-hidden="true">–</span>
      <TimeInput
        className={styles.time ?? ''}
        name={`${name}.to`}
        aria-label={toLabel}
        value={span.to}
        error={isAtFault}
        onChange={(to) => onChange({ ...span, to })}
      />
      {isWhole && runsPastMidnight(span) && span.to !== '00:00' ? <span className={styles.quiet}>{text('TIMESLOTS_NEXT_DAY')}</span> : null}
    </span>
  );
}

interface SpansFieldProps {
  name: string;
  /** Whose hours they are, for who does not see it. */
  day: string;
  spans: readonly WallSpan[];
  onChange: (spans: WallSpan[]) => void;
}

/** The hours of a day: none, one or more spans; each is typed, added and removed by keyboard. */
export function SpansField({ name, day, spans, onChange }: SpansFieldProps) {
  const text = useText();
  const place = useRef<HTMLDivElement>(null);
  const fault = spansFault(spans);
  // What was there is gone with its button: the hand goes on at the one that adds.
  const focusAdding = () => requestAnimationFrame(() => place.current?.querySelector<HTMLElement>('[data-adds]')?.focus());
  const focusLast = () =>
    requestAnimationFrame(() => [...(place.current?.querySelectorAll<HTMLElement>('input[name$=".from"]') ?? [])].at(-1)?.focus());
  const add = () => {
    onChange([...spans, nextSpan(spans)]);
    focusLast();
  };
  return (
    <div className={styles.spans} ref={place}>
      {spans.length === 0 ? (
        <span className={styles.span}>
          <span className={styles.closed}>{text('TIMESLOTS_CLOSED')}</span>
          <Button
            variant="subtle"
            data-adds=""
            leftSection={<Icon name="plus" />}
            aria-label={text('TIMESLOTS_ADD_SPAN_OF', { day })}
            onClick={add}
          >
            {text('TIMESLOTS_ADD_SPAN')}
          </Button>
        </span>
      ) : null}
      {spans.map((span, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a span is nothing but its place among the others.
        <span key={at} className={styles.span}>
          <Times
            name={`${name}.${at}`}
            fromLabel={text('TIMESLOTS_SPAN_FROM', { day, number: at + 1 })}
            toLabel={text('TIMESLOTS_SPAN_TO', { day, number: at + 1 })}
            span={span}
            isAtFault={fault !== null && (fault.at === null || fault.at === at)}
            onChange={(next) => onChange(spans.with(at, next))}
          />
          <ActionIcon
            aria-label={text('TIMESLOTS_REMOVE_SPAN', { day, number: at + 1 })}
            title={text('TIMESLOTS_REMOVE_SPAN', { day, number: at + 1 })}
            onClick={() => {
              onChange(spans.toSpliced(at, 1));
              focusAdding();
            }}
          >
            <Icon name="x" />
          </ActionIcon>
          {at === spans.length - 1 && spans.length < SPANS_OF_DAY_LIMIT ? (
            <ActionIcon
              data-adds=""
              aria-label={text('TIMESLOTS_ADD_SPAN_OF', { day })}
              title={text('TIMESLOTS_ADD_SPAN_OF', { day })}
              onClick={add}
            >
              <Icon name="plus" />
            </ActionIcon>
          ) : null}
        </span>
      ))}
      {fault === null ? null : (
        <span className={styles.fault} role="status">
          <FaultWords words={text(fault.key)} />
        </span>
      )}
    </div>
  );
}
