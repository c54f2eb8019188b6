import { hasVisible, type Room, type RoomChannel, type RoomEvent } from '@parley/contract';
import { type ReactNode, Suspense } from 'react';
import { useFormat } from '../../../format.ts';
import { lateParts } from '../../../late-parts.ts';
import { ColleagueAvatar } from '../../../people/ColleagueAvatar.tsx';
import { useText } from '../../../text.ts';
import { ChannelMark } from '../../../ui/ChannelMark.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { isAmongColleagues } from '../colleagues/among-colleagues.ts';
import { useCommunications, useStorePart } from '../context.ts';
import { CustomerAvatar } from '../customer/CustomerAvatar.tsx';
import { faceHeight } from '../faces/face-height.ts';
import { EventFace, isSpecial } from '../faces/later.ts';
import { messageFile } from '../files/event-file.ts';
import { FileContent } from '../files/FileContent.tsx';
import { useColleagueName, useColleaguePicture } from '../names.ts';
import { endOf } from '../room/meant-channels.ts';
import { asSentence, messageWords, roomName } from '../room/room-words.ts';
import { SaidWords } from '../said/later.ts';
import { DeliverySign } from './DeliverySign.tsx';
import { isFailed, isOutcomeUnknown } from './failed.ts';
import styles from './Message.module.css';
import { MessageMenu } from './MessageMenu.tsx';
import { SeenBy } from './SeenBy.tsx';
import { isIncoming, type MessageRow } from './timeline-items.ts';
import { WrittenText } from './WrittenText.tsx';

/** Comes with the first note: most rooms are opened for what the customer said. */
const PinButton = lateParts(() => import('../customer/PinButton.tsx')).late('PinButton');

/** What wrote it, where it has no name of its own. */
const nameless = {
  CHATBOT: 'COMMUNICATIONS_BY_CHATBOT',
  API: 'COMMUNICATIONS_BY_API',
  BROADCAST: 'COMMUNICATIONS_BY_BROADCAST',
} as const;

/** Who wrote it, as the reader calls them. */
function useWriter(event: RoomEvent, room: Room): string {
  const text = useText();
  const { me } = useCommunications();
  const nameOf = useColleagueName();
  const { origin } = event;
  if (origin.type === 'USER' && origin.id === me) return text('COMMUNICATIONS_YOU');
  if (origin.name !== null && origin.name !== '') return origin.name;
  if (origin.type === 'CUSTOMER') {
    // E-mails of one room come from several people.
    const { email } = event.eventData;
    return email !== undefined && room.contactId !== null && origin.id !== room.contactId ? email.from : roomName(room, text, me);
  }
  if (origin.type !== 'USER' && origin.type !== 'SYSTEM') return text(nameless[origin.type]);
  return origin.id === null ? text('COMMUNICATIONS_INBOUND_ROUTING') : asSentence(nameOf(origin.id));
}

/** Who wrote it and over which channel, for those who hear the screen, where the eye has it from place, colour and the head of the group. */
function Unseen({ writer, children }: { writer: string; children: ReactNode }) {
  const text = useText();
  return (
    <span className={styles.unseen}>
      {text('COMMUNICATIONS_WRITER', { name: writer })}
      {children}
    </span>
  );
}

function Words({ event }: { event: RoomEvent }) {
  const text = useText();
  const { message, type } = event.eventData;
  const held = messageFile(event);
  if (held !== null) return <FileContent {...held} text={message?.text ?? null} isStored />;
  const said = message?.text && hasVisible(message.text) ? message.text : null;
  // Nothing is ever an empty bubble: what says nothing is said to be that.
  const words = <WrittenText text={messageWords(type, said, text)} />;
  if (!isSpecial(event)) return words;
  return (
    <Suspense fallback={<div style={{ minHeight: faceHeight(event) }}>{words}</div>}>
      <EventFace event={event} />
    </Suspense>
  );
}

/** Whether a message says more than its words: what it answers to, whom it names, what was done to it since. */
export const saysMore = ({ since, eventData: { message } }: RoomEvent): boolean =>
  since !== undefined || message?.quote !== undefined || message?.mentions !== undefined;

/** The same with what colleagues did with it, where that is anything. */
function Said({ event, room }: { event: RoomEvent; room: Room }) {
  const isEdited = useStorePart(({ edits }) => edits.has(event.id));
  const { message } = event.eventData;
  const words = <Words event={event} />;
  if (!isEdited && !saysMore(event)) return words;
  return (
    <Suspense fallback={message === null ? null : words}>
      <SaidWords event={event} room={room}>
        {words}
      </SaidWords>
    </Suspense>
  );
}

/** The channel by which a message came or went, and our end of it where there are several. */
export function Over({
  room,
  channelId,
  channelType,
}: {
  room: Room;
  channelId: string | null;
  channelType: RoomChannel['channelType'] | null;
}) {
  if (channelType === null || channelId === null) return null;
  const end = endOf(room, { channelId, channelType });
  return (
    <>
      <ChannelMark type={channelType} size={16} />
      {end === undefined ? null : <span className={styles.end}>{end}</span>}
    </>
  );
}

/** There is a choice: by which channel each message came or went is said with it. */
export const isOverSeveral = ({ channels }: Room): boolean => channels.length > 1;

/** What the customer said, or a colleague in a chat of colleagues, and who of these has read up to it: left, by whom, on a solid ground. */
function Incoming({ row, room }: { row: MessageRow; room: Room }) {
  const format = useFormat();
  const pictureOf = useColleaguePicture();
  const { event, opens } = row;
  const writer = useWriter(event, room);
  return (
    <div className={styles.incoming} data-opens={opens}>
      {opens ? (
        <>
          {isIncoming(event) ? (
            <CustomerAvatar room={room} size={28} />
          ) : (
            <ColleagueAvatar name={writer} pictureId={pictureOf(event.origin.id ?? '')} size={28} />
          )}
          <div className={styles.by}>
            {isIncoming(event) ? <Over room={room} {...event.origin} /> : null}
            <b>{writer}</b>
            <time dateTime={event.createdAt}>{format.time(event.createdAt)}</time>
          </div>
        </>
      ) : (
        <Unseen writer={writer}>{isOverSeveral(room) ? <Over room={room} {...event.origin} /> : null}</Unseen>
      )}
      <div className={styles.theirs} title={format.dateTime(event.createdAt)}>
        <Said event={event} room={room} />
        <MessageMenu event={event} room={room} />
      </div>
      <SeenBy eventId={event.id} room={room} />
    </div>
  );
}

/** What we answered: right, on a faint tint; whose it is where it is not the reader's own. */
function Outgoing({ row, room }: { row: MessageRow; room: Room }) {
  const format = useFormat();
  const { me } = useCommunications();
  const { event, opens, closes, lags, isLastOwn } = row;
  const writer = useWriter(event, room);
  const failed = isFailed(event);
  const isMine = event.origin.id === me;
  const over = isOverSeveral(room) ? <Over room={room} {...event.origin} /> : null;
  return (
    <div className={styles.own} data-opens={opens}>
      {opens && !(isMine && over === null) ? (
        <div className={styles.by}>
          {over}
          {isMine ? null : <b>{writer}</b>}
        </div>
      ) : null}
      {opens && !isMine ? null : <Unseen writer={writer}>{opens ? null : over}</Unseen>}
      <div className={styles.ours} data-failed={failed} title={format.dateTime(event.createdAt)}>
        <Said event={event} room={room} />
        <MessageMenu event={event} room={room} />
      </div>
      {closes || lags || isLastOwn || failed || isOutcomeUnknown(event) ? <DeliverySign event={event} hasWord={isLastOwn} /> : null}
      <SeenBy eventId={event.id} room={room} />
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
          {room.type === 'EXTERNAL' && event.since?.deleted === undefined ? (
            <Suspense fallback={null}>
              <PinButton roomId={room.id} eventId={event.id} />
            </Suspense>
          ) : null}
          <span className={styles.noteBy}>{writer}</span>
          <time dateTime={event.createdAt}>{format.time(event.createdAt)}</time>
        </div>
        <Said event={event} room={room} />
        <MessageMenu event={event} room={room} />
      </div>
    </div>
  );
}

/** One message of the timeline. */
export function MessageBubble({ row, room }: { row: MessageRow; room: Room }) {
  const { me } = useCommunications();
  if (row.event.eventData.privateMessage) return <Note row={row} room={room} />;
  const isLeft = isIncoming(row.event) || (isAmongColleagues(room) && row.event.origin.id !== me);
  return isLeft ? <Incoming row={row} room={room} /> : <Outgoing row={row} room={room} />;
}
