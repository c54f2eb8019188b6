import { hasVisible, MESSAGE_TEXT_LIMIT, type RoomEvent } from '@parley/contract';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useCurrentUser } from '../../../session/current-user.ts';
import { useText } from '../../../text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Refusal } from '../../../ui/Refusal.tsx';
import { useGrown } from '../../../ui/use-grown.ts';
import { useCommunications, useStorePart } from '../context.ts';
import { setEditing } from '../store.ts';
import { editWords } from './deeds.ts';
import { MentionList, type WhomItNames } from './MentionList.tsx';
import { stillNamed, wordsOfToday } from './mentioning.ts';
import { useNameables } from './people.ts';
import styles from './Said.module.css';

const toComposer = () => document.querySelector<HTMLElement>('[data-composer] textarea')?.focus();

/** One's own words being changed where they stand. What is typed outlives a look at another room. */
export function EditBox({ event }: { event: RoomEvent }) {
  const text = useText();
  const { store } = useCommunications();
  const { enterSends } = useCurrentUser().settings;
  const typed = useStorePart(({ editing }) => editing?.text ?? null);
  const { people, failed } = useNameables(event.roomId);
  const { message } = event.eventData;
  const field = useRef<HTMLTextAreaElement>(null);
  const [whom, setWhom] = useState<{ of: WhomItNames } | null>(null);
  const [onNames] = useState(() => (of: WhomItNames | null) => setWhom(of === null ? null : { of }));
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const names = message?.mentions?.length ?? 0;
  // Whoever is named stands there by the words of today, once they are known.
  const isReady = names === 0 || people !== undefined || failed;
  const words = typed ?? (message === null || !isReady ? '' : wordsOfToday(message, people ?? []));
  const left = MESSAGE_TEXT_LIMIT - words.length;
  const canSave = isReady && hasVisible(words) && left >= 0 && (!words.includes('@') || whom !== null || failed);
  // Where the names could not be had, whoever still stands there as before stays named.
  const mentions = () => (failed && people === undefined && message !== null ? stillNamed(message, words) : (whom?.of(words) ?? []));
  useGrown(field, words);
  useEffect(() => {
    const element = field.current;
    const { editing } = store.getState();
    if (!isReady || element === null || editing === null || editing.hadFocus) return;
    setEditing(store, { ...editing, hadFocus: true });
    element.focus();
    element.setSelectionRange(element.value.length, element.value.length);
    element.scrollIntoView({ block: 'nearest' });
  }, [isReady, store]);
  const write = (next: string) => setEditing(store, { eventId: event.id, text: next, hadFocus: true });
  const leave = () => {
    setEditing(store, null);
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
    if (key.nativeEvent.isComposing || key.keyCode === 229) return;
    if (key.key === 'Escape') {
      key.stopPropagation();
      leave();
    }
    if (key.key !== 'Enter' || key.shiftKey || key.altKey) return;
    if (!enterSends && !key.ctrlKey && !key.metaKey) return;
    key.preventDefault();
    void save();
  };
  return (
    <div className={styles.editing}>
      {words.includes('@') ? <MentionList roomId={event.roomId} field={field} text={words} onText={write} onNames={onNames} /> : null}
      <textarea
        ref={field}
        className={styles.field}
        rows={1}
        value={words}
        aria-label={text('SAID_EDIT_FIELD')}
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
      {refusal === null ? null : <Refusal problem={refusal} />}
      <span className={styles.answers}>
        <Button size="compact" variant="default" onClick={leave}>
          {text('FRAME_CANCEL')}
        </Button>
        <Button size="compact" variant="filled" loading={isBusy} disabled={!canSave} onClick={() => void save()}>
          {text('FORM_SAVE')}
        </Button>
      </span>
    </div>
  );
}
