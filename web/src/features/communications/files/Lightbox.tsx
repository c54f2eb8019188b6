import { Modal } from '@mantine/core';
import type { EventFile } from '@parley/contract';
import { useEffect, useRef, useState } from 'react';
import { fileAddresses } from '../../../files/use-file-urls.ts';
import { useFormat } from '../../../format.ts';
import { useText } from '../../../text.ts';
import { Kit } from '../../../theme/Kit.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { download } from './download.ts';
import { FileName } from './FileName.tsx';
import styles from './Lightbox.module.css';
import { useLightboxKeys } from './use-lightbox-keys.ts';
import { usePicture } from './use-picture.ts';
import { useSideSwipe } from './use-side-swipe.ts';

export interface LightboxProps {
  /** What can be looked through, oldest first. */
  pictures: readonly EventFile[];
  shown: string;
  onShow: (fileId: string) => void;
  onClose: () => void;
}

/** Dark in both looks: what surrounds a picture must not compete with it. */
const dark = { background: 'var(--ink-dark-9)', color: 'var(--ink-dark-0)' };

interface StageProps {
  file: EventFile;
  isActual: boolean;
  onTurn: () => void;
  onSwipe: (to: 'left' | 'right') => void;
}

/** The picture itself: as large as fits, or pixel by pixel in a place that scrolls. */
function Stage({ file, isActual, onTurn, onSwipe }: StageProps) {
  const text = useText();
  const stage = useRef<HTMLDivElement>(null);
  useSideSwipe(stage, onSwipe);
  const { src, standing, onLoad, onError, again } = usePicture(file.fileId, 'whole');
  const isBad = standing === 'failed' || standing === 'gone';
  return (
    <div ref={stage} className={styles.stage} data-actual={isActual}>
      {isBad ? (
        <p className={styles.trouble} role="alert">
          {text(standing === 'gone' ? 'COMMUNICATIONS_PICTURE_GONE' : 'COMMUNICATIONS_PICTURE_FAILED')}
          {standing === 'gone' ? null : (
            <button type="button" onClick={again}>
              {text('COMMUNICATIONS_RETRY')}
            </button>
          )}
        </p>
      ) : null}
      {src === null || isBad ? null : (
        <button
          type="button"
          className={styles.turn}
          data-shown={standing === 'shown'}
          aria-label={text(isActual ? 'COMMUNICATIONS_PICTURE_FIT' : 'COMMUNICATIONS_PICTURE_ACTUAL')}
          onClick={onTurn}
        >
          <img src={src} alt={file.fileName} draggable={false} onLoad={onLoad} onError={onError} />
        </button>
      )}
      {standing === 'loading' ? (
        <span className={styles.loading} role="status" aria-label={text('COMMUNICATIONS_PICTURE_LOADING')}>
          <Spinner size={28} />
        </span>
      ) : null}
    </div>
  );
}

function Verb({ icon, label, onClick }: { icon: 'zoomin' | 'zoomout' | 'download' | 'x'; label: string; onClick: () => void }) {
  return (
    <IconButton className={styles.verb ?? ''} aria-label={label} title={label} onClick={onClick}>
      <Icon name={icon} size={20} />
    </IconButton>
  );
}

/** A room's pictures, one at a time over everything else: by keys, by swipes, by buttons. Escape closes. */
export function Lightbox({ pictures, shown, onShow, onClose }: LightboxProps) {
  const text = useText();
  const format = useFormat();
  const [isActual, setActual] = useState(false);
  const place = pictures.findIndex(({ fileId }) => fileId === shown);
  const file = pictures[place];
  const before = pictures[place - 1];
  const after = pictures[place + 1];
  const show = (next: EventFile | undefined) => {
    if (next === undefined) return;
    setActual(false);
    onShow(next.fileId);
  };
  useLightboxKeys({ left: () => show(before), right: () => show(after), close: onClose, turn: () => setActual(!isActual) });
  useEffect(() => {
    // The addresses of the neighbours, so that the next step is quick. What fails is told when it is gone to.
    for (const next of [before, after]) if (next !== undefined) fileAddresses.of(next.fileId).catch(() => undefined);
  }, [before, after]);
  const isGone = file === undefined;
  useEffect(() => {
    if (isGone) onClose();
  }, [isGone, onClose]);
  if (file === undefined) return null;
  const side = (icon: 'back' | 'next', to: EventFile | undefined, label: string) => (
    <IconButton
      className={styles.side ?? ''}
      data-side={icon}
      aria-label={label}
      title={label}
      disabled={to === undefined}
      onClick={() => show(to)}
    >
      <Icon name={icon} size={20} />
    </IconButton>
  );
  return (
    <Kit>
      <Modal.Root
        opened
        onClose={onClose}
        fullScreen
        closeOnEscape={false}
        returnFocus={false}
        transitionProps={{ duration: 0 }}
        styles={{ inner: { padding: 0 }, content: dark }}
      >
        <Modal.Content className={styles.box ?? ''} aria-label={text('COMMUNICATIONS_PICTURES')}>
          <div className={styles.bar}>
            <span className={styles.name} aria-live="polite">
              <FileName name={file.fileName} />
            </span>
            <span className={styles.facts}>{format.fileSize(file.fileSize)}</span>
            {pictures.length > 1 ? (
              <span className={styles.facts} aria-live="polite">
                {text('COMMUNICATIONS_PICTURE_OF', { number: place + 1, count: pictures.length })}
              </span>
            ) : null}
            <span className={styles.verbs}>
              <Verb
                icon={isActual ? 'zoomout' : 'zoomin'}
                label={text(isActual ? 'COMMUNICATIONS_PICTURE_FIT' : 'COMMUNICATIONS_PICTURE_ACTUAL')}
                onClick={() => setActual(!isActual)}
              />
              <Verb
                icon="download"
                label={text('COMMUNICATIONS_PICTURE_DOWNLOAD')}
                onClick={() => void download(file.fileId, file.fileName)}
              />
              <Verb icon="x" label={text('COMMUNICATIONS_PICTURE_CLOSE')} onClick={onClose} />
            </span>
          </div>
          <Stage
            key={file.fileId}
            file={file}
            isActual={isActual}
            onTurn={() => setActual(!isActual)}
            onSwipe={(to) => {
              if (!isActual) show(to === 'left' ? after : before);
            }}
          />
          {pictures.length > 1 ? side('back', before, text('COMMUNICATIONS_PICTURE_PREVIOUS')) : null}
          {pictures.length > 1 ? side('next', after, text('COMMUNICATIONS_PICTURE_NEXT')) : null}
        </Modal.Content>
      </Modal.Root>
    </Kit>
  );
}
