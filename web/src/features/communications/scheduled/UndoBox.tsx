import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { api } from '../../../api/client.ts';
import { useCommand } from '../../../commands/active.ts';
import { useWorkingKeys } from '../../../commands/single-keys.ts';
import { useConnectionIfAny } from '../../../realtime/connection.tsx';
import { report } from '../../../report.ts';
import { useCurrentUser } from '../../../session/current-user.ts';
import { useText } from '../../../text.ts';
import { placeToasts } from '../../../ui/toast.ts';
import { Unseen } from '../../../ui/Unseen.tsx';
import styles from '../bulk/OfferBox.module.css';
import { UndoButton } from '../bulk/UndoButton.tsx';
import { ROUTE, readSearch, searchOf } from '../place.ts';
import { roomName } from '../room/room-words.ts';
import { roomsStore, useRooms } from '../store.ts';
import { takeBack } from './scheduling.ts';
import { type Sending, sendingsOf, sendingWords, untilOf } from './sendings.ts';
import { hearUndoable, useUndoable } from './undoable.ts';
import { useSeconds } from './use-seconds.ts';

/** What is sent can be taken back for so long (contract: sendingRules). */
const UNDO_SECONDS = 10;

/** The last ones are shown, of whoever sends on and on. */
const AT_ONCE = 3;

/** Takes it back and goes where it can be written on. */
function useTakeBack() {
  const router = useRouter();
  const { id: me } = useCurrentUser();
  return async (sending: Sending): Promise<void> => {
    const [{ roomId }] = sending;
    if (!(await takeBack(roomsStore(me), sending))) return;
    const { pathname, search } = router.state.location;
    const here = pathname.startsWith('/communications') ? readSearch(search as Record<string, unknown>) : {};
    await router.navigate({ to: ROUTE, params: { roomId }, search: searchOf(0, here.show, here.filter ?? '') });
  };
}

/** Whether something stands in the field that has the focus: there the key takes back what was typed. */
function useIsWriting(): boolean {
  const [writes, setWrites] = useState(false);
  useEffect(() => {
    const look = () => {
      const field = document.activeElement;
      const isField = field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement;
      setWrites((isField && field.value !== '') || (field instanceof HTMLElement && field.isContentEditable));
    };
    const kinds = ['focusin', 'focusout', 'input'] as const;
    look();
    for (const kind of kinds) document.addEventListener(kind, look);
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, look);
    };
  }, []);
  return writes;
}

function Offer({ sending, hasKey }: { sending: Sending; hasKey: boolean }) {
  const text = useText();
  const keysOf = useWorkingKeys();
  const { id: me } = useCurrentUser();
  const [{ roomId }] = sending;
  const room = useRooms(roomsStore(me), ({ state }) => state.rooms.get(roomId)?.room);
  const seconds = useSeconds(untilOf(sending));
  const back = useTakeBack();
  const [works, setWorks] = useState(false);
  const isWriting = useIsWriting();
  const undo = () => {
    if (works) return;
    setWorks(true);
    void back(sending).finally(() => setWorks(false));
  };
  const isOpen = hasKey && seconds > 0;
  useCommand('room.undoSend', isOpen && !isWriting ? undo : null);
  if (seconds === 0) return null;
  const words = sendingWords(sending, text);
  const keys = hasKey ? keysOf('room.undoSend') : '';
  return (
    <div className={styles.box} data-undo-send>
      <p className={styles.words}>
        {room === undefined ? words : text('SCHEDULED_UNDO_TO', { name: roomName(room, text, me), words })}
        <Unseen>{text('SCHEDULED_UNDO_SAID')}</Unseen>
      </p>
      <UndoButton words={text('SCHEDULED_UNDO')} keys={keys} seconds={seconds} atFirst={UNDO_SECONDS} loading={works} onClick={undo} />
    </div>
  );
}

/** Keeps in step what can be taken back on pages on which nothing else does. */
function useInStep(): void {
  const { id: me } = useCurrentUser();
  const subscribe = useConnectionIfAny()?.subscribe;
  useEffect(
    () =>
      subscribe?.('ScheduledChanged', ({ authorId }) => {
        if (authorId !== me) return;
        api.scheduled
          .mine({}, { context: { outlivesNavigation: true } })
          .then(({ undoable }) => hearUndoable(undoable))
          // Without an answer its time ends it.
          .catch(report);
      }),
    [subscribe, me],
  );
}

/** What was sent to a customer and can be taken back, wherever its writer is by then: in another room, or on another page. Stands where toasts stand, which are read aloud. */
export function UndoBox() {
  useInStep();
  const { messages, shownIn, returning } = useUndoable();
  const [place] = useState(() => document.getElementById('toasts'));
  const elsewhere = sendingsOf(messages.filter(({ id, roomId }) => roomId !== shownIn && !returning.has(id))).slice(-AT_ONCE);
  const isEmpty = elsewhere.length === 0;
  useEffect(() => {
    if (!isEmpty) placeToasts();
  }, [isEmpty]);
  if (place === null || isEmpty) return null;
  return createPortal(
    elsewhere.map((sending, at) => <Offer key={sending[0].id} sending={sending} hasKey={at === elsewhere.length - 1} />),
    place,
  );
}
