import { anewOf, canBeWrittenAnew, type RoomEvent } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { orpc } from '../../../api/client.ts';
import { useText } from '../../../text.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { toastProblem } from '../../../ui/toast.ts';
import { useCommunications } from '../context.ts';
import { useMessageActions } from '../messages.ts';
import { isOutcomeUnknown } from '../timeline/failed.ts';
import styles from '../timeline/Message.module.css';
import { PathDialog } from './PathDialog.tsx';
import { reasonWords } from './reason-words.ts';
import { writeAnew } from './write-anew.ts';

/** That what is to take its place waits to be sent, in words, as far as the open room was told; null where nothing does. */
function useWaitsAnew({ id, roomId }: RoomEvent): string | null {
  const text = useText();
  const { data } = useQuery({ ...orpc.scheduled.list.queryOptions({ input: { params: { roomId } } }), enabled: false });
  const colleague = data?.replacing?.find(({ eventId }) => eventId === id)?.author;
  if (colleague !== undefined) return text('ANEW_WAITS_OF', colleague);
  const isTold = data?.content.some(({ state, clientMessageId }) => state === 'WAITING' && anewOf(clientMessageId) === id) === true;
  return isTold ? text('ANEW_WAITS') : null;
}

/** What went wrong with a delivery, and why; the click that tries again, the one that writes it anew, and its way. */
export function Trouble({ event }: { event: RoomEvent }) {
  const text = useText();
  const { deliverAgain } = useMessageActions();
  const communications = useCommunications();
  const [shows, setShows] = useState<'path' | 'question' | null>(null);
  const [works, setWorks] = useState(false);
  // Several messages may have failed: each button tells which and why.
  const words = useId();
  const waits = useWaitsAnew(event);
  const isReplaced = event.since?.anew?.as !== undefined;
  const isUnknown = isOutcomeUnknown(event);
  const reason = reasonWords(event.eventData.status?.userStatusReason ?? null, text);
  const failed = event.eventData.type === 'EMAIL' ? 'COMMUNICATIONS_EMAIL_NOT_SENT' : 'COMMUNICATIONS_MESSAGE_FAILED_STATUS';
  const close = () => setShows(null);
  const write = async () => {
    if (works) return;
    setWorks(true);
    try {
      await writeAnew(communications.store, event);
    } finally {
      setWorks(false);
    }
  };
  const edit = () => (isUnknown ? setShows('question') : void write().catch(toastProblem));
  return (
    <div className={styles.failure}>
      <Icon name={isUnknown ? 'alert' : 'stop'} size={14} />
      <span id={words}>{isUnknown ? text('COMMUNICATIONS_STATUS_OUTCOME_UNKNOWN') : text(failed, { reason })}</span>
      {isReplaced || waits === null ? null : <span> {waits}</span>}{' '}
      <span className={styles.verbs}>
        {isReplaced || waits !== null ? null : (
          <>
            <button type="button" aria-describedby={words} onClick={() => void deliverAgain(event.roomId, event.id)}>
              {text('COMMUNICATIONS_RETRY')}
            </button>
            {canBeWrittenAnew(event.eventData) ? (
              <button type="button" aria-describedby={words} aria-disabled={works} onClick={edit}>
                {text('ANEW_EDIT')}
              </button>
            ) : null}
          </>
        )}
        <button type="button" aria-describedby={words} aria-haspopup="dialog" onClick={() => setShows('path')}>
          {text('DELIVERY_DETAILS')}
        </button>
      </span>
      {shows === 'path' ? <PathDialog event={event} onClose={close} /> : null}
      {shows === 'question' ? (
        <ConfirmDialog
          title={text('ANEW_QUESTION')}
          words={text('ANEW_QUESTION_WORDS')}
          verb={text('ANEW_VERB')}
          onConfirm={() => write().then(() => true)}
          onClose={close}
        />
      ) : null}
    </div>
  );
}
