import { type Email, hasVisible, type RoomEvent, splitRecipients } from '@parley/contract';
import { useState } from 'react';
import { useFormat } from '../../../format.ts';
import { useText } from '../../../text.ts';
import { FileCard } from '../files/FileCard.tsx';
import { WrittenText } from '../timeline/WrittenText.tsx';
import { EmailFrame } from './EmailFrame.tsx';
import { EmailNotices } from './EmailNotices.tsx';
import { EmailOriginal } from './EmailOriginal.tsx';
import styles from './Faces.module.css';
import { readableRecipient } from './readable-recipient.ts';

const listed = (recipients: readonly string[]): string => recipients.map(readableRecipient).join(', ');

/** Who wrote to whom, and when: who, at once; the rest where somebody asks. */
function Envelope({ email, createdAt }: { email: Email; createdAt: string }) {
  const text = useText();
  const format = useFormat();
  const lines = [
    ['FACE_EMAIL_FROM', readableRecipient(email.from)],
    ['FACE_EMAIL_TO', listed(email.to)],
    ['FACE_EMAIL_CC', listed(email.cc)],
    ['FACE_EMAIL_BCC', listed(email.bcc)],
    ['FACE_EMAIL_REPLY_TO', email.replyTo === null ? '' : listed(splitRecipients(email.replyTo))],
    ['FACE_EMAIL_RECEIVED', format.dateTime(email.receivedDate ?? createdAt)],
  ] as const;
  return (
    <details className={styles.envelope}>
      <summary>
        <span>{readableRecipient(email.from)}</span>
        <span className={styles.more}>{text('FACE_EMAIL_DETAILS')}</span>
      </summary>
      <dl>
        {lines
          .filter(([, value]) => value !== '')
          .map(([key, value]) => (
            <div key={key}>
              <dt>{text(key)}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
      </dl>
    </details>
  );
}

/** What an e-mail says, without its looks. */
function Words({ email }: { email: Email }) {
  const text = useText();
  return hasVisible(email.content) ? (
    <WrittenText text={email.content.trim()} />
  ) : (
    <span className={styles.small}>{text('FACE_EMAIL_NO_TEXT')}</span>
  );
}

/** An e-mail: its subject, who wrote to whom, how it looks or what it says, and what came with it. */
export function EmailFace({ event, email }: { event: RoomEvent; email: Email }) {
  const text = useText();
  const [hasFailed, setFailed] = useState(false);
  const [isPlain, setPlain] = useState(false);
  const subject = hasVisible(email.subject) ? email.subject : text('FACE_EMAIL_NO_SUBJECT');
  const looks = email.multipartContent && !hasFailed && !isPlain;
  // Pictures in its text are seen there, as long as it is shown as it looks.
  const attached = email.attachments.filter(({ isInline }) => !(isInline && looks));
  return (
    <div className={styles.email}>
      <b className={styles.subject} dir="auto">
        {subject}
      </b>
      <Envelope email={email} createdAt={event.createdAt} />
      <EmailNotices email={email} />
      {hasFailed ? <span className={styles.small}>{text('FACE_EMAIL_FAILED')}</span> : null}
      {looks ? (
        <EmailFrame event={event} title={text('FACE_EMAIL', { subject })} onFail={() => setFailed(true)} />
      ) : (
        <Words email={email} />
      )}
      {email.multipartContent && !hasFailed ? (
        <button type="button" className={styles.switch} onClick={() => setPlain(!isPlain)}>
          {text(isPlain ? 'FACE_EMAIL_SHOW_LOOKS' : 'FACE_EMAIL_SHOW_PLAIN')}
        </button>
      ) : null}
      {email.isCut ? <span className={styles.small}>{text('FACE_EMAIL_CUT')}</span> : null}
      {attached.length === 0 ? null : (
        <ul className={styles.attachments} aria-label={text('FACE_EMAIL_ATTACHMENTS')}>
          {attached.map(({ fileId, name, size, type }) => (
            <li key={fileId}>
              <FileCard file={{ fileId, fileName: name, fileSize: size, mediaType: type, imageWidth: null, imageHeight: null }} isStored />
            </li>
          ))}
        </ul>
      )}
      {email.hasOriginal ? <EmailOriginal event={event} /> : null}
    </div>
  );
}
