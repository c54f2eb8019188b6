import { type EmailWriting, MESSAGE_TEXT_LIMIT, NOTE_CHANNEL_ID, type RoomChannel, TypingTimings, takesFiles } from '@parley/contract';
import { type KeyboardEvent, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useCommand } from '../../../commands/active.ts';
import { useCurrentUser } from '../../../session/current-user.ts';
import { textIfKnown, useText } from '../../../text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { useGrown } from '../../../ui/use-grown.ts';
import { useCommunications, useStorePart } from '../context.ts';
import { useMessageActions } from '../messages.ts';
import { channelWords } from '../room/meant-channels.ts';
import { LettersLeft } from '../room/rest.ts';
import { roomName } from '../room/room-words.ts';
import { useChosen } from '../room/use-chosen.ts';
import { ComposerSaid } from '../said/later.ts';
import { SendLater } from '../scheduled/later.ts';
import { hasContent } from '../state/draft-changes.ts';
import { type Draft, draftKey, emptyDraft, NOTE } from '../state/drafts.ts';
import { historyOfTab, type RoomRecord } from '../state/room-record.ts';
import { isUnderway } from '../state/underway.ts';
import { setWritesIn } from '../store.ts';
import { setDraft } from '../writing.ts';
import { AttachButton } from './AttachButton.tsx';
import styles from './Composer.module.css';
import { DraftEmail } from './email/later.ts';
import { isOfInputMethod, isSending } from './enter-key.ts';
import { Attachments, attachFiles, loadLaterParts } from './later.ts';
import { OffersPlace } from './OffersPlace.tsx';
import { useReference } from './use-reference.ts';
import { useToNotes } from './use-to-notes.ts';
import { useUploads } from './use-uploads.ts';

/** From here on the room left is shown. */
const NEAR_LIMIT = 500;

interface ComposerFieldProps {
  record: RoomRecord;
  tab: 0 | 2;
  /** Null: a private note. */
  channel: RoomChannel | null;
  /** Null where there is nothing to choose. */
  chooser: ReactNode;
}

/** Says that one types, at most once in 3 s (domain: typing). */
function useTypingFrames(roomId: string, channelId: string): () => void {
  const { line } = useCommunications();
  const last = useRef(0);
  return () => {
    const now = Date.now();
    if (now - last.current < TypingTimings.atMostEvery) return;
    if (line.tell({ type: 'Typing', payload: { roomId, channelId } })) last.current = now;
  };
}

/** Where what is typed is kept: on the server, or here alone. */
function Kept({ draft, isTouched }: { draft: Draft; isTouched: boolean }) {
  const text = useText();
  const why = useStorePart(({ unkept }) => unkept.get(draftKey(draft.roomId, draft.channelId)));
  if (draft.unsaved === null) {
    return draft.text !== '' && isTouched ? <span className={styles.saved}>{text('COMMUNICATIONS_SAVED_AS_DRAFT')}</span> : null;
  }
  if (why === undefined) return null;
  if (why.reason === null) return <span className={styles.saved}>{text('COMMUNICATIONS_DRAFT_KEPT_HERE')}</span>;
  const reason = textIfKnown(why.reason, why.params) ?? text('ERROR_DEFAULT_MESSAGE');
  return (
    <span className={styles.hint} data-over="true" role="alert">
      {text('COMMUNICATIONS_DRAFT_KEPT_HERE_WHY', { reason })}
    </span>
  );
}

/** The field itself: Enter sends unless its writer chose otherwise, Ctrl+Enter always, Shift+Enter begins a line; a letter being composed is never taken for Enter. */
export function ComposerField({ record, tab, channel, chooser }: ComposerFieldProps) {
  const text = useText();
  const key = draftKey(record.room.id, channel?.channelId ?? NOTE);
  const draft = useStorePart(({ drafts }) => drafts.get(key)) ?? emptyDraft(key);
  const toNotes = useToNotes(record.room.id);
  const { store, me } = useCommunications();
  const { settings, sending } = useCurrentUser();
  const { enterSends } = settings;
  const { say } = useMessageActions();
  const field = useRef<HTMLTextAreaElement>(null);
  const clip = useRef<HTMLButtonElement>(null);
  const [isTouched, setTouched] = useState(false);
  // It is on its way already, to be sent later.
  const [posted, setPosted] = useState('');
  const [email, setEmail] = useState<EmailWriting | null>(null);
  /** So many left this field: the next begins folded. */
  const [sends, setSends] = useState(0);
  const [focusEditor, setEditor] = useState<{ focus: () => void } | null>(null);
  const { room } = record;
  const isNote = channel === null;
  const isEmail = channel?.channelType === 'EMAIL';
  const toField = () => (isEmail ? focusEditor?.focus() : field.current?.focus());
  const sayTyping = useTypingFrames(room.id, channel?.channelId ?? NOTE_CHANNEL_ID);
  // By the measure of its channel, which comes late: until then the server judges it.
  const [isOver, setOver] = useState(false);
  const left = isOver ? -1 : MESSAGE_TEXT_LIMIT - draft.text.length;
  useGrown(field, draft.text);
  const uploads = useUploads(key);
  const canHoldFiles = isNote || takesFiles(channel.channelType);
  const hasFilesTooMany = !canHoldFiles && draft.files.length > 0;
  // What is not uploaded would be missing in what is sent.
  const reference = useReference(key, draft.text, isNote || channel.channelType === 'INTERNAL');
  const canSend =
    hasContent(draft) &&
    left >= 0 &&
    uploads.length === 0 &&
    !hasFilesTooMany &&
    reference.isKnown &&
    posted !== key &&
    (!isEmail || email !== null);
  const { html } = draft.fields;
  // Pictures that stand in the text are seen there.
  const shownFiles = html === undefined ? draft.files : draft.files.filter(({ fileId }) => !html.includes(`cid:${fileId}`));
  const uploading = uploads.some(isUnderway);
  useEffect(() => void loadLaterParts(), []);
  useCommand('room.reply', toField);
  const chosenId = useChosen()?.id;
  const isWanted = useStorePart(
    ({ writesIn }) => writesIn?.roomId === room.id && writesIn.tab === tab && (writesIn.conversationId ?? chosenId) === chosenId,
  );
  useEffect(() => {
    // An editor that is still on its way takes the focus when it is here.
    if (!isWanted || (isEmail && focusEditor === null)) return;
    setWritesIn(store, null);
    if (isEmail) focusEditor?.focus();
    else field.current?.focus();
  }, [isWanted, store, isEmail, focusEditor]);
  const onReady = useCallback((focus: (() => void) | null) => setEditor(focus && { focus }), []);

  const typed = (words: string) => {
    setTouched(true);
    if (words !== '') sayTyping();
  };
  const write = (words: string) => {
    setDraft(store, key, { text: words });
    typed(words);
  };
  const emptied = () => {
    setTouched(false);
    setSends(sends + 1);
    toField();
  };
  const send = () => {
    if (!canSend) return;
    say(room.id, channel?.channelId ?? null, draft.text, draft.files, sending.undoSendSeconds > 0, {
      ...reference.take(),
      ...(isEmail && email !== null ? { email } : {}),
    });
    emptied();
  };
  // Letters are commands again, and what was said can be scrolled by keys.
  const toTalk = () => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    document.querySelector<HTMLElement>('[data-timeline]')?.focus();
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isOfInputMethod(event)) return;
    if (event.key === 'Escape') toTalk();
    if (event.key === 'ArrowUp' && reference.isAmong && !hasContent(draft)) {
      // The field that takes the focus would go up within itself by the same stroke.
      event.preventDefault();
      reference.editLast(historyOfTab(tab));
    }
    if (!isSending(event, enterSends)) return;
    event.preventDefault();
    send();
  };
  const label = isNote
    ? text('COMMUNICATIONS_NOTE_FIELD')
    : channel.channelType === 'INTERNAL'
      ? text('COMMUNICATIONS_WRITE')
      : text('COMMUNICATIONS_WRITE_ON', { name: roomName(room, text, me), channel: channelWords(room, channel, text) });
  return (
    <section className={styles.composer} data-note={isNote} data-composer data-until-resolved aria-label={text('COMMUNICATIONS_COMPOSER')}>
      <OffersPlace key={key} draft={draft} />
      {!isNote && chooser === null ? null : (
        <div className={styles.bar}>
          {isNote ? (
            <>
              <span className={styles.private}>
                <Icon name="lock" />
                {text('COMMUNICATIONS_PRIVATE_NOTE')}
              </span>
              <span className={styles.noteFor}>{text('COMMUNICATIONS_NOTE_SEEN_BY')}</span>
            </>
          ) : (
            <>
              {chooser}
              <button type="button" className={styles.toNote} onClick={toNotes}>
                <Icon name="lock" />
                {text('COMMUNICATIONS_NOTE')}
              </button>
            </>
          )}
        </div>
      )}
      {reference.isShown ? (
        <Suspense fallback={null}>
          <ComposerSaid
            room={room}
            draftKey={key}
            quoted={reference.quoted}
            field={field}
            text={draft.text}
            onText={write}
            onNames={reference.onNames}
          />
        </Suspense>
      ) : null}
      {isEmail ? (
        <Suspense fallback={<div className={styles.coming} role="status" aria-label={text('COMMUNICATIONS_COMPOSER')} />}>
          <DraftEmail
            key={key}
            record={record}
            channel={channel}
            draft={draft}
            label={label}
            sends={sends}
            onEmail={setEmail}
            onTyped={typed}
            onSend={send}
            onLeave={toTalk}
            onReady={onReady}
          />
        </Suspense>
      ) : (
        <textarea
          ref={field}
          className={styles.input}
          rows={1}
          value={draft.text}
          placeholder={label}
          aria-label={label}
          aria-invalid={left < 0}
          onChange={(event) => write(event.currentTarget.value)}
          onKeyDown={press}
        />
      )}
      {shownFiles.length + uploads.length === 0 ? null : (
        <Suspense fallback={null}>
          <Attachments draft={key} files={shownFiles} onTakenAway={() => clip.current?.focus()} />
        </Suspense>
      )}
      <div className={styles.tools}>
        {canHoldFiles ? <AttachButton ref={clip} onFiles={(files) => void attachFiles(store, key, files)} /> : null}
        <span className={styles.right} />
        {hasFilesTooMany ? (
          <span className={styles.hint} data-over="true" role="alert">
            {text('CHANNEL_WITHOUT_FILES')}
          </span>
        ) : null}
        {uploads.length > 0 && !uploading ? (
          <span className={styles.hint} data-over="true">
            {text('COMMUNICATIONS_ATTACHMENT_FAILED')}
          </span>
        ) : null}
        {uploading ? null : <Kept draft={draft} isTouched={isTouched && left >= NEAR_LIMIT} />}
        <Suspense fallback={null}>
          <LettersLeft text={draft.text} channelType={channel?.channelType} onOver={setOver} />
        </Suspense>
        {isNote || channel.channelType === 'INTERNAL' ? null : (
          <Suspense fallback={null}>
            <SendLater
              draft={draft}
              canSend={canSend}
              email={email ?? undefined}
              onWorks={(works) => setPosted(works ? key : '')}
              onSent={emptied}
            />
          </Suspense>
        )}
        <Button
          className={isNote ? (styles.save ?? '') : (styles.send ?? '')}
          variant="light"
          disabled={!canSend}
          leftSection={<Icon name={isNote ? 'lock' : 'send'} />}
          rightSection={enterSends && !isEmail ? <Icon name="enter" size={14} /> : null}
          onClick={send}
        >
          {text(uploading ? 'COMMUNICATIONS_UPLOADING' : isNote ? 'COMMUNICATIONS_SAVE_NOTE' : 'COMMUNICATIONS_SEND')}
        </Button>
      </div>
    </section>
  );
}
