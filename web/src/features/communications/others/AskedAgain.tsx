import type { ScheduledMessage } from '@parley/contract';
import { useState } from 'react';
import { useText } from '../../../text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Unseen } from '../../../ui/Unseen.tsx';
import { useCommunications } from '../context.ts';
import { dismissAll, sendAskedAnyway, takeBack } from '../scheduled/scheduling.ts';
import { answerTo, askedAbout, isBehind, type Sending, sendingWords } from '../scheduled/sendings.ts';
import styles from './Others.module.css';
import { Question } from './Question.tsx';

/** One that was sent at once, in one part or several. */
function Asked({ sending, answer, behind }: { sending: Sending; answer: { name: string; seq: number }; behind: boolean }) {
  const text = useText();
  const { store } = useCommunications();
  const [works, setWorks] = useState(false);
  const once = async (work: () => Promise<unknown>) => {
    if (works) return;
    setWorks(true);
    await work().finally(() => setWorks(false));
  };
  const [{ roomId }] = sending;
  return (
    <Question
      roomId={roomId}
      answer={answer}
      unsent={<p className={styles.unsent}>{text('OTHERS_UNSENT', { words: sendingWords(sending, text) })}</p>}
      onSend={behind ? undefined : () => void once(() => sendAskedAnyway(sending))}
      onBack={() => once(() => takeBack(store, sending))}
    >
      <Button variant="default" size="compact" onClick={() => void once(() => dismissAll(sending))}>
        {text('SCHEDULED_DISMISS')}
      </Button>
    </Question>
  );
}

/**
 * Above the composer: what was sent and could be taken back, and has not gone since a colleague answered in those seconds. The server keeps it until its
 * writer says what becomes of it, in whichever window that is.
 */
export function AskedAgain({ messages }: { messages: readonly ScheduledMessage[] }) {
  const text = useText();
  const { me } = useCommunications();
  const asked = askedAbout(messages).flatMap((sending) => {
    const answer = answerTo(sending);
    return answer === undefined || sending[0].author.id !== me ? [] : [{ sending, answer }];
  });
  const last = asked.at(-1);
  return (
    <>
      <Unseen>
        <span role="status">{last === undefined ? null : text('OTHERS_ANSWERED', { name: last.answer.name })}</span>
      </Unseen>
      {asked.map(({ sending, answer }) => (
        <Asked
          key={sending[0].id}
          sending={sending}
          answer={answer}
          behind={isBehind(
            sending,
            asked.map((one) => one.sending),
          )}
        />
      ))}
    </>
  );
}
