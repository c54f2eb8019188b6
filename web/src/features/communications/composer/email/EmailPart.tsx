import { type EmailWriting, MESSAGE_TEXT_LIMIT, type RoomChannel, type UploadedFile } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { orpc } from '../../../../api/client.ts';
import { useText } from '../../../../text.ts';
import { useGrown } from '../../../../ui/use-grown.ts';
import type { DraftContent, DraftFields } from '../../state/drafts.ts';
import type { RoomRecord } from '../../state/room-record.ts';
import { isOfInputMethod } from '../enter-key.ts';
import { BelowWords, EmailWeight, isTooHeavy, SignatureChooser, useBelow } from './BelowWords.tsx';
import { asParagraphs, EmailEditor, type WrittenWords } from './EmailEditor.tsx';
import { EmailHead } from './EmailHead.tsx';
import styles from './EmailPart.module.css';
import { canGo, heldEmails, standingEmail, writingOf } from './standing-email.ts';

export interface EmailPartProps {
  record: RoomRecord;
  channel: RoomChannel;
  /** As it stands: of a draft, or of a message that waits. */
  written: Pick<DraftContent, 'text' | 'files' | 'fields'>;
  label: string;
  /** So many were sent from here. */
  sends: number;
  /** Told what belongs to the e-mail beside its words and files; null while it cannot go. */
  onEmail: (email: EmailWriting | null) => void;
  onWords: (words: WrittenWords) => void;
  onFields: (fields: DraftFields) => void;
  /** Uploads pictures that were pasted; each is told of once it is there. */
  onPictures: (files: File[], onUploaded: (file: UploadedFile) => void) => void;
  onSend: () => void;
  onLeave: () => void;
  onReady: (focus: (() => void) | null) => void;
}

interface PlainWordsProps extends Pick<EmailPartProps, 'label' | 'onSend' | 'onLeave' | 'onReady'> {
  text: string;
  onWrite: (words: WrittenWords) => void;
  below: ReactNode;
  tools: ReactNode;
}

/** The words without looks. Enter begins a line here too: an e-mail has several. */
function PlainWords({ text, label, onWrite, onSend, onLeave, onReady, below, tools }: PlainWordsProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useGrown(field, text);
  useEffect(() => {
    onReady(() => field.current?.focus());
    return () => onReady(null);
  }, [onReady]);
  const press = (event: KeyboardEvent) => {
    if (isOfInputMethod(event)) return;
    if (event.key === 'Escape') onLeave();
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    onSend();
  };
  return (
    <>
      <div className={styles.paper}>
        <textarea
          ref={field}
          className={styles.plain}
          rows={3}
          value={text}
          placeholder={label}
          aria-label={label}
          aria-invalid={text.length > MESSAGE_TEXT_LIMIT}
          onChange={({ currentTarget }) => onWrite({ text: currentTarget.value, html: undefined })}
          onKeyDown={press}
        />
        {below}
      </div>
      <div className={styles.looks}>{tools}</div>
    </>
  );
}

/** An e-mail as it is being written: whom it goes to, its words, and what stands below them. */
export function EmailPart({ record, channel, written, label, sends, onEmail, onWords, onFields, ...on }: EmailPartProps) {
  const text = useText();
  const { fields, files } = written;
  const roomId = record.room.id;
  const { channelId } = channel;
  const { data, isPending } = useQuery({ ...orpc.emails.writeFrom.queryOptions(), staleTime: 60_000 });
  const mailboxes = data?.content ?? none;
  const emails = useMemo(() => heldEmails(record.public.events), [record.public.events]);
  const about = { emails, channelId, customer: channel.emailAddress, applicationId: channel.channelApplicationId, mailboxes };
  const email = standingEmail(fields, about);
  const place = { roomId, channelId };
  const { below, error, refetch } = useBelow(place, email);
  const [chosen, choose] = useState<'RICH' | 'PLAIN' | null>(null);
  const isPlain = (chosen ?? (written.text !== '' && fields.html === undefined ? 'PLAIN' : 'RICH')) === 'PLAIN';
  // As long as it is not known which signature is usual it would go without one.
  const writing =
    isPending || !canGo(email) || isTooHeavy(files, below)
      ? null
      : writingOf(email, isPlain ? undefined : (fields.html ?? asParagraphs(written.text)), fields.subject !== undefined);
  const told = JSON.stringify(writing);
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when it says something else.
  useEffect(() => onEmail(writing), [told, onEmail]);
  useEffect(() => () => onEmail(null), [onEmail]);
  const turn = () => {
    choose(isPlain ? 'RICH' : 'PLAIN');
    if (written.text !== '') onFields({ html: isPlain ? asParagraphs(written.text) : undefined });
  };
  const shared = {
    label,
    text: written.text,
    onWrite: onWords,
    onSend: on.onSend,
    onLeave: on.onLeave,
    onReady: on.onReady,
    below: (
      <BelowWords key={sends} email={email} below={below} hasFailed={error !== null} onAgain={() => void refetch()} onChange={onFields} />
    ),
    tools: (
      <>
        <button type="button" className={styles.turn} aria-pressed={isPlain} onClick={turn}>
          {text('EMAIL_PLAIN')}
        </button>
        <SignatureChooser email={email} onChange={onFields} />
        <EmailWeight files={files} below={below} />
      </>
    ),
  };
  return (
    <div className={styles.part}>
      <EmailHead key={sends} roomId={roomId} email={email} mailboxes={mailboxes} onChange={onFields} />
      {isPlain ? <PlainWords {...shared} /> : <EmailEditor {...shared} html={fields.html} onPictures={on.onPictures} />}
    </div>
  );
}

const none: never[] = [];
