import type { EmailPage, RoomEvent } from '@parley/contract';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../../api/client.ts';
import { useText } from '../../../text.ts';
import { useDark } from '../../../theme/look.ts';
import { Icon } from '../../../ui/Icon.tsx';
import styles from './Faces.module.css';

/** Until it is measured, and what is shown of a long one at first. */
const FIRST_HEIGHT = 160;
const SHOWN_HEIGHT = 480;

/** How high each was when it was measured last, by its event: it goes away with what is scrolled off the screen, and comes back as high. */
const measured = new Map<string, number>();

/** How high the page in the frame is, as its pictures come; null until it is there. */
function useContentHeight(eventId: string, page: EmailPage | null) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState<number | null>(null);
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page begins anew.
  useEffect(() => setHeight(null), [page?.url]);
  const onLoad = () => {
    stop.current?.();
    const body = frame.current?.contentDocument?.body;
    if (!body) return;
    const measure = () => {
      const { marginTop, marginBottom } = getComputedStyle(body);
      const high = Math.ceil(body.getBoundingClientRect().height + Number.parseFloat(marginTop) + Number.parseFloat(marginBottom));
      measured.set(eventId, high);
      setHeight(high);
    };
    const watch = new ResizeObserver(measure);
    watch.observe(body);
    stop.current = () => watch.disconnect();
    measure();
  };
  return { frame, height, onLoad };
}

interface EmailFrameProps {
  event: RoomEvent;
  title: string;
  onFail: () => void;
}

/**
 * An e-mail as it was meant to look: a page of its own that runs nothing (`emails.page`), as high as what is in it. Pictures from elsewhere come
 * only where somebody asks for them.
 */
export function EmailFrame({ event, title, onFail }: EmailFrameProps) {
  const text = useText();
  const { id: eventId, roomId } = event;
  const [page, setPage] = useState<EmailPage | null>(null);
  const [pictures, setPictures] = useState(false);
  const dark = useDark();
  const [isWhole, setWhole] = useState(false);
  const { frame, height, onLoad } = useContentHeight(eventId, page);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is done on failure asks for nothing anew.
  useEffect(() => {
    let isShown = true;
    api.emails.page({ params: { roomId, eventId }, body: { pictures, dark } }).then(
      (answer) => {
        if (isShown) setPage(answer);
      },
      () => {
        if (isShown) onFail();
      },
    );
    return () => {
      isShown = false;
    };
  }, [roomId, eventId, pictures, dark]);
  const isLong = height !== null && height > SHOWN_HEIGHT;
  const first = Math.min(measured.get(eventId) ?? FIRST_HEIGHT, SHOWN_HEIGHT);
  const shown = height === null ? first : isLong && !isWhole ? SHOWN_HEIGHT : height;
  return (
    <div className={styles.looks}>
      {page === null ? (
        <div className={styles.waiting} style={{ height: first }} role="status">
          {text('FACE_EMAIL_LOADING')}
        </div>
      ) : (
        <iframe
          ref={frame}
          className={styles.frame}
          src={page.url}
          title={title}
          sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
          referrerPolicy="no-referrer"
          style={{ height: shown }}
          data-measured={height !== null}
          onLoad={onLoad}
        />
      )}
      {page !== null && page.remotePictures > 0 && !pictures ? (
        <div className={styles.remote}>
          <button type="button" className={styles.verb} onClick={() => setPictures(true)}>
            <Icon name="image" size={16} />
            {text('FACE_EMAIL_PICTURES', { count: page.remotePictures })}
          </button>
          <span className={styles.small}>{text('FACE_EMAIL_PICTURES_WHY')}</span>
        </div>
      ) : null}
      {isLong ? (
        <button type="button" className={styles.verb} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          <Icon name={isWhole ? 'up' : 'down'} size={16} />
          {text(isWhole ? 'FACE_EMAIL_LESS' : 'FACE_EMAIL_WHOLE')}
        </button>
      ) : null}
    </div>
  );
}
