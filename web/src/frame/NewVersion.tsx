import { ActionIcon, Button } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../text.ts';
import { Icon } from '../ui/Icon.tsx';
import styles from './NewVersion.module.css';
import { useNewVersion } from './new-version.ts';

/** A quiet line that offers the newer release. Drafts are kept in the browser, so nothing typed is lost; whoever is busy puts it off. */
export function NewVersion() {
  const text = useText();
  const isThere = useNewVersion();
  const [isPutOff, setPutOff] = useState(false);
  if (!isThere || isPutOff) return null;
  return (
    <div className={styles.line} role="status">
      <span>{text('FRAME_TOO_OLD')}</span>
      <Button size="compact-sm" onClick={() => location.reload()}>
        {text('FRAME_RELOAD')}
      </Button>
      <ActionIcon onClick={() => setPutOff(true)} aria-label={text('FRAME_NOT_NOW')} title={text('FRAME_NOT_NOW')}>
        <Icon name="x" />
      </ActionIcon>
    </div>
  );
}
