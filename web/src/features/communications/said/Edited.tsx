import { EARLIER_WORDS_LIMIT, type RoomEvent } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../../api/client.ts';
import { serverNow } from '../../../api/server-clock.ts';
import { useFormat } from '../../../format.ts';
import { useText } from '../../../text.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { LazyPopover } from '../../../ui/LazyPopover.tsx';
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx';
import { shortWhen } from '../room/room-words.ts';
import { WrittenText } from '../timeline/WrittenText.tsx';
import styles from './Said.module.css';

function Earlier({ event }: { event: RoomEvent }) {
  const text = useText();
  const format = useFormat();
  const params = { roomId: event.roomId, eventId: event.id };
  const { data, error, refetch } = useQuery({
    ...orpc.messages.earlier.queryOptions({ input: { params } }),
    // Of each edit anew.
    queryKey: [...orpc.messages.earlier.key({ input: { params } }), event.change],
  });
  if (data === undefined)
    return error === null ? (
      <SkeletonRows rows={2} />
    ) : (
      <ErrorState title={text('SAID_EARLIER')} problem={error} onRetry={() => void refetch()} />
    );
  return (
    <>
      <h4 className={styles.earlierTitle}>{text('SAID_EARLIER')}</h4>
      <ol className={styles.earlier}>
        {data.content.toReversed().map(({ text: words, until }) => (
          <li key={until}>
            <time dateTime={until} title={format.dateTime(until)}>
              {text('SAID_UNTIL', { time: shortWhen(until, serverNow(), text, format) })}
            </time>
            <WrittenText text={words ?? ''} />
          </li>
        ))}
      </ol>
      {data.content.length < EARLIER_WORDS_LIMIT ? null : <p className={styles.earlierLeft}>{text('SAID_EARLIER_LEFT')}</p>}
    </>
  );
}

/** That the words of a message were changed; a click shows what they were before. */
export function Edited({ event }: { event: RoomEvent }) {
  const text = useText();
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const at = event.since?.editedAt;
  if (at === undefined) return null;
  return (
    <LazyPopover
      opened={isOpen}
      onChange={setOpen}
      width={320}
      position="bottom"
      label={text('SAID_EARLIER')}
      className={styles.popover}
      button={
        <button type="button" className={styles.edited} title={format.dateTime(at)} onClick={() => setOpen(!isOpen)}>
          {text('SAID_EDITED')}
        </button>
      }
    >
      <Earlier event={event} />
    </LazyPopover>
  );
}
