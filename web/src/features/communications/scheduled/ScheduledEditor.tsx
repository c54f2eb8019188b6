import { Checkbox } from '@mantine/core';
import {
  type EmailWriting,
  hasVisible,
  MESSAGE_TEXT_LIMIT,
  MOST_SCHEDULED_DAYS,
  type ScheduledEdit,
  type ScheduledMessage,
} from '@parley/contract';
import { type KeyboardEvent, Suspense, useEffect, useRef, useState } from 'react';
import { serverNow } from '../../../api/server-clock.ts';
import { dayKey } from '../../../format.ts';
import { DateInput } from '../../../forms/DateInput.tsx';
import { FaultWords } from '../../../forms/FaultWords.tsx';
import { TimeInput } from '../../../forms/TimeInput.tsx';
import { isDay } from '../../../forms/typed-date.ts';
import { timeOf } from '../../../forms/typed-time.ts';
import { lateParts } from '../../../late-parts.ts';
import { useCurrentUser } from '../../../session/current-user.ts';
import { useText } from '../../../text.ts';
import { Kit } from '../../../theme/Kit.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Refusal } from '../../../ui/Refusal.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { useGrown } from '../../../ui/use-grown.ts';
import { makeOffer } from '../bulk/offer.ts';
import { isOfInputMethod, isSending } from '../composer/enter-key.ts';
import { useUploads } from '../composer/use-uploads.ts';
import { useStorePart } from '../context.ts';
import { draftWords } from '../room/room-words.ts';
import { EditVerbs } from '../said/EditVerbs.tsx';
import { KeptVerbs } from '../said/KeptVerbs.tsx';
import { dayTime } from '../snooze/day-time.ts';
import { editOf } from './edit-of.ts';
import styles from './ScheduledEditor.module.css';
import { beginEdit, type Edited, type EditPart, endEdit, typeEdit, useEditing } from './scheduled-edits.ts';
import { uploadsKey } from './uploads-key.ts';

const ScheduledEmail = lateParts(() => import('./ScheduledEmail.tsx')).late('ScheduledEmail');

const DAY = 86_400_000;
/** As for what was cancelled. */
const UNDO_MS = 10_000;

/** The fields of a message hold this, whatever it says itself; another that holds nothing else is not being changed any more. */
function holdFields(message: ScheduledMessage, { text, files, fields, day, time, unless }: Edited): void {
  const { of: me } = useEditing.getState();
  endEdit(me, message.id);
  beginEdit(me, message, false);
  typeEdit(me, message.id, { text, files, fields, day, time, unless });
}

/** Closing the page asks first while something was changed: it would forget it. */
function useAskBeforeClosing(isTyped: boolean): void {
  useEffect(() => {
    if (!isTyped) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isTyped]);
}

/** The entry stands again: whoever was in its fields is at its first button. */
function toEntry(id: string): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-message="${id}"] button`)?.focus());
}

/** The field has the focus when its change was begun here, and not after a reload. */
function useFocusWhenBegun(takesFocus: boolean, onFocused: () => void) {
  const field = useRef<HTMLTextAreaElement>(null);
  const focused = useRef(onFocused);
  focused.current = onFocused;
  useEffect(() => {
    if (!takesFocus || field.current === null) return;
    focused.current();
    field.current.focus();
    field.current.scrollIntoView({ block: 'nearest' });
  }, [takesFocus]);
  return field;
}

/** The files that go with it; each can be left out. */
function EditedFiles({ files, onLeft }: { files: Edited['files']; onLeft: (files: Edited['files']) => void }) {
  const text = useText();
  if (files.length === 0) return null;
  return (
    <ul className={styles.files} aria-label={text('SCHEDULED_EDIT_FILES')}>
      {files.map(({ fileId, fileName }) => {
        const label = text('SCHEDULED_EDIT_LEAVE_OUT', { name: fileName });
        return (
          <li key={fileId} className={styles.file}>
            <Icon name="clipper" size={14} />
            <span className={styles.name}>{fileName}</span>
            <IconButton aria-label={label} title={label} onClick={() => onLeft(files.filter((one) => one.fileId !== fileId))}>
              <Icon name="x" size={14} />
            </IconButton>
          </li>
        );
      })}
    </ul>
  );
}

interface ScheduledEditorProps {
  message: ScheduledMessage;
  edited: Edited;
  /** As it stood when the change began. */
  stood: Edited;
  isTyped: boolean;
  takesFocus: boolean;
  onFocused: () => void;
  onType: (part: EditPart) => void;
  /** Nothing was typed, and it was changed elsewhere. */
  onStale: () => void;
  onSave: (edit: ScheduledEdit) => Promise<ScheduledMessage>;
  /** It was saved or dropped. */
  onEnd: () => void;
}

/**
 * A message that waits being changed where it stands: its words, its time, and whether it goes once the customer writes. Save puts all of it into its
 * place, Cancel leaves it as it was, and what was typed outlives a reload.
 */
export function ScheduledEditor({ message, edited, stood, isTyped, takesFocus, ...on }: ScheduledEditorProps) {
  const text = useText();
  const { timezone, settings } = useCurrentUser();
  const { id } = message;
  const { onType: type, onStale, onSave, onEnd } = on;
  const field = useFocusWhenBegun(takesFocus, on.onFocused);
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  useGrown(field, edited.text);
  useAskBeforeClosing(isTyped);
  const isChangedElsewhere = !isBusy && message.version > edited.from.version;
  const isStale = isChangedElsewhere && !isTyped;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each change.
  useEffect(() => {
    if (isStale) onStale();
  }, [isStale, message.version]);
  const left = MESSAGE_TEXT_LIMIT - edited.text.length;
  const record = useStorePart(({ state }) => state.rooms.get(message.roomId));
  const channel = record?.room.channels.find(({ channelId, channelType }) => channelId === message.channelId && channelType === 'EMAIL');
  const [email, setEmail] = useState<EmailWriting | null>(null);
  const uploads = useUploads(uploadsKey(message));
  const saysSomething = hasVisible(edited.text) || edited.files.length > 0 || email?.forwards !== undefined;
  const canSave = saysSomething && left >= 0 && uploads.length === 0 && (channel === undefined || email !== null);
  const isLeft = useRef(false);
  const leave = () => {
    onEnd();
    toEntry(id);
  };
  const drop = () => {
    // Escape in the words is told here twice.
    if (isLeft.current) return;
    isLeft.current = true;
    leave();
    if (!isTyped) return;
    const undo = async () => holdFields(edited.from, edited);
    makeOffer({ says: [{ key: 'SCHEDULED_EDIT_DROPPED' }], lasts: UNDO_MS, undo, lapse: async () => undefined });
  };
  const save = async () => {
    if (!canSave || isBusy) return;
    setAsked(true);
    setRefusal(null);
    const edit = editOf(edited, stood, message.version, timezone, email ?? undefined);
    if (edit === null) return;
    setBusy(true);
    try {
      const saved = await onSave(edit);
      const now = useEditing.getState().edits.get(id);
      // What came while it was being saved stands on, as a change of what was saved.
      if (now === undefined || now === edited) leave();
      else holdFields(saved, now);
      setAsked(false);
      setBusy(false);
      toastSuccess('SCHEDULED_EDIT_SAVED', { time: dayTime(saved.sendAt, serverNow(), text) });
    } catch (problem) {
      setRefusal(problem);
      setBusy(false);
    }
  };
  const press = (key: KeyboardEvent) => {
    if (!isSending(key, settings.enterSends)) return;
    key.preventDefault();
    void save();
  };
  const leaveByEscape = (key: KeyboardEvent) => {
    if (key.key !== 'Escape' || key.defaultPrevented || isOfInputMethod(key)) return;
    key.stopPropagation();
    drop();
  };
  const now = serverNow();
  return (
    <Kit>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape in any of its fields leaves all of them. */}
      <div className={styles.editing} onKeyDown={leaveByEscape}>
        {isChangedElsewhere && isTyped ? (
          <p className={styles.meanwhile} role="alert">
            {text('SCHEDULED_EDIT_CHANGED', { words: draftWords(message, text) })}
          </p>
        ) : null}
        {record === undefined || channel === undefined ? (
          <textarea
            ref={field}
            className={styles.field}
            rows={1}
            value={edited.text}
            aria-label={text('SCHEDULED_EDIT_FIELD')}
            aria-invalid={left < 0}
            onChange={({ currentTarget }) => type({ text: currentTarget.value })}
            onKeyDown={press}
          />
        ) : (
          <Suspense fallback={<div className={styles.coming} />}>
            <ScheduledEmail
              message={message}
              record={record}
              channel={channel}
              edited={edited}
              takesFocus={takesFocus}
              onFocused={on.onFocused}
              onType={type}
              onEmail={setEmail}
              onSave={() => void save()}
              onLeave={drop}
            />
          </Suspense>
        )}
        {left < 0 ? (
          <span className={styles.over} role="alert">
            {text('COMMUNICATIONS_LETTERS_OVER', { count: -left })}
          </span>
        ) : null}
        {channel === undefined ? <EditedFiles files={edited.files} onLeft={(files) => type({ files })} /> : null}
        <div className={styles.times}>
          <DateInput
            className={styles.date ?? ''}
            label={text('SCHEDULE_DATE')}
            min={dayKey(now)}
            max={dayKey(now + MOST_SCHEDULED_DAYS * DAY)}
            value={edited.day}
            error={isAsked && !isDay(edited.day) ? <FaultWords words={text('SCHEDULE_WITHOUT_DATE')} /> : null}
            onChange={(day) => type({ day })}
          />
          <TimeInput
            className={styles.time ?? ''}
            label={text('SCHEDULE_TIME')}
            value={edited.time}
            error={isAsked && timeOf(edited.time) === null ? <FaultWords words={text('SCHEDULE_WITHOUT_TIME')} /> : null}
            onChange={(time) => type({ time })}
          />
        </div>
        <Checkbox
          label={text('SCHEDULE_UNLESS')}
          checked={edited.unless}
          onChange={({ currentTarget }) => type({ unless: currentTarget.checked })}
        />
        <p className={styles.zone}>{text('SCHEDULE_ZONE', { zone: timezone })}</p>
        {refusal === null ? null : <Refusal problem={refusal} />}
        <EditVerbs canSave={canSave} isBusy={isBusy} onLeave={drop} onSave={() => void save()} />
      </div>
    </Kit>
  );
}

/** What was typed for a message that went or was cancelled before it was saved: to be copied or dropped. */
export function UnsavedEdit({ edited, onEnd }: { edited: Edited; onEnd: () => void }) {
  const text = useText();
  return (
    <div className={styles.editing}>
      <p className={styles.meanwhile} role="alert">
        {text('SCHEDULED_EDIT_SETTLED')}
      </p>
      <p className={styles.kept}>{edited.text}</p>
      <KeptVerbs words={edited.text} onDrop={onEnd} />
    </div>
  );
}
