import { anewOf, BY_SMS, canBeWrittenAnew, messagingState, type RoomEvent } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { orpc } from '../../../api/client.ts';
import { useFormat } from '../../../format.ts';
import { useText } from '../../../text.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { toastProblem } from '../../../ui/toast.ts';
import { useCommunications, useStorePart } from '../context.ts';
import { useMessageActions } from '../messages.ts';
import { ReadInPlace } from '../said/ReadInPlace.tsx';
import { isOutcomeUnknown } from '../timeline/failed.ts';
import styles from '../timeline/Message.module.css';
import { CameBySms } from './CameBySms.tsx';
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

/** Whether the reader may write on the channel of a message: whoever may, may also send it again, as the server has it (`requireMayWrite`). */
function useMayWrite({ roomId, origin }: RoomEvent): boolean {
  const { me } = useCommunications();
  const room = useStorePart(({ state }) => state.rooms.get(roomId)?.room);
  const channel = room?.channels.find(({ channelId }) => channelId === origin.channelId);
  return room !== undefined && channel !== undefined && messagingState(channel, room, me).enabled;
}

/** What was not simply delivered: it went wrong, nobody knows, or it came by SMS. */
export function Trouble({ event }: { event: RoomEvent }) {
  return event.eventData.status?.userStatusReason === BY_SMS ? <CameBySms event={event} /> : <WentWrong event={event} />;
}

/**
 * What went wrong with a delivery, why, and when it was sent. Whoever may write there is offered to try again and to write it anew; of what may have
 * arrived both are asked before. Everybody reads its way.
 */
function WentWrong({ event }: { event: RoomEvent }) {
  const text = useText();
  const { deliverAgain } = useMessageActions();
  const communications = useCommunications();
  const { me } = communications;
  const format = useFormat();
  const [shows, setShows] = useState<'path' | 'again' | 'anew' | null>(null);
  const [works, setWorks] = useState(false);
  // Several messages may have failed: each button tells which and why.
  const words = useId();
  const waits = useWaitsAnew(event);
  const isReplaced = event.since?.anew?.as !== undefined;
  const mayWrite = useMayWrite(event);
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
  const retry = () => deliverAgain(event.roomId, event.id);
  return (
    <div className={styles.failure}>
      <span className={styles.said} id={words}>
        <Icon name={isUnknown ? 'alert' : 'stop'} size={14} />
        {isUnknown ? text('COMMUNICATIONS_STATUS_OUTCOME_UNKNOWN') : text(failed, { reason })}
        {isReplaced || waits === null ? null : ` ${waits}`}
      </span>
      <span className={styles.verbs}>
        <time dateTime={event.createdAt}>{format.time(event.createdAt)}</time>
        {isReplaced || waits !== null || !mayWrite ? null : (
          <>
            <button type="button" aria-describedby={words} onClick={() => (isUnknown ? setShows('again') : void retry())}>
              {text('COMMUNICATIONS_RETRY')}
            </button>
            {canBeWrittenAnew(event.eventData) ? (
              <button
                type="button"
                aria-describedby={words}
                aria-disabled={works}
                onClick={() => (isUnknown ? setShows('anew') : void write().catch(toastProblem))}
              >
                {text('ANEW_EDIT')}
              </button>
            ) : null}
          </>
        )}
        <button type="button" aria-describedby={words} aria-haspopup="dialog" onClick={() => setShows('path')}>
          {text('DELIVERY_DETAILS')}
        </button>
      </span>
      {event.origin.id === me ? (
        <ReadInPlace eventId={event.id} toldSince={`${event.eventData.status?.lastMessageTimestamp} ${event.since?.sentAgain?.at ?? ''}`} />
      ) : null}
      {shows === 'path' ? <PathDialog event={event} onClose={close} /> : null}
      {shows === 'again' ? (
        <ConfirmDialog
          title={text('DELIVERY_AGAIN_QUESTION')}
          words={text('DELIVERY_AGAIN_WORDS')}
          verb={text('DELIVERY_AGAIN_VERB')}
          onConfirm={() => retry().then(() => true)}
          onClose={close}
        />
      ) : null}
      {shows === 'anew' ? (
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
