import type { EmailPage, RoomEvent } from '@parley/contract';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { api } from '../../../api/client.ts';
import { useText } from '../../../text.ts';
import { useDark } from '../../../theme/look.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { rememberHeight, stoodBefore } from './email-heights.ts';
import styles from './Faces.module.css';

/** Until it is measured, and what is shown of a long one at first. */
const FIRST_HEIGHT = 160;
const SHOWN_HEIGHT = 480;

/** A page, and whether its pictures from elsewhere are in it. */
type Page = EmailPage & { withPictures: boolean };

interface Shown {
  eventId: string;
  page: Page | null;
  /** Whether they are wanted: the page with them may not be here yet. */
  pictures: boolean;
}

/**
 * How high the page in the frame is, as its pictures come, and how many more of them there are: as it was when it was last measured, until it is measured anew;
 * null where it never was. What is long shows the bar by which it is moved only where it is not shown whole: with one, the lines would be other ones.
 */
function useStanding({ eventId, page, pictures }: Shown) {
  const frame = useRef<HTMLIFrameElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const [stands, setStands] = useState(() => stoodBefore(eventId, pictures));
  const [measured, setMeasured] = useState<string | null>(null);
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);
  // Before it is painted: only now is its width known. With its pictures it may never have stood: it stays as it is meanwhile.
  useLayoutEffect(() => {
    const before = stoodBefore(eventId, pictures, place.current?.clientWidth ?? 0);
    if (before !== null) setStands(before);
  }, [eventId, pictures]);
  const onLoad = () => {
    stop.current?.();
    const body = frame.current?.contentDocument?.body;
    if (!body || page === null) return;
    body.ownerDocument.documentElement.style.overflowY = 'hidden';
    const measure = () => {
      const { marginTop, marginBottom } = getComputedStyle(body);
      const height = Math.ceil(body.getBoundingClientRect().height + Number.parseFloat(marginTop) + Number.parseFloat(marginBottom));
      const now = { height, remotePictures: page.remotePictures };
      rememberHeight(eventId, page.withPictures, place.current?.clientWidth ?? 0, now);
      setStands(now);
      setMeasured(page.url);
    };
    const watch = new ResizeObserver(measure);
    watch.observe(body);
    stop.current = () => watch.disconnect();
    measure();
  };
  return { frame, place, stands, isMeasured: page !== null && measured === page.url, onLoad };
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
  const [page, setPage] = useState<Page | null>(null);
  const [pictures, setPictures] = useState(false);
  const dark = useDark();
  const [isWhole, setWhole] = useState(false);
  const { frame, place, stands, isMeasured, onLoad } = useStanding({ eventId, page, pictures });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is done on failure asks for nothing anew.
  useEffect(() => {
    let isShown = true;
    api.emails.page({ params: { roomId, eventId }, body: { pictures, dark } }).then(
      (answer) => {
        if (isShown) setPage({ ...answer, withPictures: pictures });
      },
      () => {
        if (isShown) onFail();
      },
    );
    return () => {
      isShown = false;
    };
  }, [roomId, eventId, pictures, dark]);
  const height = stands?.height ?? FIRST_HEIGHT;
  const isLong = height > SHOWN_HEIGHT;
  const isCut = isLong && !isWhole;
  const style = { height: isCut ? SHOWN_HEIGHT : height };
  useEffect(() => {
    const root = isMeasured ? frame.current?.contentDocument?.documentElement : undefined;
    if (root) root.style.overflowY = isCut ? 'auto' : 'hidden';
  }, [isCut, isMeasured, frame]);
  // What stands below the page comes and goes with the height of the page, so that what follows is moved once.
  const more = isMeasured && page?.withPictures ? 0 : (stands?.remotePictures ?? 0);
  return (
    <div ref={place} className={styles.looks} data-email-looks>
      {page === null ? (
        <div className={styles.waiting} style={style} role="status">
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
          style={style}
          data-measured={isMeasured}
          onLoad={onLoad}
        />
      )}
      {more > 0 ? (
        <div className={styles.remote}>
          <button type="button" className={styles.verb} disabled={pictures} onClick={() => setPictures(true)}>
            <Icon name="image" size={16} />
            {text('FACE_EMAIL_PICTURES', { count: more })}
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
