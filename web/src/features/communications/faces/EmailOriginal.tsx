import type { RoomEvent } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../../api/client.ts';
import { useText } from '../../../text.ts';
import { Original } from '../../../ui/KeptOriginal.tsx';
import styles from './Faces.module.css';

/** Asked for when it is opened: the address of the file holds for a while only. */
function AsItCame({ event: { id: eventId, roomId } }: { event: RoomEvent }) {
  const text = useText();
  const { data, isError } = useQuery({
    ...orpc.emails.original.queryOptions({ input: { params: { roomId, eventId } } }),
    staleTime: 0,
    gcTime: 0,
  });
  if (isError) return <span className={styles.small}>{text('FACE_EMAIL_ORIGINAL_FAILED')}</span>;
  if (data === undefined) return <span className={styles.small}>{text('FACE_EMAIL_LOADING')}</span>;
  return (
    <>
      <a href={data.url} download={`${eventId}.eml`}>
        {text('FACE_EMAIL_ORIGINAL_DOWNLOAD')}
      </a>
      <Original>{data.headers}</Original>
    </>
  );
}

/** How an e-mail came: its headers, and its source as a file. */
export function EmailOriginal({ event }: { event: RoomEvent }) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.envelope} onToggle={(toggled) => setOpen(toggled.currentTarget.open)}>
      <summary>{text('FACE_EMAIL_ORIGINAL')}</summary>
      {isOpen ? <AsItCame event={event} /> : null}
    </details>
  );
}
