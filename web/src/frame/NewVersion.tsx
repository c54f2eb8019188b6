import { useState } from 'react';
import { useText } from '../text.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import styles from './NewVersion.module.css';
import { useNewVersion } from './new-version.ts';

/** A quiet line above the page that offers the newer release and covers nothing of it. Drafts are kept in the browser, so nothing typed is lost; whoever is busy puts it off. */
export function NewVersion() {
  const text = useText();
  const isThere = useNewVersion();
  const [isPutOff, setPutOff] = useState(false);
  if (!isThere || isPutOff) return null;
  return (
    <div className={styles.line} role="status">
      <span className={styles.words}>{text('FRAME_NEW_VERSION')}</span>
      <Button size="compact" onClick={() => location.reload()}>
        {text('FRAME_RELOAD')}
      </Button>
      <IconButton onClick={() => setPutOff(true)} aria-label={text('FRAME_NOT_NOW')} title={text('FRAME_NOT_NOW')}>
        <Icon name="x" />
      </IconButton>
    </div>
  );
}
