import { Button, TextInput } from '@mantine/core';
import { useText } from '../text.ts';
import { Icon } from '../ui/Icon.tsx';
import { copyText } from './copy-text.ts';
import styles from './Forms.module.css';

/** Something to hand over, as a link that is shown this once: to mark, to copy. */
export function CopiedText({ label, value, isFirst = false }: { label: string; value: string; isFirst?: boolean }) {
  const text = useText();
  return (
    <div className={styles.copied}>
      <TextInput
        label={label}
        value={value}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
        {...(isFirst ? { 'data-autofocus': true } : {})}
      />
      <Button variant="default" leftSection={<Icon name="copy" />} onClick={() => void copyText(value)}>
        {text('FORM_COPY')}
      </Button>
    </div>
  );
}
