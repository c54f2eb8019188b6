import { hasVisible, MESSAGE_TEXT_LIMIT, type RoomEvent } from '@parley/contract';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useCurrentUser } from '../../../session/current-user.ts';
import { useText } from '../../../text.ts';
import { Refusal } from '../../../ui/Refusal.tsx';
import { useGrown } from '../../../ui/use-grown.ts';
import { isOfInputMethod, isSending } from '../composer/enter-key.ts';
import { useCommunications, useStorePart } from '../context.ts';
import { endEdit, focusedEdit, typeEdit } from '../state/edits.ts';
import { changeEdits } from './change-edits.ts';
import { editWords } from './deeds.ts';
import { EditVerbs } from './EditVerbs.tsx';
import { KeptVerbs } from './KeptVerbs.tsx';
import { MentionList, type WhomItNames } from './MentionList.tsx';
import { stillNamed, wordsOfToday } from './mentioning.ts';
import { useNameables } from './people.ts';
import styles from './Said.module.css';

const toComposer = () => document.querySelector<HTMLElement>('[data-composer] :is(textarea, [contenteditable=true])')?.focus();

/** One's own words as they stand now, whoever is named in them by the words of today; null until those are known. */
function useStanding(event: RoomEvent) {
  const { people, failed } = useNameables(event.roomId);
  const { message } = event.eventData;
  const isReady = (message?.mentions?.length ?? 0) === 0 || people !== undefined || failed;
  return { message, people, failed, standing: message === null || !isReady ? null : wordsOfToday(message, people ?? []) };
}

/**
 * One's own words being changed where they stand. What is typed outlives a look at another room, another edit, and the message: where that was
 * deleted meanwhile they stay in the same field, to be copied or dropped.
 */
export function EditBox({ event }: { event: RoomEvent }) {
  const text = useText();
  const { store } = useCommunications();
  const { enterSends } = useCurrentUser().settings;
  const edit = useStorePart(({ edits }) => edits.get(event.id));
  const { message, people, failed, standing } = useStanding(event);
  const isDeleted = event.since?.deleted !== undefined;
  const field = useRef<HTMLTextAreaElement>(null);
  const [whom, setWhom] = useState<{ of: WhomItNames } | null>(null);
  const [onNames] = useState(() => (of: WhomItNames | null) => setWhom(of === null ? null : { of }));
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  /** As they stood last: a message that is deleted has none. */
  const stood = useRef<string | null>(null);
  if (standing !== null) stood.current = standing;
  const typed = edit?.text ?? null;
  const words = typed ?? standing ?? stood.current ?? '';
  const isReady = typed !== null || standing !== null;
  const left = MESSAGE_TEXT_LIMIT - words.length;
  const canSave = !isDeleted && standing !== null && hasVisible(words) && left >= 0 && (!words.includes('@') || whom !== null || failed);
  // Where the names could not be had, whoever still stands there as before stays named.
  const mentions = () => (failed && people === undefined && message !== null ? stillNamed(message, words) : (whom?.of(words) ?? []));
  useGrown(field, words);
  const takesFocus = edit?.takesFocus === true;
  useEffect(() => {
    if (!takesFocus || field.current === null) return;
    changeEdits(store, (edits) => focusedEdit(edits, event.id));
    field.current.focus();
    field.current.scrollIntoView({ block: 'nearest' });
  }, [takesFocus, store, event.id]);
  useEffect(() => {
    const element = field.current;
    if (isReady && element !== null && element === document.activeElement)
      element.setSelectionRange(element.value.length, element.value.length);
  }, [isReady]);
  useEffect(() => {
    // Whoever was about to type goes on in the field; one that nobody has seen is over with its message.
    if (isDeleted && typed === null)
      changeEdits(store, (edits) => (stood.current === null ? endEdit(edits, event.id) : typeEdit(edits, event.id, stood.current)));
  }, [isDeleted, typed, store, event.id]);
  const write = (next: string) => changeEdits(store, (edits) => typeEdit(edits, event.id, next === standing ? null : next));
  const leave = () => {
    changeEdits(store, (edits) => endEdit(edits, event.id));
    toComposer();
  };
  const save = async () => {
    if (!canSave || isBusy) return;
    setBusy(true);
    setRefusal(null);
    try {
      await editWords({ store }, { roomId: event.roomId, eventId: event.id }, { text: words, mentions: mentions() });
      leave();
    } catch (problem) {
      setRefusal(problem);
      setBusy(false);
    }
  };
  const press = (key: KeyboardEvent) => {
    if (isOfInputMethod(key) || isDeleted) return;
    if (key.key === 'Escape') {
      key.stopPropagation();
      leave();
    }
    if (!isSending(key, enterSends)) return;
    key.preventDefault();
    void save();
  };
  return (
    <div className={styles.editing} data-until-resolved>
      {words.includes('@') && !isDeleted ? (
        <MentionList roomId={event.roomId} field={field} text={words} onText={write} onNames={onNames} />
      ) : null}
      {isDeleted ? (
        <span className={styles.meanwhile} role="alert">
          {text('SAID_EDIT_DELETED')}
        </span>
      ) : null}
      {/* The same element whatever becomes of the message: whoever is typing goes on in it. */}
      <textarea
        key="field"
        ref={field}
        className={styles.field}
        rows={1}
        value={words}
        aria-label={text(isDeleted ? 'SAID_EDIT_UNSAVED' : 'SAID_EDIT_FIELD')}
        aria-invalid={left < 0}
        readOnly={!isReady}
        onChange={({ currentTarget }) => write(currentTarget.value)}
        onKeyDown={press}
      />
      {left < 0 ? (
        <span className={styles.over} role="alert">
          {text('COMMUNICATIONS_LETTERS_OVER', { count: -left })}
        </span>
      ) : null}
      {refusal === null || isDeleted ? null : <Refusal problem={refusal} />}
      {isDeleted ? (
        <KeptVerbs words={words} onDrop={leave} />
      ) : (
        <EditVerbs canSave={canSave} isBusy={isBusy} onLeave={leave} onSave={() => void save()} />
      )}
    </div>
  );
}
