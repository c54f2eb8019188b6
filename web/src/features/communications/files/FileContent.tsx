import type { EventFile } from '@parley/contract';
import { hasVisible } from '@parley/contract';
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
    <div className={styles.content}>
      {isPicture ? <PicturePreview file={file} canOpen={isStored} /> : <FileCard file={file} isStored={isStored} />}
      {text === null || !hasVisible(text) ? null : (
        <div className={styles.words}>
          <WrittenText text={text} />
        </div>
      )}
    </div>
  );
}
