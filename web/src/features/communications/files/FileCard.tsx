import type { EventFile } from '@parley/contract';
import { useState } from 'react';
import { useFormat } from '../../../format.ts';
import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { download } from './download.ts';
import styles from './FileCard.module.css';
import { FileName } from './FileName.tsx';

/** A file in the timeline: its name, what it weighs, and the click that downloads it once it is stored. */
export function FileCard({ file, isStored }: { file: EventFile; isStored: boolean }) {
  const text = useText();
  const format = useFormat();
  const [works, setWorks] = useState(false);
  const { fileId, fileName, fileSize } = file;
  const size = format.fileSize(fileSize);
  const content = (
    <>
      <span className={styles.kind}>
        <Icon name="file" size={20} />
      </span>
      <span className={styles.lines}>
        <FileName name={fileName} /> <span className={styles.size}>{size}</span>
      </span>
      {isStored ? <Icon name="download" size={20} className={styles.verb ?? ''} /> : null}
    </>
  );
  if (!isStored) return <div className={styles.card}>{content}</div>;
  const fetchIt = async () => {
    setWorks(true);
    await download(fileId, fileName);
    setWorks(false);
  };
  return (
    <button
      type="button"
      className={styles.card}
      aria-label={text('COMMUNICATIONS_FILE_DOWNLOAD', { name: fileName, size })}
      aria-busy={works}
      disabled={works}
      onClick={() => void fetchIt()}
    >
      {content}
    </button>
  );
}
