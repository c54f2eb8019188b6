import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useText } from '../text.ts';

/** A field for a password, which can be looked at. */
export function PasswordField(props: PasswordInputProps) {
  const text = useText();
  return <PasswordInput visibilityToggleButtonProps={{ 'aria-label': text('PROFILE_PASSWORD_SHOW'), tabIndex: 0 }} {...props} />;
}
