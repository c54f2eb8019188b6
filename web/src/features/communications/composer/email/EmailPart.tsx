import { type EmailWriting, MESSAGE_TEXT_LIMIT, type RoomChannel } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { orpc } from '../../../../api/client.ts';
import { useText } from '../../../../text.ts';
import { useGrown } from '../../../../ui/use-grown.ts';
import { useCommunications } from '../../context.ts';
import { attach } from '../../files/uploads.ts';
import { type Draft, type DraftFields, draftKey } from '../../state/drafts.ts';
import type { RoomRecord } from '../../state/room-record.ts';
import { setDraft, setFields } from '../../writing.ts';
import { isOfInputMethod } from '../enter-key.ts';
import { BelowWords, EmailWeight, isTooHeavy, SignatureChooser, useBelow } from './BelowWords.tsx';
import { asParagraphs, EmailEditor, type WrittenWords } from './EmailEditor.tsx';
import { EmailHead } from './EmailHead.tsx';
import styles from './EmailPart.module.css';
import { canGo, heldEmails, standingEmail, writingOf } from './standing-email.ts';

interface EmailPartProps {
  record: RoomRecord;
  channel: RoomChannel;
  draft: Draft;
  label: string;
  /** So many were sent from here. */
  sends: number;
  /** Told what belongs to the e-mail beside its words and files; null while it cannot go. */
  onEmail: (email: EmailWriting | null) => void;
  onTyped: (text: string) => void;
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
export function EmailPart({ record, channel, draft, label, sends, onEmail, onTyped, onSend, onLeave, onReady }: EmailPartProps) {
  const text = useText();
  const { store } = useCommunications();
  const { roomId, channelId, fields, files } = draft;
  const key = draftKey(roomId, channelId);
  const { data, isPending } = useQuery({ ...orpc.emails.writeFrom.queryOptions(), staleTime: 60_000 });
  const mailboxes = data?.content ?? none;
  const emails = useMemo(() => heldEmails(record.public.events), [record.public.events]);
  const about = { emails, channelId, customer: channel.emailAddress, applicationId: channel.channelApplicationId, mailboxes };
  const email = standingEmail(fields, about);
  const place = { roomId, channelId };
  const { below, error, refetch } = useBelow(place, email);
  const [chosen, choose] = useState<'RICH' | 'PLAIN' | null>(null);
  const isPlain = (chosen ?? (draft.text !== '' && fields.html === undefined ? 'PLAIN' : 'RICH')) === 'PLAIN';
  // As long as it is not known which signature is usual it would go without one.
  const writing =
    isPending || !canGo(email) || isTooHeavy(files, below)
      ? null
      : writingOf(email, isPlain ? undefined : (fields.html ?? asParagraphs(draft.text)), fields.subject !== undefined);
  const told = JSON.stringify(writing);
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when it says something else.
  useEffect(() => onEmail(writing), [told, onEmail]);
  useEffect(() => () => onEmail(null), [onEmail]);
  const write = ({ text: words, html }: WrittenWords) => {
    setDraft(store, key, { text: words, fields: { ...store.getState().drafts.get(key)?.fields, html } });
    onTyped(words);
  };
  const turn = () => {
    choose(isPlain ? 'RICH' : 'PLAIN');
    if (draft.text !== '') setFields(store, key, { html: isPlain ? asParagraphs(draft.text) : undefined });
  };
  const change = (next: DraftFields) => setFields(store, key, next);
  const shared = {
    label,
    text: draft.text,
    onWrite: write,
    onSend,
    onLeave,
    onReady,
    below: <BelowWords email={email} below={below} hasFailed={error !== null} onAgain={() => void refetch()} onChange={change} />,
    tools: (
      <>
        <button type="button" className={styles.turn} aria-pressed={isPlain} onClick={turn}>
          {text('EMAIL_PLAIN')}
        </button>
        <SignatureChooser email={email} onChange={change} />
        <EmailWeight files={files} below={below} />
      </>
    ),
  };
  return (
    <div className={styles.part}>
      <EmailHead key={sends} roomId={roomId} email={email} mailboxes={mailboxes} onChange={change} />
      {isPlain ? (
        <PlainWords {...shared} />
      ) : (
        <EmailEditor {...shared} html={fields.html} onPictures={(pictures, onUploaded) => attach(store, key, pictures, onUploaded)} />
      )}
    </div>
  );
}

const none: never[] = [];
