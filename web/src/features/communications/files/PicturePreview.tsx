import type { EventFile } from '@parley/contract';
import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { useOpenPicture } from './lightbox-context.ts';
import styles from './PicturePreview.module.css';
import { pictureBox } from './picture-box.ts';
import { type PictureStanding, usePicture } from './use-picture.ts';

function Trouble({ standing, onAgain }: { standing: Extract<PictureStanding, 'failed' | 'gone'>; onAgain: () => void }) {
  const text = useText();
  return (
    <span className={styles.trouble} role="alert">
      <Icon name="image" size={20} />
      <span>{text(standing === 'gone' ? 'COMMUNICATIONS_PICTURE_GONE' : 'COMMUNICATIONS_PICTURE_FAILED')}</span>
      {standing === 'gone' ? null : (
        <button type="button" className={styles.again} onClick={onAgain}>
          {text('COMMUNICATIONS_RETRY')}
        </button>
      )}
    </span>
  );
}

/** A picture in the timeline, at its proportion before it has come. A click or Enter shows it large, once it is stored. */
export function PicturePreview({ file, canOpen }: { file: EventFile; canOpen: boolean }) {
  const text = useText();
  const open = useOpenPicture();
  const { fileId, fileName } = file;
  const { src, standing, onLoad, onError, again } = usePicture(fileId, 'small');
  const { width, height, fit } = pictureBox(file);
  const place = { width, aspectRatio: `${width} / ${height}` };
  if (standing === 'failed' || standing === 'gone') {
    return (
      <div className={styles.picture} style={place}>
        <Trouble standing={standing} onAgain={again} />
      </div>
    );
  }
  const content = (
    <>
      {src === null ? null : (
        <img
          src={src}
          alt={canOpen ? '' : fileName}
          draggable={false}
          style={{ objectFit: fit }}
          data-shown={standing === 'shown'}
          onLoad={onLoad}
          onError={onError}
        />
      )}
      {standing === 'loading' ? (
        <span className={styles.loading} role="status" aria-label={text('COMMUNICATIONS_PICTURE_LOADING')}>
          <Spinner size={18} />
        </span>
      ) : null}
    </>
  );
  if (!canOpen) {
    return (
      <div className={styles.picture} style={place}>
        {content}
      </div>
    );
  }
  return (
    <button
      type="button"
      className={styles.picture}
      style={place}
      aria-label={text('COMMUNICATIONS_PICTURE_OPEN', { name: fileName })}
      aria-haspopup="dialog"
      title={fileName}
      onClick={(event) => open(fileId, event.currentTarget)}
    >
      {content}
    </button>
  );
}
