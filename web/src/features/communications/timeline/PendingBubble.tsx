import type { Room } from '@parley/contract';
import { Suspense } from 'react';
import { type TextKey, textIfKnown, useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { FileContent } from '../files/FileContent.tsx';
import { useMessageActions } from '../messages.ts';
import { QuoteBlock, ToField } from '../said/later.ts';
import type { PendingSend } from '../state/pending.ts';
import styles from './Message.module.css';
import { isOverSeveral, Over } from './MessageBubble.tsx';
import type { PendingRow } from './timeline-items.ts';
import { WrittenText } from './WrittenText.tsx';

const standing: Record<Exclude<PendingSend['status'], 'failed'>, { icon: 'clock' | 'check'; word: TextKey }> = {
  sending: { icon: 'clock', word: 'COMMUNICATIONS_STATUS_SENDING' },
  held: { icon: 'clock', word: 'COMMUNICATIONS_STATUS_SENDING' },
  stored: { icon: 'check', word: 'COMMUNICATIONS_STATUS_SENT' },
};

function Failure({ send }: { send: PendingSend }) {
  const text = useText();
  const { retry, discard } = useMessageActions();
  const reason = textIfKnown(send.reason ?? '', send.params) ?? text('ERROR_DEFAULT_MESSAGE');
  const again = (
    <button type="button" onClick={() => retry(send)}>
      {text('COMMUNICATIONS_RETRY')}
    </button>
  );
  return (
    <div className={styles.failure} role="alert">
      <span className={styles.said}>
        <Icon name="stop" size={14} />
        {text('COMMUNICATIONS_NOT_SENT', { reason })}
      </span>
      <span className={styles.verbs}>
        <Suspense fallback={again}>
          <ToField send={send}>{again}</ToField>
        </Suspense>
        <button type="button" onClick={() => discard(send)}>
          {text('COMMUNICATIONS_DISCARD')}
        </button>
      </span>
    </div>
  );
}

/** Sent and not confirmed; refused, it keeps its text, says why, and carries its own retry. */
export function PendingBubble({ row, room }: { row: PendingRow; room: Room }) {
  const text = useText();
  const { send, opens, turns } = row;
  const isNote = send.kind === 'Note';
  const type = room.channels.find(({ channelId }) => channelId === send.channelId)?.channelType;
  const over =
    isNote || type === undefined || !isOverSeveral(room) ? null : <Over room={room} channelId={send.channelId} channelType={type} />;
  return (
    <div className={styles.own} data-opens={opens}>
      {turns && over !== null ? <div className={styles.by}>{over}</div> : null}
      <span className={styles.unseen}>
        {text('COMMUNICATIONS_WRITER', { name: text('COMMUNICATIONS_YOU') })}
        {turns ? null : over}
      </span>
      <div className={isNote ? styles.note : styles.ours} data-failed={send.status === 'failed'} data-pending="true">
        {isNote ? (
          <div className={styles.noteHead}>
            <Icon name="lock" size={14} />
            <span>{text('COMMUNICATIONS_ONLY_COLLEAGUES')}</span>
          </div>
        ) : null}
        {send.quote === undefined ? null : (
          <Suspense fallback={null}>
            <QuoteBlock quote={send.quote} room={room} refusal={send.reason} />
          </Suspense>
        )}
        {send.file === null ? (
          <WrittenText text={send.text} />
        ) : (
          <FileContent file={send.file} isPicture={send.file.type === 'IMAGE'} text={send.text} isStored={false} />
        )}
        {send.more?.map((file) => (
          <FileContent key={file.fileId} file={file} isPicture={file.type === 'IMAGE'} text={null} isStored={false} />
        ))}
      </div>
      {send.status === 'failed' ? (
        <Failure send={send} />
      ) : (
        <div className={styles.meta}>
          <Icon name={standing[send.status].icon} size={14} />
          <span>{text(standing[send.status].word)}</span>
        </div>
      )}
    </div>
  );
}
