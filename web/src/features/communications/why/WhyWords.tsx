import type { RoomEvent } from '@parley/contract';
import { strategyNames } from '../../../queues/strategy-names.ts';
import { useText } from '../../../text.ts';
import { asSentence } from '../room/room-words.ts';
import { reasonOf } from './reason-of.ts';
import styles from './WhyWords.module.css';
import { whyKey } from './why-key.ts';

/** Said here and not in the line: it is so with every conversation. */
const DEFAULT_QUEUE = 'QUEUE_REASON_DEFAULT';

/** Why a conversation went into a queue or to somebody: the one reason as a sentence, and what it was judged by. */
export function WhyWords({ event }: { event: RoomEvent }) {
  const text = useText();
  const assignment = reasonOf(event);
  const chosen = assignment?.chosen ?? null;
  return (
    <div className={styles.why}>
      {event.eventData.reason === DEFAULT_QUEUE ? <p className={styles.sentence}>{`${asSentence(text(DEFAULT_QUEUE))}.`}</p> : null}
      <p className={styles.sentence}>
        {text(whyKey(event, assignment), { by: event.origin.name ?? '', from: assignment?.cameFrom?.name ?? '' })}
      </p>
      {assignment === undefined ? null : (
        <dl className={styles.facts}>
          <dt>{text('COMMUNICATIONS_WHY_QUEUE')}</dt>
          <dd>{assignment.queue.name}</dd>
          <dt>{text('QUEUES_STRATEGY')}</dt>
          <dd>{text(strategyNames[assignment.strategy])}</dd>
          {chosen === null ? null : (
            <>
              <dt>{text('COMMUNICATIONS_WHY_CONSIDERED')}</dt>
              <dd>{text('COMMUNICATIONS_WHY_CONSIDERED_COUNT', { count: chosen.candidates })}</dd>
              <dt>{text('COMMUNICATIONS_WHY_SKILL_LABEL')}</dt>
              <dd>{text('COMMUNICATIONS_WHY_SKILL_OF', { skill: chosen.skill })}</dd>
              <dt>{text('COMMUNICATIONS_WHY_IN_HAND')}</dt>
              <dd>{text('COMMUNICATIONS_WHY_IN_HAND_COUNT', { count: chosen.inHand })}</dd>
              <dt>{text('COMMUNICATIONS_WHY_LOAD')}</dt>
              <dd>{text('COMMUNICATIONS_WHY_LOAD_OF', { before: chosen.loadBefore, after: chosen.loadAfter })}</dd>
            </>
          )}
        </dl>
      )}
    </div>
  );
}
