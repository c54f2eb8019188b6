import { EMAIL_RECIPIENTS_LIMIT, EMAIL_SUBJECT_LIMIT, nameIn, type WritingMailbox } from '@parley/contract';
import { useState } from 'react';
import { useText } from '../../../../text.ts';
import { Icon } from '../../../../ui/Icon.tsx';
import { readableAddress } from '../../faces/readable-recipient.ts';
import type { DraftFields } from '../../state/drafts.ts';
import styles from './EmailHead.module.css';
import { RecipientsField } from './RecipientsField.tsx';
import { canGo, type StandingEmail } from './standing-email.ts';

interface EmailHeadProps {
  roomId: string;
  email: StandingEmail;
  mailboxes: readonly WritingMailbox[];
  onChange: (fields: DraftFields) => void;
}

const shortName = (recipient: string): string => nameIn(recipient) || readableAddress(recipient);

/** Whom it goes to and what it is called: one line that unfolds. It stays unfolded where something of it is missing. */
export function EmailHead({ roomId, email, mailboxes, onChange }: EmailHeadProps) {
  const text = useText();
  const [isUnfolded, unfold] = useState(false);
  const [lines, setLines] = useState({ cc: false, bcc: false });
  const { to, cc, bcc, subject, strangers, mailbox, forwards } = email;
  const all = [...to, ...cc, ...bcc];
  const isOpen = isUnfolded || !canGo(email);
  const [first = '', ...more] = all;
  const words =
    first === ''
      ? text('EMAIL_TO_NOBODY')
      : more.length === 0
        ? text('EMAIL_TO_ONE', { name: shortName(first) })
        : text('EMAIL_TO_SEVERAL', { name: shortName(first), count: more.length });
  const recipients = (line: 'to' | 'cc' | 'bcc', label: string, takesFocus: boolean) => (
    <RecipientsField
      roomId={roomId}
      label={label}
      recipients={email[line]}
      others={(['to', 'cc', 'bcc'] as const).filter((other) => other !== line).flatMap((other) => email[other])}
      strangers={strangers}
      takesFocus={takesFocus}
      onChange={(next) => onChange({ to: [...to], cc: [...cc], bcc: [...bcc], [line]: next })}
    />
  );
  const hasCc = lines.cc || cc.length > 0;
  const hasBcc = lines.bcc || bcc.length > 0;
  return (
    <div className={styles.head}>
      <button
        type="button"
        className={styles.summary}
        aria-expanded={isOpen}
        disabled={isOpen && !isUnfolded}
        data-new={strangers.length > 0}
        onClick={() => unfold(!isUnfolded)}
      >
        {strangers.length > 0 ? <Icon name="alert" size={14} /> : null}
        <span className={styles.whom} dir="auto">
          {words}
        </span>
        {strangers.length > 0 ? <span className={styles.isNew}>{text('EMAIL_STRANGERS', { count: strangers.length })}</span> : null}
        <span className={styles.about} dir="auto">
          {subject === '' ? text('EMAIL_NO_SUBJECT') : subject}
        </span>
        <Icon name={isOpen ? 'up' : 'down'} size={14} />
      </button>
      {isOpen ? (
        <div className={styles.lines}>
          {mailboxes.length > 1 ? (
            <label className={styles.line}>
              <span className={styles.label}>{text('EMAIL_FROM')}</span>
              <select
                className={styles.select}
                value={mailbox?.address ?? ''}
                onChange={({ currentTarget }) => onChange({ from: currentTarget.value, signatureId: undefined })}
              >
                {mailbox === undefined ? <option value="">{text('EMAIL_FROM_CHANNEL')}</option> : null}
                {mailboxes.map(({ id, name, address }) => (
                  <option key={id} value={address}>
                    {`${name} <${readableAddress(address)}>`}
                  </option>
                ))}
              </select>
            </label>
          ) : null}
          <div className={styles.withMore}>
            {recipients('to', text('EMAIL_TO'), to.length === 0 && forwards !== undefined)}
            <span className={styles.more}>
              {hasCc ? null : (
                <button type="button" onClick={() => setLines({ ...lines, cc: true })}>
                  {text('EMAIL_CC')}
                </button>
              )}
              {hasBcc ? null : (
                <button type="button" onClick={() => setLines({ ...lines, bcc: true })}>
                  {text('EMAIL_BCC')}
                </button>
              )}
            </span>
          </div>
          {hasCc ? recipients('cc', text('EMAIL_CC'), lines.cc && cc.length === 0) : null}
          {hasBcc ? recipients('bcc', text('EMAIL_BCC'), lines.bcc && bcc.length === 0) : null}
          {email.isTooMany ? (
            <p className={styles.fault} role="alert">
              {text('EMAIL_RECIPIENTS_TOO_MANY', { limit: EMAIL_RECIPIENTS_LIMIT })}
            </p>
          ) : null}
          <label className={styles.line}>
            <span className={styles.label}>{text('EMAIL_SUBJECT')}</span>
            <input
              className={styles.subject}
              type="text"
              dir="auto"
              maxLength={EMAIL_SUBJECT_LIMIT}
              value={subject}
              onChange={({ currentTarget }) => onChange({ subject: currentTarget.value })}
            />
          </label>
        </div>
      ) : null}
    </div>
  );
}
