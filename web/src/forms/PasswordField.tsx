import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useText } from '../text.ts';
import { FaultWords } from './FaultWords.tsx';

/** A field for a password, which can be looked at. What is wrong with it has a sign beside the words. */
export function PasswordField({ error, ...props }: PasswordInputProps) {
  const text = useText();
  return (
    <PasswordInput
      visibilityToggleButtonProps={{ 'aria-label': text('PROFILE_PASSWORD_SHOW'), tabIndex: 0 }}
      error={typeof error === 'string' ? <FaultWords words={error} /> : error}
      // The kit tells it of every field but this one.
      {...(error ? { 'aria-invalid': true } : {})}
      {...props}
    />
  );
}
