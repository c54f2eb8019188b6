import type { UploadedFile } from '@parley/contract';
import { useEffect, useRef } from 'react';
import { useFileUrls } from '../../../files/use-file-urls.ts';
import { useFormat } from '../../../format.ts';
import { type TextKey, textIfKnown, useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { useCommunications } from '../context.ts';
import { FileName } from '../files/FileName.tsx';
import { SmallPicture } from '../files/SmallPicture.tsx';
import { cancelUpload, removeFile, retryOne } from '../files/uploads.ts';
import type { Upload } from '../state/uploads.ts';
import styles from './Attachments.module.css';
import { useUploads } from './use-uploads.ts';

interface AttachmentsProps {
  /** Key of the draft they hang on. */
  draft: string;
  files: readonly UploadedFile[];
  /** One was taken away, and the focus with it. */
  onTakenAway: () => void;
  /** Takes an uploaded one out of what holds it where that is no draft. */
  onRemove?: (fileId: string) => void;
}

const notices: Record<NonNullable<UploadedFile['notice']>, TextKey> = {
  MAX_IMAGE_RESOLUTION: 'COMMUNICATIONS_ATTACHMENT_TOO_MANY_PIXELS',
  UNREADABLE_IMAGE: 'COMMUNICATIONS_ATTACHMENT_UNREADABLE',
};

function TakeAway({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" className={styles.verb} aria-label={label} title={label} onClick={onClick}>
      <Icon name="x" size={14} />
    </button>
  );
}

/** Uploaded, and ready to go. One that lay too long is not there any more. */
function Uploaded({ file, onRemove }: { file: UploadedFile; onRemove: () => void }) {
  const text = useText();
  const format = useFormat();
  const { fileId, fileName, fileSize, notice } = file;
  const isGone = useFileUrls(fileId).reading.status === 'gone';
  const icon = file.type === 'IMAGE' ? <SmallPicture fileId={fileId} /> : <Icon name="file" />;
  return (
    <li className={styles.chip} data-failed={isGone}>
      {isGone ? <Icon name="stop" /> : icon}
      <FileName name={fileName} />
      {isGone ? (
        <span className={styles.reason} role="alert">
          {text('FILE_NOT_FOUND')}
        </span>
      ) : (
        <span className={styles.meta}>{format.fileSize(fileSize)}</span>
      )}
      {notice === null ? null : <span className={styles.notice}>{text(notices[notice])}</span>}
      <TakeAway label={text('COMMUNICATIONS_ATTACHMENT_REMOVE', { name: fileName })} onClick={onRemove} />
    </li>
  );
}

function useStanding({ status, progress, size }: Upload): string {
  const text = useText();
  const format = useFormat();
  if (status === 'waiting') return `${format.fileSize(size)}, ${text('COMMUNICATIONS_UPLOAD_WAITING')}`;
  if (progress >= 1) return text('COMMUNICATIONS_UPLOAD_CHECKED');
  return text('COMMUNICATIONS_UPLOAD_PERCENT', { part: Math.floor(progress * 100) });
}

/** On its way, with how far it has got. */
function Underway({ upload, onCancel }: { upload: Upload; onCancel: () => void }) {
  const text = useText();
  const { name, pictureUrl, progress } = upload;
  const standing = useStanding(upload);
  return (
    <li className={styles.chip}>
      {pictureUrl === null ? <Icon name="file" /> : <img className={styles.picture} src={pictureUrl} alt="" draggable={false} />}
      <FileName name={name} />
      <span className={styles.meta}>{standing}</span>
      <TakeAway label={text('COMMUNICATIONS_UPLOAD_CANCEL', { name })} onClick={onCancel} />
      <progress className={styles.bar} max={1} value={progress} aria-label={text('COMMUNICATIONS_UPLOAD_PROGRESS', { name })} />
    </li>
  );
}

/** Could not be uploaded: what happened, and the verb where there is one. */
function Failed({ upload, onRetry, onRemove }: { upload: Upload; onRetry: () => void; onRemove: () => void }) {
  const text = useText();
  const { name, reason, params, canRetry } = upload;
  const again = text('COMMUNICATIONS_UPLOAD_RETRY', { name });
  return (
    <li className={styles.chip} data-failed="true">
      <Icon name="stop" />
      <FileName name={name} />
      <span className={styles.reason} role="alert">
        {textIfKnown(reason ?? '', params) ?? text('ERROR_DEFAULT_MESSAGE')}
      </span>
      {canRetry ? (
        <button type="button" className={styles.again} aria-label={again} onClick={onRetry}>
          <Icon name="retry" size={14} />
          {text('COMMUNICATIONS_RETRY')}
        </button>
      ) : null}
      <TakeAway label={text('COMMUNICATIONS_ATTACHMENT_REMOVE', { name })} onClick={onRemove} />
    </li>
  );
}

/** What goes along: uploaded files in the order in which they are sent, and those on their way. */
export function Attachments({ draft, files, onTakenAway, onRemove }: AttachmentsProps) {
  const text = useText();
  const { store } = useCommunications();
  const uploads = useUploads(draft);
  const list = useRef<HTMLUListElement>(null);
  // What was added last, and what did not go well, stands at the end.
  useEffect(() => {
    if (uploads.length > 0) list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [uploads.length]);
  const cancel = (id: string) => {
    cancelUpload(store, draft, id);
    onTakenAway();
  };
  const remove = (fileId: string) => {
    if (onRemove) onRemove(fileId);
    else removeFile(store, draft, fileId);
    onTakenAway();
  };
  return (
    <ul ref={list} className={styles.list} aria-label={text('COMMUNICATIONS_ATTACHMENTS')}>
      {files.map((file) => (
        <Uploaded key={file.fileId} file={file} onRemove={() => remove(file.fileId)} />
      ))}
      {uploads.map((upload) =>
        upload.status === 'failed' ? (
          <Failed key={upload.id} upload={upload} onRetry={() => retryOne(store, draft, upload.id)} onRemove={() => cancel(upload.id)} />
        ) : (
          <Underway key={upload.id} upload={upload} onCancel={() => cancel(upload.id)} />
        ),
      )}
    </ul>
  );
}
