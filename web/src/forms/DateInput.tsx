import { Popover, TextInput, type TextInputProps } from '@mantine/core';
import { type ComponentType, type KeyboardEvent, useEffect, useState } from 'react';
import { serverNow } from '../api/server-clock.ts';
import { dayKey } from '../format.ts';
import { quietly } from '../replaced.ts';
import { useText } from '../text.ts';
import { Icon } from '../ui/Icon.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { toastError } from '../ui/toast.ts';
import type { Calendar } from './Calendar.tsx';
import styles from './DateInput.module.css';
import { FaultWords } from './FaultWords.tsx';
import { dayOf, finishedDayOf, isDay, writtenDay } from './typed-date.ts';

const calendar = async () => (await import('./Calendar.tsx')).Calendar;

interface DateInputProps extends Pick<TextInputProps, 'label' | 'className' | 'error'> {
  /** A day as 2026-11-03, empty, or what was typed and is none. */
  value: string;
  onChange: (value: string) => void;
  min?: string;
  max?: string;
  'data-autofocus'?: boolean;
}

/**
 * A date, written as the language of the product writes it, whatever the browser's own language is. It is typed, with the day first, or
 * chosen in a calendar; 3.11 is understood, and written out when the field is left. What is no date stays as it was typed, and is said to be none.
 */
export function DateInput({ value, onChange, min, max, error, className, ...input }: DateInputProps) {
  const text = useText();
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [Days, setDays] = useState<ComponentType<Parameters<typeof Calendar>[0]> | null>(null);
  useEffect(() => void quietly(calendar), []);
  const today = dayKey(serverNow());
  const isWrong = typed === null && value !== '' && !isDay(value);
  const finish = () => {
    if (typed === null) return;
    const day = finishedDayOf(typed, today);
    if (day !== null) onChange(day);
    setTyped(null);
  };
  const open = async () => {
    try {
      const part = await calendar();
      setDays(() => part);
      setOpen(true);
    } catch {
      toastError('FRAME_UNREACHABLE');
    }
  };
  const close = () => setOpen(false);
  const choose = (day: string) => {
    setTyped(null);
    onChange(day);
    close();
  };
  return (
    <Popover
      opened={isOpen && Days !== null}
      onChange={setOpen}
      position="bottom-end"
      trapFocus
      returnFocus
      withRoles={false}
      withinPortal={false}
      floatingStrategy="fixed"
      // On a phone there may be room for it neither below nor above: rather over the field than out of sight.
      middlewares={{ flip: true, shift: { crossAxis: true, padding: 8 } }}
    >
      <Popover.Target>
        <div className={className}>
          <TextInput
            {...input}
            classNames={{ input: styles.input ?? '' }}
            autoComplete="off"
            maxLength={20}
            placeholder={text('FORM_DATE_PLACEHOLDER')}
            value={typed ?? writtenDay(value)}
            error={error ?? (isWrong ? <FaultWords words={text('FORM_DATE_INVALID', { date: writtenDay(today) })} /> : null)}
            onChange={({ currentTarget }) => {
              setTyped(currentTarget.value);
              onChange(dayOf(currentTarget.value) ?? currentTarget.value.trim());
            }}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onBlur={finish}
            onKeyDown={(event: KeyboardEvent) => {
              if (event.key === 'Enter') finish();
            }}
            rightSection={
              <IconButton
                className={styles.open ?? ''}
                aria-label={text('FORM_CALENDAR')}
                title={text('FORM_CALENDAR')}
                aria-haspopup="dialog"
                aria-expanded={isOpen}
                onClick={() => (isOpen ? close() : void open())}
              >
                <Icon name="calendar" />
              </IconButton>
            }
          />
        </div>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={text('FORM_CALENDAR')} className={styles.calendar ?? ''}>
        {Days === null ? null : <Days value={isDay(value) ? value : null} onChange={choose} min={min} max={max} />}
      </Popover.Dropdown>
    </Popover>
  );
}
