import type { Room } from '@parley/contract';
import { useEffect, useId } from 'react';
import { quietly } from '../../../replaced.ts';
import { useText } from '../../../text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { placeToasts, toastProblem } from '../../../ui/toast.ts';
import { useCommunications, useStorePart } from '../context.ts';
import { useGo } from '../place.ts';
import { messageWords } from '../room/room-words.ts';
import { isAsked } from '../state/pending.ts';
import { answeredAt, readAnswer, sendAnyway, toFields } from './answered.ts';
import styles from './Others.module.css';

/**
 * Above the composer, where something was not sent because a colleague had answered meanwhile: whether it is to go all the same. What was written stands
 * among the messages as not sent until that is said.
 */
export function AnsweredQuestion({ room: { id } }: { room: Room }) {
  const text = useText();
  const go = useGo();
  const words = useId();
  const communications = useCommunications();
  const { store } = communications;
  const pending = useStorePart(({ state }) => state.pending.get(id));
  const events = useStorePart(({ state }) => state.rooms.get(id)?.public.events);
  const asked = pending?.filter(isAsked) ?? [];
  const [first] = asked;
  const seq = answeredAt(asked);
  const answer = events?.find((event) => event.seq === seq);
  const { message, type } = answer?.eventData ?? {};
  const isHere = first !== undefined;
  // A toast stands above it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever it comes or goes.
  useEffect(placeToasts, [isHere]);
  const isAway = isHere && answer === undefined;
  useEffect(() => {
    // Whoever is asked is told of what: it may have been pushed to nobody, or be on its way.
    if (isAway) void quietly(() => readAnswer(store, id, seq));
  }, [isAway, store, id, seq]);
  if (first === undefined) return null;
  const read = async () => {
    toFields(communications, asked);
    try {
      const there = answer ?? (await readAnswer(store, id, seq));
      // It is gone to, and has the focus.
      if (there !== undefined) go({ tab: 0, eventId: there.id });
    } catch (problem) {
      toastProblem(problem);
    }
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form’s.
    <div role="group" className={styles.question} aria-labelledby={words} data-above-composer>
      <Icon name="alert" />
      <div className={styles.asked} id={words}>
        <p>{text('OTHERS_ANSWERED', { name: String(first.params.name) })}</p>
        {type === undefined ? null : <p className={styles.answer}>{messageWords(type, message?.text ?? null, text)}</p>}
      </div>
      <span className={styles.verbs}>
        <Button variant="default" size="compact" onClick={() => sendAnyway(communications, asked)}>
          {text('OTHERS_SEND_ANYWAY')}
        </Button>
        <Button variant="light" size="compact" onClick={() => void read()}>
          {text('OTHERS_READ_FIRST')}
        </Button>
      </span>
    </div>
  );
}
