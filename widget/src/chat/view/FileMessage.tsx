import type { EventFile } from '@parley/contract/entities/file';
import { useState } from 'react';
import { useWords } from '../text.ts';
import { Card } from './Card.tsx';
import { Lightbox } from './Lightbox.tsx';
import { type FileProps, useUrls } from './use-urls.ts';

/** The largest that a picture is in the log, and the least that a finger finds, in CSS pixels. */
const LARGEST = { width: 264, height: 264 };
const LEAST = 44;

/** Whether the server found that it is a picture and may be shown as one. */
export const isPicture = ({ imageWidth, imageHeight }: EventFile): boolean => !!imageWidth && !!imageHeight;

/** The file of a message: a picture as itself, anything else as a card to take home. */
export function FileMessage(props: FileProps) {
  return isPicture(props.file) ? <Picture {...props} /> : <Card {...props} />;
}

function Picture(props: FileProps) {
  const words = useWords();
  const { file, files } = props;
  const urls = useUrls(props);
  const [large, setLarge] = useState(false);
  const [broken, setBroken] = useState(false);
  const source = files.attaching.preview(file.fileId) ?? urls?.thumbnailUrl ?? urls?.url;
  if (urls === null || broken) return <Card {...props} />;
  return (
    <>
      <button
        type="button"
        className="view"
        style={boxOf(file)}
        aria-label={words('WIDGET_FILE_SHOW', { name: file.fileName })}
        onClick={() => setLarge(true)}
      >
        {source && (
          <img
            src={source}
            alt={file.fileName}
            loading="lazy"
            decoding="async"
            onError={() => setBroken(source.startsWith('blob:') || !files.addresses.failed(file.fileId))}
          />
        )}
      </button>
      {large && <Lightbox {...props} close={() => setLarge(false)} />}
    </>
  );
}

/** The picture's place, of its final size before anything of it has come, so that nothing moves when it does. */
function boxOf({ imageWidth, imageHeight }: EventFile): { width: number; aspectRatio: string } {
  const [wide, high] = [imageWidth ?? 1, imageHeight ?? 1];
  const scale = Math.min(1, LARGEST.width / wide, LARGEST.height / high);
  const width = Math.max(LEAST, Math.round(wide * scale));
  return { width, aspectRatio: `${width} / ${Math.max(LEAST, Math.round(high * scale))}` };
}
