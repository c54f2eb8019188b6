import type { Menu } from '@mantine/core';
import { INTERNAL_CHANNEL_ID, type Quote, type Room, type RoomEvent, reactions } from '@parley/contract';
import type { ReactNode } from 'react';
import { useCan } from '../../../session/current-user.ts';
import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { isAmongColleagues } from '../colleagues/among-colleagues.ts';
import { EmailItems } from '../composer/email/EmailItems.tsx';
import { useToNotes } from '../composer/use-to-notes.ts';
import { useCommunications } from '../context.ts';
import { PathDialog } from '../delivery/PathDialog.tsx';
import { draftKey, NOTE } from '../state/drafts.ts';
import { beginEdit } from '../state/edits.ts';
import { setWritesIn } from '../store.ts';
import { copyLinkOf } from '../timeline/copy-link-of.ts';
import { setFields } from '../writing.ts';
import { changeEdits } from './change-edits.ts';
import { DeleteDialog } from './DeleteDialog.tsx';
import { react } from './deeds.ts';
import styles from './Said.module.css';

/** What a draft says of the event that it answers to. */
const quoteOf = ({ id, eventData: { type, privateMessage, message }, origin }: RoomEvent): Quote => ({
  eventId: id,
  type,
  originType: origin.type,
  originId: origin.id,
  originName: origin.name,
  text: message?.text ?? null,
  privateMessage,
});

interface MessageItemsProps {
  parts: typeof Menu;
  event: RoomEvent;
  room: Room;
  /** Something is to be asked or shown over the page; null when it may go. */
  onDialog: (dialog: ReactNode) => void;
}

/** Everything that can be done with a message, as the items of its menu. */
export function MessageItems({ parts: Parts, event, room, onDialog }: MessageItemsProps) {
  const text = useText();
  const communications = useCommunications();
  const { me, store } = communications;
  const toNotes = useToNotes(room.id);
  const mayNote = useCan(['rooms', 'note']);
  const mayDeleteNotes = useCan(['rooms', 'deleteNotes']);
  const isNote = event.eventData.privateMessage;
  const isAmong = isNote || isAmongColleagues(room);
  const isDeleted = event.since?.deleted !== undefined;
  const isOwn = event.origin.type === 'USER' && event.origin.id === me;
  const quote = () => {
    setFields(store, draftKey(room.id, isAmong && !isNote ? INTERNAL_CHANNEL_ID : NOTE), { quote: quoteOf(event) });
    if (isAmong) setWritesIn(store, room.id, isNote ? 2 : 0);
    else toNotes();
  };
  const place = { roomId: room.id, eventId: event.id };
  const close = () => onDialog(null);
  const isOut = event.eventData.status !== null && event.origin.type !== 'CUSTOMER' && !isAmong;
  const mine = new Set(event.since?.reactions?.filter(({ userIds }) => userIds.includes(me)).map(({ emoji }) => emoji));
  return (
    <>
      {isAmong && !isDeleted ? (
        // biome-ignore lint/a11y/useSemanticElements: a menu has groups, and no fieldsets.
        <div role="group" aria-label={text('SAID_REACT_GROUP')} className={styles.quick}>
          {reactions.map((emoji) => (
            <Parts.Item
              key={emoji}
              className={styles.emoji ?? ''}
              data-given={mine.has(emoji)}
              aria-label={text(mine.has(emoji) ? 'SAID_TAKE_BACK' : 'SAID_REACT', { emoji })}
              onClick={() => void react(communications, place, { emoji, given: !mine.has(emoji) })}
            >
              <span aria-hidden="true">{emoji}</span>
            </Parts.Item>
          ))}
        </div>
      ) : null}
      <EmailItems parts={Parts} event={event} room={room} />
      {!isDeleted && (isAmong || mayNote) ? (
        <Parts.Item leftSection={<Icon name="reply" />} onClick={quote}>
          {text(isAmong ? 'SAID_QUOTE' : 'SAID_QUOTE_IN_NOTE')}
        </Parts.Item>
      ) : null}
      {isAmong && isOwn && !isDeleted ? (
        <Parts.Item leftSection={<Icon name="edit" />} onClick={() => changeEdits(store, (edits) => beginEdit(edits, event))}>
          {text('SAID_EDIT')}
        </Parts.Item>
      ) : null}
      <Parts.Item leftSection={<Icon name="link" />} onClick={() => void copyLinkOf(event)}>
        {text('COMMUNICATIONS_LINK_COPY')}
      </Parts.Item>
      {isOut ? (
        <Parts.Item leftSection={<Icon name="info" />} onClick={() => onDialog(<PathDialog event={event} onClose={close} />)}>
          {text('DELIVERY_PATH')}
        </Parts.Item>
      ) : null}
      {isAmong && !isDeleted && (isOwn || (isNote && mayDeleteNotes)) ? (
        <Parts.Item
          color="red"
          leftSection={<Icon name="trash" />}
          onClick={() => onDialog(<DeleteDialog event={event} onClose={close} />)}
        >
          {text('SAID_DELETE')}
        </Parts.Item>
      ) : null}
    </>
  );
}
