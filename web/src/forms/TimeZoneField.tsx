import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../text.ts';

interface TimeZoneFieldProps {
  name: string;
  label: ReactNode;
  description?: string;
  /** Said where none is chosen; then none may be. */
  placeholder?: string;
  value: string | null;
  onChange: (value: string | null) => void;
  onBlur?: () => void;
  error?: ReactNode;
}

/** UTC is no zone of a place, and browsers leave it out. */
const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

/** A time zone by its name in the IANA database, found by typing part of it. A kept one that this browser does not list stays. */
export function TimeZoneField({ value, ...field }: TimeZoneFieldProps) {
  const text = useText();
  const data = value === null || value === '' || zones.includes(value) ? zones : [value, ...zones];
  return (
    <Select
      {...field}
      data={data}
      value={value}
      searchable
      allowDeselect={field.placeholder !== undefined}
      limit={100}
      nothingFoundMessage={text('FORM_NOTHING_FOUND')}
      comboboxProps={{ withinPortal: false }}
    />
  );
}
