import { Radio, Select, TextInput } from '@mantine/core';
import { AccountRole, Locale } from '@parley/contract';
import { FormSection } from '../../../forms/FormSection.tsx';
import { Label } from '../../../forms/Label.tsx';
import { SecretField } from '../../../forms/SecretField.tsx';
import { TimeZoneField } from '../../../forms/TimeZoneField.tsx';
import type { Form } from '../../../forms/use-form.ts';
import { languageNames } from '../../../frame/LanguageMenu.tsx';
import { roleNames } from '../../../frame/role-names.ts';
import { signInSettings } from '../../../session/sign-in-settings.ts';
import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { OwnEmailNote } from './OwnEmailNote.tsx';
import styles from './Users.module.css';
import type { UserValues } from './user-values.ts';

const roleWords = {
  agent: 'USERS_ROLE_AGENT_WORDS',
  supervisor: 'USERS_ROLE_SUPERVISOR_WORDS',
  admin: 'USERS_ROLE_ADMIN_WORDS',
} as const;

interface UserSectionsProps {
  form: Form<UserValues>;
  /** Not there yet: language and time zone may be left to the account. */
  isNew: boolean;
  hasApiKey: boolean;
  /** One's own role is changed by somebody else, one's own address in the profile. */
  isOneself: boolean;
  /** Role and address are what an outside provider says. */
  isElsewhere?: boolean;
}

function RoleField({ form, isNew, isOneself, isElsewhere = false }: Omit<UserSectionsProps, 'hasApiKey'>) {
  const text = useText();
  const { name, error } = form.chosen('role');
  return (
    <>
      <Radio.Group
        name={name}
        error={error}
        aria-label={text('USERS_ROLE')}
        value={form.values.role}
        onChange={(value) => form.set('role', AccountRole.parse(value))}
      >
        {AccountRole.options.map((role) => (
          <Radio
            key={role}
            value={role}
            name={name}
            className={styles.radio ?? ''}
            classNames={{ radio: styles.mark ?? '' }}
            label={text(roleNames[role])}
            description={text(roleWords[role])}
            disabled={isOneself || isElsewhere}
          />
        ))}
      </Radio.Group>
      {isElsewhere ? <p className={styles.words}>{text('USERS_ELSEWHERE')}</p> : null}
      {isOneself && !isElsewhere ? <p className={styles.words}>{text('USER_IS_ONESELF')}</p> : null}
      {!isNew && form.changed().includes('role') ? (
        <p className={styles.note} role="status">
          <Icon name="info" /> {text('USERS_ROLE_CHANGE')}
        </p>
      ) : null}
    </>
  );
}

/** The fields of somebody, in the sections of the form. */
export function UserSections({ form, isNew, hasApiKey, isOneself, isElsewhere = false }: UserSectionsProps) {
  const text = useText();
  const language = form.chosen('language');
  const optional = isNew ? { placeholder: text('USERS_AS_ACCOUNT') } : {};
  return (
    <>
      <FormSection title={text('USERS_PERSON')} why={text('USERS_PERSON_WHY')}>
        <div className={styles.two}>
          <TextInput label={<Label name={text('USERS_FIRST_NAME')} />} {...form.typed('firstName')} />
          <TextInput label={<Label name={text('USERS_LAST_NAME')} optional />} {...form.typed('lastName')} />
        </div>
        <TextInput label={<Label name={text('USERS_JOB_TITLE')} optional />} {...form.typed('jobTitle')} />
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
        {isOneself && !isElsewhere ? <OwnEmailNote className={styles.words} /> : null}
      </FormSection>
      <FormSection title={text('USERS_RIGHTS')} why={text('USERS_RIGHTS_WHY')}>
        <RoleField form={form} isNew={isNew} isOneself={isOneself} isElsewhere={isElsewhere} />
      </FormSection>
      <FormSection title={text('USERS_PLACE')} why={text('USERS_PLACE_WHY')}>
        <Select
          label={<Label name={text('USERS_LANGUAGE')} optional={isNew} />}
          data={Locale.options.map((value) => ({ value, label: languageNames[value] }))}
          comboboxProps={{ withinPortal: false }}
          allowDeselect={isNew}
          {...optional}
          {...language}
        />
        <TimeZoneField label={<Label name={text('USERS_TIME_ZONE')} optional={isNew} />} {...optional} {...form.chosen('timezone')} />
      </FormSection>
      <FormSection title={text('USERS_TELEPHONY')} why={text('USERS_TELEPHONY_WHY')}>
        <TextInput label={<Label name={text('USERS_EXTENSION')} optional />} inputMode="tel" {...form.typed('extension')} />
        <TextInput
          label={<Label name={text('USERS_USERNAME')} optional />}
          description={text('USERS_USERNAME_WORDS')}
          autoComplete="off"
          {...form.typed('username')}
        />
        <SecretField
          label={text('USERS_API_KEY')}
          isSet={hasApiKey}
          {...form.chosen('unifyApiKey')}
          value={form.values.unifyApiKey}
          onChange={(value) => form.set('unifyApiKey', value)}
        />
      </FormSection>
    </>
  );
}
