import { Select, TextInput } from '@mantine/core';
import { Locale } from '@parley/contract';
import { useState } from 'react';
import { useFormat } from '../../format.ts';
import { languageNames } from '../../frame/LanguageMenu.tsx';
import { useCan, useCurrentUser } from '../../session/current-user.ts';
import { type TextKey, useText } from '../../text.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { FormSection } from './forms/FormPage.tsx';
import styles from './Profile.module.css';
import { faultOf, type PersonFields } from './person-form.ts';
import { timeZones } from './time-zones.ts';

interface PersonSectionsProps {
  typed: PersonFields;
  /** Once it was tried to save, every field says what is wrong with it. */
  isJudged: boolean;
  onType: (change: Partial<PersonFields>) => void;
}

const combobox = { withinPortal: false, floatingStrategy: 'fixed' } as const;
const titles = { firstName: 'PROFILE_FIRST_NAME', lastName: 'PROFILE_LAST_NAME', jobTitle: 'PROFILE_JOB_TITLE' } as const satisfies Record<
  string,
  TextKey
>;

/** Name and job title; language and time zone. */
export function PersonSections({ typed, isJudged, onType }: PersonSectionsProps) {
  const text = useText();
  const format = useFormat();
  const user = useCurrentUser();
  const hasColleagues = useCan(['colleagues', 'read']);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const field = (name: keyof typeof titles) => {
    const fault = isJudged || left.has(name) ? faultOf(name, typed[name]) : null;
    const label = text(titles[name]);
    return (
      <TextInput
        name={name}
        label={name === 'firstName' ? label : text('PROFILE_OPTIONAL', { label })}
        autoComplete={{ firstName: 'given-name', lastName: 'family-name', jobTitle: 'organization-title' }[name]}
        value={typed[name]}
        error={fault === null ? null : text(fault.key, fault.params)}
        onChange={(event) => onType({ [name]: event.currentTarget.value })}
        onBlur={() => setLeft((before) => new Set([...before, name]))}
      />
    );
  };
  return (
    <>
      <FormSection name={text('PROFILE_PERSON')} words={text(hasColleagues ? 'PROFILE_PERSON_WORDS' : 'PROFILE_PERSON_WORDS_SUPER_ADMIN')}>
        <div className={styles.who}>
          <Avatar name={`${typed.firstName} ${typed.lastName}`.trim()} kind="colleague" size={48} />
          <div>
            <div>{`${typed.firstName} ${typed.lastName}`.trim()}</div>
            <div className={styles.meta}>{user.email}</div>
          </div>
        </div>
        <div className={styles.pair}>
          {field('firstName')}
          {field('lastName')}
        </div>
        {hasColleagues ? field('jobTitle') : null}
      </FormSection>
      <FormSection name={text('PROFILE_PLACE')} words={text('PROFILE_PLACE_WORDS')}>
        <Select
          label={text('PROFILE_LANGUAGE')}
          data={Locale.options.map((value) => ({ value, label: languageNames[value] }))}
          value={typed.locale}
          allowDeselect={false}
          comboboxProps={combobox}
          onChange={(value) => {
            if (value !== null) onType({ locale: value });
          }}
        />
        <Select
          label={text('PROFILE_TIME_ZONE')}
          description={text('PROFILE_TIME_ZONE_NOW', { time: format.timeIn(typed.timezone, Date.now()) })}
          placeholder={text('PROFILE_TIME_ZONE_SEARCH')}
          nothingFoundMessage={text('PROFILE_TIME_ZONE_NONE')}
          data={timeZones(user.timezone)}
          value={typed.timezone}
          searchable
          allowDeselect={false}
          limit={100}
          maxDropdownHeight={280}
          comboboxProps={combobox}
          onChange={(value) => {
            if (value !== null) onType({ timezone: value });
          }}
        />
      </FormSection>
    </>
  );
}
