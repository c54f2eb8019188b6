import { type BelowEmail, EMAIL_ATTACHMENTS_BYTES, type UploadedFile } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { orpc } from '../../../../api/client.ts';
import { useFormat } from '../../../../format.ts';
import { useText } from '../../../../text.ts';
import { useDark } from '../../../../theme/look.ts';
import { Icon } from '../../../../ui/Icon.tsx';
import { FileName } from '../../files/FileName.tsx';
import type { DraftFields } from '../../state/drafts.ts';
import styles from './BelowWords.module.css';
import type { StandingEmail } from './standing-email.ts';

/** A page that runs nothing, as high as what is in it, up to a bound. */
function PageFrame({ url, title }: { url: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(48);
  const watch = useRef<ResizeObserver>(undefined);
  useEffect(() => () => watch.current?.disconnect(), []);
  const onLoad = () => {
    const body = frame.current?.contentDocument?.body;
    if (!body) return;
    const measure = () => setHeight(Math.ceil(body.getBoundingClientRect().height) + 24);
    watch.current?.disconnect();
    watch.current = new ResizeObserver(measure);
    watch.current.observe(body);
    measure();
  };
  return (
    <iframe
      ref={frame}
      className={styles.frame}
      src={url}
      title={title}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      style={{ height }}
      onLoad={onLoad}
    />
  );
}

/** What is going to stand below the words, asked of the server as it will go; undefined until it is known. */
export function useBelow(place: { roomId: string; channelId: string }, email: StandingEmail) {
  const dark = useDark();
  const { signatureId, quotes, forwards, from } = email;
  const hasAny = signatureId !== null || quotes !== null || forwards !== undefined;
  const body = {
    dark,
    ...(signatureId === null ? {} : { signatureId }),
    ...(quotes === null ? {} : { quotes }),
    ...(forwards === undefined ? {} : { forwards }),
    ...(from === undefined ? {} : { from }),
  };
  const { data, error, refetch } = useQuery({
    ...orpc.emails.below.queryOptions({ input: { params: place, body } }),
    enabled: hasAny,
    // The addresses in it hold for ten minutes.
    staleTime: 5 * 60_000,
    refetchInterval: 8 * 60_000,
  });
  return { below: hasAny ? data : undefined, error: hasAny ? error : null, refetch };
}

interface BelowWordsProps {
  email: StandingEmail;
  below: BelowEmail | undefined;
  hasFailed: boolean;
  onAgain: () => void;
  onChange: (fields: DraftFields) => void;
}

/** Signature and what was said before, as they will go: the first as it stands, the second folded. */
export function BelowWords({ email, below, hasFailed, onAgain, onChange }: BelowWordsProps) {
  const text = useText();
  const [isShown, show] = useState(false);
  const { signatureId, quotes, forwards } = email;
  const along = below?.attachments.filter(({ isInline }) => isInline !== true) ?? [];
  const history = text(forwards === undefined ? 'EMAIL_HISTORY_QUOTED' : 'EMAIL_HISTORY_PASSED_ON');
  return (
    <div className={styles.below}>
      {hasFailed ? (
        <p className={styles.failed} role="alert">
          {text('FAILED_EMAILS_BELOW')}
          <button type="button" onClick={onAgain}>
            {text('FRAME_TRY_AGAIN')}
          </button>
        </p>
      ) : null}
      {signatureId !== null && below?.signature ? <PageFrame url={below.signature} title={text('EMAIL_SIGNATURE')} /> : null}
      {quotes === null && forwards === undefined ? null : (
        <div className={styles.history}>
          <button
            type="button"
            className={styles.dots}
            aria-expanded={isShown}
            aria-label={history}
            title={history}
            onClick={() => show(!isShown)}
          >
            <span aria-hidden="true">···</span>
          </button>
          <span className={styles.what}>{history}</span>
          <button
            type="button"
            className={styles.leaveOut}
            onClick={() =>
              onChange(
                forwards === undefined ? { quotes: null } : { forwards: undefined, quotes: undefined, to: undefined, subject: undefined },
              )
            }
          >
            <Icon name="x" size={14} />
            {text(forwards === undefined ? 'EMAIL_HISTORY_LEAVE_OUT' : 'EMAIL_FORWARD_NOT')}
          </button>
        </div>
      )}
      {isShown && below?.history ? <PageFrame url={below.history} title={history} /> : null}
      {along.length === 0 ? null : (
        <ul className={styles.along} aria-label={text('EMAIL_FILES_ALONG')}>
          {along.map(({ fileId, name }) => (
            <li key={fileId}>
              <Icon name="clipper" size={14} />
              <FileName name={name} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Which signature it bears. */
export function SignatureChooser({ email, onChange }: Pick<BelowWordsProps, 'email' | 'onChange'>) {
  const text = useText();
  const signatures = email.mailbox?.signatures ?? [];
  if (signatures.length === 0) return null;
  return (
    <label className={styles.chooser}>
      {text('EMAIL_SIGNATURE')}
      <select
        value={email.signatureId ?? ''}
        onChange={({ currentTarget }) => onChange({ signatureId: currentTarget.value === '' ? null : currentTarget.value })}
      >
        {signatures.map(({ id, content, isHtml }, place) => (
          <option key={id} value={id}>
            {signatureName(content, isHtml) || text('EMAIL_SIGNATURE_NUMBER', { number: place + 1 })}
          </option>
        ))}
        <option value="">{text('EMAIL_SIGNATURE_NONE')}</option>
      </select>
    </label>
  );
}

/** Its first words. */
function signatureName(content: string, isHtml: boolean): string {
  const words = isHtml ? content.replace(/<[^>]*>/g, ' ').replace(/&[a-z#\d]+;/gi, ' ') : content;
  return words.replace(/\s+/g, ' ').trim().slice(0, 40);
}

const bytesOf = (files: readonly UploadedFile[], below: BelowEmail | undefined): number =>
  files.reduce((sum, { fileSize }) => sum + fileSize, 0) + (below?.attachments.reduce((sum, { size }) => sum + size, 0) ?? 0);

export const isTooHeavy = (files: readonly UploadedFile[], below: BelowEmail | undefined): boolean =>
  bytesOf(files, below) > EMAIL_ATTACHMENTS_BYTES;

/** How much hangs on it, of how much it may. */
export function EmailWeight({ files, below }: { files: readonly UploadedFile[]; below: BelowEmail | undefined }) {
  const text = useText();
  const format = useFormat();
  const bytes = bytesOf(files, below);
  if (bytes === 0) return null;
  return (
    <span
      className={styles.weight}
      data-over={bytes > EMAIL_ATTACHMENTS_BYTES}
      role={bytes > EMAIL_ATTACHMENTS_BYTES ? 'alert' : undefined}
    >
      {text('EMAIL_WEIGHT', { size: format.fileSize(bytes), limit: format.fileSize(EMAIL_ATTACHMENTS_BYTES) })}
    </span>
  );
}
