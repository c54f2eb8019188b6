import type { Attachment, Trouble } from '../state/attachments.ts';
import type { Talk } from '../talk.ts';
import { useWords, type WidgetKey } from '../text.ts';
import { Icon } from './Icon.tsx';

interface TrayProps {
  attachments: readonly Attachment[];
  attaching: Talk['files']['attaching'];
  /** After one was taken off, whose button had the focus. */
  removed(): void;
}

const troubles: Readonly<Record<Trouble, WidgetKey>> = {
  TOO_LARGE: 'WIDGET_FILE_TOO_LARGE',
  EMPTY: 'WIDGET_FILE_EMPTY',
  FAILED: 'WIDGET_FILE_FAILED',
  REFUSED: 'WIDGET_FILE_REFUSED',
  LOST: 'WIDGET_FILE_LOST',
};

/** The files that hang on what is being written: how far they are, what went wrong, and the way to take them off. */
export function Tray({ attachments, attaching, removed }: TrayProps) {
  const words = useWords();
  if (attachments.length === 0) return null;
  return (
    <ul className="tray" aria-label={words('WIDGET_ATTACHED')}>
      {attachments.map(({ key, name, size, is, part, stands, trouble }) => {
        const preview = trouble ? undefined : attaching.preview(key);
        const underWay = is === 'waiting' || is === 'uploading';
        return (
          <li key={key} className="card">
            {preview ? <img src={preview} alt="" /> : <Icon of={trouble ? 'alert' : 'file'} />}
            <span className="what">
              <span className="name">{name}</span>
              {underWay && <progress max={1} value={part} aria-label={words('WIDGET_FILE_UPLOADING', { name })} />}
              {stands && (
                <span className="size" role="status">
                  {words('WIDGET_FILE_STANDS')}
                </span>
              )}
              {is === 'uploaded' && <span className="size">{words.size(size)}</span>}
              {trouble && (
                <span className="fine failed" role="alert">
                  {words(troubles[trouble], { limit: words.size(attaching.limitOf(key)) })}
                  {trouble === 'FAILED' && attaching.canRetry(key) && (
                    <button type="button" className="text" onClick={() => attaching.retry(key)}>
                      {words('WIDGET_TRY_AGAIN')}
                    </button>
                  )}
                </span>
              )}
            </span>
            <button
              type="button"
              className="plain"
              aria-label={words(underWay ? 'WIDGET_FILE_CANCEL' : 'WIDGET_FILE_REMOVE', { name })}
              onClick={() => {
                attaching.remove(key);
                removed();
              }}
            >
              <Icon of="close" />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
