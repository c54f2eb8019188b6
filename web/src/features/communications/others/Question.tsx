import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { quietly } from '../../../replaced.ts';
import { useText } from '../../../text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { placeToasts, toastProblem } from '../../../ui/toast.ts';
import { useCommunications, useStorePart } from '../context.ts';
import { useGo } from '../place.ts';
import { messageWords } from '../room/room-words.ts';
import { readAnswer } from './answered.ts';
import styles from './Others.module.css';

interface QuestionProps {
  roomId: string;
  /** Who has answered, and the place of that answer. */
  answer: { name: string; seq: number };
  /** What was not sent, where it stands nowhere else. */
  unsent?: ReactNode;
  /** What else can be done with it. */
  children?: ReactNode;
  /** Left out where it stands behind another of which is asked: that one is decided first. */
  onSend?: (() => void) | undefined;
  /** Puts it back into its field. */
  onBack: () => Promise<unknown> | undefined;
}

/** Something was not sent because a colleague had answered meanwhile: whether it is to go all the same. */
export function Question({ roomId, answer: { name, seq }, unsent, children, onSend, onBack }: QuestionProps) {
  const text = useText();
  const go = useGo();
  const words = useId();
  const { store } = useCommunications();
  const events = useStorePart(({ state }) => state.rooms.get(roomId)?.public.events);
  const answer = events?.find((event) => event.seq === seq);
  const { message, type } = answer?.eventData ?? {};
  // A toast stands above it.
  useEffect(() => {
    placeToasts();
    return placeToasts;
  }, []);
  const group = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = group.current;
    return () => {
      if (box?.contains(document.activeElement) !== true) return;
      // Whoever has said what becomes of it goes on in the field, unless they are led elsewhere.
      queueMicrotask(() => {
        if (document.activeElement === document.body)
          document.querySelector<HTMLElement>('[data-composer] :is(textarea, [contenteditable=true])')?.focus();
      });
    };
  }, []);
  const isAway = answer === undefined;
  useEffect(() => {
    // Whoever is asked is told of what: it may have been pushed to nobody, or be on its way.
    if (isAway) void quietly(() => readAnswer(store, roomId, seq));
  }, [isAway, store, roomId, seq]);
  const read = async () => {
    await onBack();
    try {
      const there = answer ?? (await readAnswer(store, roomId, seq));
      // It is gone to, and has the focus.
      if (there !== undefined) go({ tab: 0, eventId: there.id });
    } catch (problem) {
      toastProblem(problem);
    }
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form’s.
    <div ref={group} role="group" className={styles.question} aria-labelledby={words} data-above-composer>
      <Icon name="alert" />
      <div className={styles.asked} id={words}>
        {/* What stands behind another says no more than that: the answer is told above it. */}
        {onSend === undefined ? null : <p>{text('OTHERS_ANSWERED', { name })}</p>}
        {onSend === undefined || type === undefined ? null : (
          <p className={styles.answer}>{messageWords(type, message?.text ?? null, text)}</p>
        )}
        {unsent}
        {onSend === undefined ? <p className={styles.answer}>{text('OTHERS_BEHIND')}</p> : null}
      </div>
      <span className={styles.verbs}>
        {onSend === undefined ? null : (
          <Button variant="default" size="compact" onClick={onSend}>
            {text('OTHERS_SEND_ANYWAY')}
          </Button>
        )}
        <Button variant="light" size="compact" onClick={() => void read()}>
          {text('OTHERS_READ_FIRST')}
        </Button>
        {children}
      </span>
    </div>
  );
}
