import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { timeOf } from './typed-time.ts';

interface TimeInputProps extends Pick<TextInputProps, 'name' | 'label' | 'aria-label' | 'className' | 'error' | 'size'> {
  value: string;
  onChange: (value: string) => void;
}

/**
 * A time of day, of 24 hours whatever the browser's own language is. 9, 930 and 9.30 are understood, and written out when the field
 * is left; what is no time stays as it was typed.
 */
export function TimeInput({ value, onChange, ...input }: TimeInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      {...input}
      inputMode="numeric"
      autoComplete="off"
      maxLength={5}
      placeholder="00:00"
      value={typed ?? value}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        onChange(timeOf(currentTarget.value) ?? currentTarget.value);
      }}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onBlur={() => setTyped(null)}
    />
  );
}
