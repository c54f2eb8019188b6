import { Button, Input, PasswordInput } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useText } from '../text.ts';
import { Icon } from '../ui/Icon.tsx';
import styles from './Forms.module.css';

/** What is to become of a secret: nothing (`KEEP`), taken away (null), or what is typed. */
export const KEEP = false;
export type SecretChange = string | null | typeof KEEP;

interface SecretFieldProps {
  name: string;
  label: string;
  description?: string;
  isSet: boolean;
  value: SecretChange;
  onChange: (value: SecretChange) => void;
  onBlur?: () => void;
  error?: ReactNode;
  /** It can be replaced, and never be taken away. */
  isNeeded?: boolean;
}

/** A key that is never shown again: set or not set, replaced or taken away. */
export function SecretField({ name, label, description, isSet, value, onChange, onBlur, error, isNeeded = false }: SecretFieldProps) {
  const text = useText();
  const id = useId();
  const keep = (
    <Button variant="subtle" color="gray" onClick={() => onChange(KEEP)}>
      {text('FORM_SECRET_KEEP')}
    </Button>
  );
  if (typeof value === 'string') {
    return (
      <div>
        <PasswordInput
          name={name}
          label={label}
          description={description}
          error={error}
          {...(error ? { 'aria-invalid': true } : {})}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          onBlur={onBlur}
          autoComplete="off"
          autoFocus
        />
        {keep}
      </div>
    );
  }
  const state = value === null ? 'FORM_SECRET_WILL_GO' : isSet ? 'FORM_SECRET_SET' : 'FORM_SECRET_NOT_SET';
  return (
    <Input.Wrapper label={label} description={description} error={error} labelElement="div" id={id}>
      <fieldset className={styles.secret} aria-label={label}>
        <span className={styles.secretState}>
          <Icon name={value === null ? 'trash' : isSet ? 'lock' : 'minus'} />
          {text(state)}
        </span>
        {value === null ? (
          keep
        ) : (
          <>
            <Button variant="default" onClick={() => onChange('')}>
              {text(isSet ? 'FORM_SECRET_REPLACE' : 'FORM_SECRET_ENTER')}
            </Button>
            {isSet && !isNeeded ? (
              <Button variant="subtle" color="red" onClick={() => onChange(null)}>
                {text('FORM_SECRET_REMOVE')}
              </Button>
            ) : null}
          </>
        )}
      </fieldset>
    </Input.Wrapper>
  );
}
