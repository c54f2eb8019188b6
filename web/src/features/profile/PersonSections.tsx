import { Select, TextInput } from '@mantine/core';
import { Locale } from '@parley/contract';
import { serverNow } from '../../api/server-clock.ts';
import { useFormat } from '../../format.ts';
import { FormSection } from '../../forms/FormSection.tsx';
import { Label } from '../../forms/Label.tsx';
import { TimeZoneField } from '../../forms/TimeZoneField.tsx';
import type { Form } from '../../forms/use-form.ts';
import { languageNames } from '../../frame/LanguageMenu.tsx';
import { useCan, useCurrentUser } from '../../session/current-user.ts';
import { useText } from '../../text.ts';
import styles from './Profile.module.css';
import type { PersonFields } from './person-form.ts';
import { PictureField } from './picture/PictureField.tsx';

/** Picture, name and job title; language and time zone. */
export function PersonSections({ form }: { form: Form<PersonFields> }) {
  const text = useText();
  const format = useFormat();
  const user = useCurrentUser();
  const hasColleagues = useCan(['colleagues', 'read']);
  const { firstName, lastName, timezone } = form.values;
  const zone = timezone === '' ? user.timezone : timezone;
  return (
    <>
      <FormSection title={text('PROFILE_PERSON')} why={text(hasColleagues ? 'PROFILE_PERSON_WORDS' : 'PROFILE_PERSON_WORDS_SUPER_ADMIN')}>
        {hasColleagues ? <PictureField name={`${firstName} ${lastName}`.trim()} /> : null}
        <div className={styles.pair}>
          <TextInput label={<Label name={text('PROFILE_FIRST_NAME')} />} autoComplete="given-name" {...form.typed('firstName')} />
          <TextInput label={<Label name={text('PROFILE_LAST_NAME')} optional />} autoComplete="family-name" {...form.typed('lastName')} />
        </div>
        {hasColleagues ? (
          <TextInput
            label={<Label name={text('PROFILE_JOB_TITLE')} optional />}
            autoComplete="organization-title"
            {...form.typed('jobTitle')}
          />
        ) : null}
        <dl className={styles.fact}>
          <dt>{text('PROFILE_EMAIL')}</dt>
          <dd>{user.email}</dd>
        </dl>
      </FormSection>
      <FormSection title={text('PROFILE_PLACE')} why={text('PROFILE_PLACE_WORDS')}>
        <Select
          label={text('PROFILE_LANGUAGE')}
          data={Locale.options.map((value) => ({ value, label: languageNames[value] }))}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          {...form.chosen('locale')}
        />
        <TimeZoneField
          label={text('PROFILE_TIME_ZONE')}
          description={text('PROFILE_TIME_ZONE_NOW', { time: format.timeIn(zone, serverNow()) })}
          {...form.chosen('timezone')}
        />
      </FormSection>
    </>
  );
}
