import type { LinkedRoom } from '@parley/contract';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { api } from '../../../api/client.ts';
import { useCan } from '../../../session/current-user.ts';
import { useText } from '../../../text.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { type LinkedRooms, linkedName } from './linked-rooms.ts';

type Seen = NonNullable<LinkedRoom['room']>;

export interface Ending {
  /** Asks whether this room is to be linked no longer; null for who may not end it. */
  readonly ask: ((room: Seen) => void) | null;
  readonly dialog: ReactNode;
  /** Where the focus goes when what asked for it is there no more. */
  readonly place: RefObject<HTMLDivElement | null>;
}

/** How the link between a room and another one ends. */
export function useEnding(roomId: string, linked: LinkedRooms): Ending {
  const text = useText();
  const mayEnd = useCan(['rooms', 'create']);
  const place = useRef<HTMLDivElement>(null);
  const [ending, setEnding] = useState<Seen | null>(null);
  const hasEnded = useRef(false);
  useEffect(() => {
    if (ending === null && hasEnded.current) place.current?.focus();
    hasEnded.current = false;
  }, [ending]);
  const end = async ({ id, type }: Seen, name: string) => {
    await api.discussions.end({ params: type === 'EXTERNAL' ? { roomId: id, chatId: roomId } : { roomId, chatId: id } });
    hasEnded.current = true;
    toastSuccess('DISCUSS_ENDED', { name });
    await linked.refetch();
    return true;
  };
  const name = ending === null ? '' : linkedName(ending, text);
  const dialog =
    ending === null ? null : (
      <ConfirmDialog
        title={text('DISCUSS_END_QUESTION')}
        words={text('DISCUSS_END_WORDS', { name })}
        verb={text('DISCUSS_END_VERB')}
        onConfirm={() => end(ending, name)}
        onClose={() => setEnding(null)}
      />
    );
  return { ask: mayEnd ? setEnding : null, dialog, place };
}
