import type { EventFile } from '@parley/contract';
import { hasVisible } from '@parley/contract';
import type { ReactNode } from 'react';
import { WrittenText } from '../timeline/WrittenText.tsx';
import { FileCard } from './FileCard.tsx';
import styles from './FileContent.module.css';
import { PicturePreview } from './PicturePreview.tsx';

interface FileContentProps {
  file: EventFile;
  isPicture: boolean;
  text: string | null;
  /** The server has the message: its file can be opened and downloaded. */
  isStored: boolean;
}

/** A message that is a file: the picture or the card, and below it the words that came with it. */
export function FileContent({ file, isPicture, text, isStored }: FileContentProps) {
  return (
    <WithWords text={text}>
      {isPicture ? <PicturePreview file={file} canOpen={isStored} /> : <FileCard file={file} isStored={isStored} />}
    </WithWords>
  );
}

/** What stands for a file, and the words that came with it below. */
export function WithWords({ text, children }: { text: string | null; children: ReactNode }) {
  return (
    <div className={styles.content}>
      {children}
      {text === null || !hasVisible(text) ? null : (
        <div className={styles.words}>
          <WrittenText text={text} />
        </div>
      )}
    </div>
  );
}
