import { Select, TextInput } from '@mantine/core';
import { Locale } from '@parley/contract';
import { FormSection } from '../../../forms/FormSection.tsx';
import { Label } from '../../../forms/Label.tsx';
import { TimeZoneField } from '../../../forms/TimeZoneField.tsx';
import type { Form } from '../../../forms/use-form.ts';
import { languageNames } from '../../../frame/LanguageMenu.tsx';
import { signInSettings } from '../../../session/sign-in-settings.ts';
import { useText } from '../../../text.ts';
import { OwnEmailNote } from '../../administration/public.ts';
import styles from '../SuperAdmin.module.css';
import type { SuperUserValues } from './super-user-form.ts';

interface SuperUserSectionsProps {
  form: Form<SuperUserValues>;
  /** The address is what an outside provider says. */
  isElsewhere?: boolean;
  /** One's own is changed in the profile. */
  isOneself?: boolean;
}

/** The fields of a super admin, in the sections of the form. */
export function SuperUserSections({ form, isElsewhere = false, isOneself = false }: SuperUserSectionsProps) {
  const text = useText();
  return (
    <>
      <FormSection title={text('USERS_PERSON')} why={text('SUPER_USERS_PERSON_WHY')}>
        <div className={styles.two}>
          <TextInput label={<Label name={text('USERS_FIRST_NAME')} />} {...form.typed('firstName')} />
          <TextInput label={<Label name={text('USERS_LAST_NAME')} optional />} {...form.typed('lastName')} />
        </div>
      </FormSection>
      <FormSection
        title={text('USERS_SIGN_IN')}
        why={text(signInSettings().keepsPeople ? 'USERS_SIGN_IN_WHY' : 'USERS_SIGN_IN_WHY_ELSEWHERE')}
      >
        <TextInput
          label={<Label name={text('USERS_EMAIL')} />}
          type="email"
          inputMode="email"
          {...form.typed('email')}
          disabled={isElsewhere || isOneself}
        />
        {isElsewhere ? <p className={styles.words}>{text('USERS_ELSEWHERE_EMAIL')}</p> : null}
        {isOneself && !isElsewhere ? <OwnEmailNote className={styles.words} /> : null}
      </FormSection>
      <FormSection title={text('USERS_PLACE')} why={text('USERS_PLACE_WHY')}>
        <Select
          label={<Label name={text('USERS_LANGUAGE')} />}
          data={Locale.options.map((value) => ({ value, label: languageNames[value] }))}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          {...form.chosen('language')}
        />
        <TimeZoneField label={text('USERS_TIME_ZONE')} {...form.chosen('timezone')} />
      </FormSection>
    </>
  );
}
