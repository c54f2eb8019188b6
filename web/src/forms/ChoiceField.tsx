import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';

interface ChoiceFieldProps {
  label: ReactNode;
  description?: string;
  options: readonly { value: string; label: string }[];
  /** Of the form: `form.chosen('field')`. */
  field: { name: string; error: ReactNode; onBlur: () => void; value: string | null; onChange: (value: string | null) => void };
  /** Said while nothing is chosen, where something must be. */
  choose?: string;
  disabled?: boolean;
}

/** One of a few, chosen from the list that the system itself draws. */
export function ChoiceField({ label, description, options, field, choose, disabled }: ChoiceFieldProps) {
  const { value, onChange, ...shown } = field;
  return (
    <NativeSelect
      label={label}
      description={description}
      data={[...(choose === undefined ? [] : [{ value: '', label: choose }]), ...options]}
      {...shown}
      {...(disabled === undefined ? {} : { disabled })}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value === '' ? null : event.currentTarget.value)}
    />
  );
}
