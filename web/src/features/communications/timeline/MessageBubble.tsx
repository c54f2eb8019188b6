import type { Room, RoomEvent } from '@parley/contract';
import { useFormat } from '../../../format.ts';
import { useText } from '../../../text.ts';
import { ChannelMark } from '../../../ui/ChannelMark.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { useCommunications } from '../context.ts';
import { CustomerAvatar } from '../customer/CustomerAvatar.tsx';
import { AbsentFile } from '../files/AbsentFile.tsx';
import { absentFile, messageFile } from '../files/event-file.ts';
import { FileContent, WithWords } from '../files/FileContent.tsx';
import { useColleagueName } from '../names.ts';
import { asSentence, messageWords, roomName } from '../room/room-words.ts';
import { DeliverySign } from './DeliverySign.tsx';
import { isFailed, isOutcomeUnknown } from './failed.ts';
import styles from './Message.module.css';
import { isIncoming, type MessageRow } from './timeline-items.ts';
import { WrittenText } from './WrittenText.tsx';

/** Who wrote it, as the reader calls them. */
function useWriter(event: RoomEvent, room: Room): string {
  const text = useText();
  const { me } = useCommunications();
  const nameOf = useColleagueName();
  const { origin } = event;
  if (origin.type === 'USER' && origin.id === me) return text('COMMUNICATIONS_YOU');
  if (origin.name !== null && origin.name !== '') return origin.name;
  if (origin.type === 'CUSTOMER') return roomName(room, text);
  return origin.id === null ? text('COMMUNICATIONS_INBOUND_ROUTING') : asSentence(nameOf(origin.id));
}

/** Who wrote it, for those who hear the screen, where the eye has it from place and colour. */
function Unseen({ writer }: { writer: string }) {
  const text = useText();
  return <span className={styles.unseen}>{text('COMMUNICATIONS_WRITER', { name: writer })}</span>;
}

function Words({ event }: { event: RoomEvent }) {
  const text = useText();
  const { message, type } = event.eventData;
  const absent = absentFile(event);
  if (absent !== null)
    return (
      <WithWords text={message?.text ?? null}>
        <AbsentFile {...absent} />
      </WithWords>
    );
  const held = messageFile(event);
  if (held !== null) return <FileContent {...held} text={message?.text ?? null} isStored />;
  return (
    <WrittenText
      text={messageWords(type === 'MESSAGE' ? (message?.type === 'TEXT' ? type : 'UNSUPPORTED_MEDIA') : type, message?.text ?? null, text)}
    />
  );
}

/** The customer's words: left, on a solid ground, the loudest thing on the screen. */
function Incoming({ row, room }: { row: MessageRow; room: Room }) {
  const format = useFormat();
  const { event, opens } = row;
  const writer = useWriter(event, room);
  return (
    <div className={styles.incoming} data-opens={opens}>
      {opens ? <CustomerAvatar room={room} size={28} /> : null}
      {opens ? (
        <div className={styles.by}>
          {event.origin.channelType === null ? null : <ChannelMark type={event.origin.channelType} size={16} />}
          <b>{writer}</b>
          <time dateTime={event.createdAt}>{format.time(event.createdAt)}</time>
        </div>
      ) : (
        <Unseen writer={writer} />
      )}
      <div className={styles.theirs} title={format.dateTime(event.createdAt)}>
        <Words event={event} />
      </div>
    </div>
  );
}

/** What we answered: right, on a faint tint; whose it is where it is not the reader's own. */
function Outgoing({ row, room }: { row: MessageRow; room: Room }) {
  const format = useFormat();
  const { me } = useCommunications();
  const { event, opens, closes, isLastOwn } = row;
  const writer = useWriter(event, room);
  const failed = isFailed(event);
  return (
    <div className={styles.own} data-opens={opens}>
      {opens && event.origin.id !== me ? (
        <div className={styles.by}>
          <b>{writer}</b>
        </div>
      ) : (
        <Unseen writer={writer} />
      )}
      <div className={styles.ours} data-failed={failed} title={format.dateTime(event.createdAt)}>
        <Words event={event} />
      </div>
      {closes || isLastOwn || failed || isOutcomeUnknown(event) ? <DeliverySign event={event} hasWord={isLastOwn} /> : null}
    </div>
  );
}

/** A private note: amber, with a lock, and who sees it. */
function Note({ row, room }: { row: MessageRow; room: Room }) {
  const text = useText();
  const format = useFormat();
  const { event, opens } = row;
  const writer = useWriter(event, room);
  return (
    <div className={styles.own} data-opens={opens}>
      <div className={styles.note} title={format.dateTime(event.createdAt)}>
        <div className={styles.noteHead}>
          <Icon name="lock" size={14} />
          <span>{text('COMMUNICATIONS_ONLY_COLLEAGUES')}</span>
          <span className={styles.noteBy}>{writer}</span>
          <time dateTime={event.createdAt}>{format.time(event.createdAt)}</time>
        </div>
        <Words event={event} />
      </div>
    </div>
  );
}

/** One message of the timeline. */
export function MessageBubble({ row, room }: { row: MessageRow; room: Room }) {
  if (row.event.eventData.privateMessage) return <Note row={row} room={room} />;
  return isIncoming(row.event) ? <Incoming row={row} room={room} /> : <Outgoing row={row} room={room} />;
}
