import { Radio, Textarea, TextInput } from '@mantine/core';
import { FormSection } from '../../../forms/FormSection.tsx';
import { Label } from '../../../forms/Label.tsx';
import { TimeZoneField } from '../../../forms/TimeZoneField.tsx';
import type { Form } from '../../../forms/use-form.ts';
import { useText } from '../../../text.ts';
import userStyles from '../users/Users.module.css';
import { ExceptionsField } from './ExceptionsField.tsx';
import { LunchField } from './LunchField.tsx';
import styles from './Timeslots.module.css';
import type { TimeslotValues } from './timeslot-values.ts';
import { WeekEditor } from './WeekEditor.tsx';

/** The fields of a timeslot, in the sections of the form. */
export function TimeslotSections({ form }: { form: Form<TimeslotValues> }) {
  const text = useText();
  const { values, set } = form;
  return (
    <>
      <FormSection title={text('TIMESLOTS_WHAT')} why={text('TIMESLOTS_WHAT_WHY')}>
        <TextInput label={<Label name={text('TIMESLOTS_NAME')} />} {...form.typed('name')} />
        <Textarea
          label={<Label name={text('TIMESLOTS_DESCRIPTION')} optional />}
          autosize
          minRows={1}
          maxRows={6}
          {...form.typed('description')}
        />
        <TextInput
          label={<Label name={text('TIMESLOTS_PRIORITY')} />}
          description={text('TIMESLOTS_PRIORITY_WORDS')}
          className={styles.short ?? ''}
          inputMode="numeric"
          {...form.typed('priority')}
        />
      </FormSection>
      <FormSection title={text('TIMESLOTS_WORKING_TIME')} why={text('TIMESLOTS_WORKING_TIME_WHY')}>
        <TimeZoneField
          label={<Label name={text('TIMESLOTS_ZONE')} />}
          description={text('TIMESLOTS_ZONE_WORDS')}
          {...form.chosen('timezone')}
        />
        <Radio.Group
          aria-label={text('TIMESLOTS_WORKING_TIME')}
          value={values.always ? 'always' : 'week'}
          onChange={(chosen) => set('always', chosen === 'always')}
        >
          <Radio
            value="always"
            className={userStyles.radio ?? ''}
            classNames={{ radio: userStyles.mark ?? '' }}
            label={text('TIMESLOTS_ALWAYS')}
          />
          <Radio
            value="week"
            className={userStyles.radio ?? ''}
            classNames={{ radio: userStyles.mark ?? '' }}
            label={text('TIMESLOTS_BY_WEEK')}
          />
        </Radio.Group>
        {values.always ? null : (
          <>
            <WeekEditor week={values.week} onChange={(week) => set('week', week)} />
            <LunchField lunch={values.lunch} onChange={(lunch) => set('lunch', lunch)} />
          </>
        )}
      </FormSection>
      <FormSection title={text('TIMESLOTS_EXCEPTIONS')} why={text('TIMESLOTS_EXCEPTIONS_WHY')}>
        <ExceptionsField exceptions={values.exceptions} onChange={(exceptions) => set('exceptions', exceptions)} />
      </FormSection>
    </>
  );
}
