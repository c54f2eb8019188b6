import { Button, Radio, Switch, TextInput } from '@mantine/core';
import { TimeslotException, type WallSpan } from '@parley/contract';
import { useState } from 'react';
import { DateInput } from '../../../forms/DateInput.tsx';
import { FaultWords } from '../../../forms/FaultWords.tsx';
import { faultWords } from '../../../forms/field-fault.ts';
import { isDay } from '../../../forms/typed-date.ts';
import { useFaultFocus } from '../../../forms/use-fault-focus.ts';
import { type TextKey, useText } from '../../../text.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import userStyles from '../users/Users.module.css';
import { SpansField } from './SpansField.tsx';
import { nextSpan } from './span-faults.ts';
import styles from './Timeslots.module.css';

const byMessage: Readonly<Record<string, TextKey>> = {
  DATES_REVERSED: 'FORM_DATES_REVERSED',
  LONGER_THAN_A_YEAR: 'TIMESLOTS_LONGER_THAN_A_YEAR',
};
const byField: Readonly<Record<string, TextKey>> = {
  name: 'FORM_REQUIRED',
  from: 'FORM_DATE_REQUIRED',
  to: 'FORM_DATE_REQUIRED',
};

/** What is wrong, by field. */
function faultsOf(exception: TimeslotException): Partial<Record<string, TextKey>> {
  const issues = TimeslotException.safeParse(exception).error?.issues ?? [];
  return Object.fromEntries(
    issues.toReversed().map(({ path, message }) => {
      const field = String(path[0] ?? 'to');
      return [field, byMessage[message] ?? byField[field] ?? 'FORM_INVALID'];
    }),
  );
}

interface ExceptionDialogProps {
  /** Null: a new one. */
  exception: TimeslotException | null;
  onApply: (exception: TimeslotException) => void;
  onClose: () => void;
}

const nothing: TimeslotException = { name: '', from: '', to: '', yearly: false, spans: [] };

/** Asks which days an exception is about, and when it is open on them. */
export function ExceptionDialog({ exception, onApply, onClose }: ExceptionDialogProps) {
  const text = useText();
  const [value, setValue] = useState(exception ?? nothing);
  const [isClosed, setClosed] = useState(value.spans.length === 0);
  const [isTried, setTried] = useState(false);
  const { form, focusFault } = useFaultFocus(null);
  // One day is what most are: the last one follows the first until somebody says otherwise.
  const filled = { ...value, to: value.to === '' && isDay(value.from) ? value.from : value.to, spans: isClosed ? [] : value.spans };
  const faults = faultsOf(filled);
  const hasNoHours = !isClosed && value.spans.length === 0;
  const set = (change: Partial<TimeslotException>) => setValue({ ...value, ...change });
  const said = (field: string) => {
    const key = isTried ? faults[field] : undefined;
    return key === undefined ? undefined : <FaultWords words={faultWords(text, { key }, 'TIMESLOTS_EXCEPTION_NAME')} />;
  };
  /** What is written and no date says so itself. */
  const saidOfDate = (field: 'from' | 'to') => (filled[field] === '' || isDay(filled[field]) ? said(field) : undefined);
  const apply = () => {
    setTried(true);
    const whole = TimeslotException.safeParse(filled);
    if (whole.success && !hasNoHours) onApply(whole.data);
    else focusFault();
  };
  const setOpenness = (chosen: string) => {
    setClosed(chosen === 'closed');
    if (chosen === 'open' && value.spans.length === 0) set({ spans: [nextSpan([])] });
  };
  return (
    <Dialog title={text(exception === null ? 'TIMESLOTS_ADD_EXCEPTION' : 'TIMESLOTS_EDIT_EXCEPTION')} width={480} onClose={onClose}>
      <form
        className={styles.dialog}
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // The page's own form stands around this one in React's tree.
          event.stopPropagation();
          apply();
        }}
      >
        <TextInput
          label={text('TIMESLOTS_EXCEPTION_NAME')}
          maxLength={100}
          value={value.name}
          error={said('name')}
          data-autofocus
          onChange={({ currentTarget }) => set({ name: currentTarget.value })}
        />
        <div className={styles.dates}>
          <DateInput label={text('TIMESLOTS_FIRST_DAY')} value={value.from} error={saidOfDate('from')} onChange={(from) => set({ from })} />
          <DateInput label={text('TIMESLOTS_LAST_DAY')} value={filled.to} error={saidOfDate('to')} onChange={(to) => set({ to })} />
        </div>
        <Switch
          label={text('TIMESLOTS_YEARLY')}
          checked={value.yearly}
          onChange={({ currentTarget }) => set({ yearly: currentTarget.checked })}
        />
        <Radio.Group aria-label={text('TIMESLOTS_HOURS')} value={isClosed ? 'closed' : 'open'} onChange={setOpenness}>
          <Radio
            value="closed"
            className={userStyles.radio ?? ''}
            classNames={{ radio: userStyles.mark ?? '' }}
            label={text('TIMESLOTS_ALL_CLOSED')}
          />
          <Radio
            value="open"
            className={userStyles.radio ?? ''}
            classNames={{ radio: userStyles.mark ?? '' }}
            label={text('TIMESLOTS_OWN_HOURS')}
          />
        </Radio.Group>
        {isClosed ? null : (
          <SpansField
            name="exception"
            day={text('TIMESLOTS_THAT_DAY')}
            spans={value.spans}
            onChange={(spans: WallSpan[]) => set({ spans })}
          />
        )}
        <div className={styles.answers}>
          <Button variant="default" onClick={onClose}>
            {text('FRAME_CANCEL')}
          </Button>
          <Button type="submit">{text('TIMESLOTS_APPLY')}</Button>
        </div>
      </form>
    </Dialog>
  );
}
