import type { EventFile } from '@parley/contract';
import { hasVisible } from '@parley/contract';
import { type ReactNode, Suspense } from 'react';
import { WrittenText } from '../timeline/WrittenText.tsx';
import styles from './FileContent.module.css';
import { FileCard, PicturePreview } from './later.ts';
import { pictureBox } from './picture-box.ts';

interface FileContentProps {
  file: EventFile;
  isPicture: boolean;
  text: string | null;
  /** The server has the message: its file can be opened and downloaded. */
  isStored: boolean;
}

/** As large as the card will be (`FileCard.module.css`). */
const CARD = { width: 320, maxWidth: '100%', height: 48 };

function placeOf(file: EventFile) {
  const { width, height } = pictureBox(file);
  return { width, maxWidth: '100%', aspectRatio: `${width} / ${height}` };
}

/** A message that is a file: the picture or the card, and below it the words that came with it. */
export function FileContent({ file, isPicture, text, isStored }: FileContentProps) {
  return (
    <WithWords text={text}>
      <Suspense fallback={<div style={isPicture ? placeOf(file) : CARD} />}>
        {isPicture ? <PicturePreview file={file} canOpen={isStored} /> : <FileCard file={file} isStored={isStored} />}
      </Suspense>
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
