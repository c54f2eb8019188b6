import type { Mention, Room, RoomEvent } from '@parley/contract';
import type { ReactNode } from 'react';
import { serverNow } from '../../../api/server-clock.ts';
import { useFormat } from '../../../format.ts';
import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { useCommunications, useStorePart } from '../context.ts';
import { AnewLinks } from '../delivery/AnewLinks.tsx';
import { SentAgain } from '../delivery/SentAgain.tsx';
import { useColleagueName } from '../names.ts';
import { asSentence, shortWhen } from '../room/room-words.ts';
import { WrittenText } from '../timeline/WrittenText.tsx';
import { EditBox } from './EditBox.tsx';
import { Edited } from './Edited.tsx';
import { QuoteBlock } from './QuoteBlock.tsx';
import { Reactions } from './Reactions.tsx';
import { ReadInPlace } from './ReadInPlace.tsx';
import styles from './Said.module.css';

/** Words in which colleagues are named: by their names of today. */
export function NamingText({ text, mentions }: { text: string; mentions: readonly Mention[] }) {
  const { me } = useCommunications();
  const nameOf = useColleagueName();
  const ends = mentions.map(({ from, length }) => from + length);
  return (
    <>
      {mentions.map(({ userId, from }, i) => (
        <span key={from}>
          <WrittenText text={text.slice(ends[i - 1] ?? 0, from)} />
          <span className={styles.mention} data-me={userId === me}>
            @{asSentence(nameOf(userId))}
          </span>
        </span>
      ))}
      <WrittenText text={text.slice(ends.at(-1) ?? 0)} />
    </>
  );
}

function Deleted({ event }: { event: RoomEvent }) {
  const text = useText();
  const format = useFormat();
  const { me } = useCommunications();
  const deleted = event.since?.deleted;
  if (deleted === undefined) return null;
  const time = shortWhen(deleted.at, serverNow(), text, format);
  return (
    <span className={styles.deleted} title={format.dateTime(deleted.at)}>
      <Icon name="trash" size={14} />
      {deleted.byId === me ? text('SAID_DELETED_BY_YOU', { time }) : text('SAID_DELETED_BY', { name: deleted.byName, time })}
    </span>
  );
}

/** What a message says where that is more than its words: a quote, names, what was done to it since. `children` are the words. */
export function SaidWords({ event, room, children }: { event: RoomEvent; room: Room; children: ReactNode }) {
  const isEdited = useStorePart(({ edits }) => edits.has(event.id));
  const { me } = useCommunications();
  const { message, type } = event.eventData;
  const isDeleted = event.since?.deleted !== undefined;
  const { quote, mentions, text = null } = (isDeleted ? null : message) ?? {};
  const isNaming = type === 'MESSAGE' && mentions !== undefined && text !== null;
  return (
    <>
      {isDeleted ? <Deleted event={event} /> : quote === undefined ? null : <QuoteBlock quote={quote} room={room} by={event.id} />}
      {isEdited ? (
        <EditBox key="edit" event={event} />
      ) : isDeleted ? null : isNaming ? (
        <NamingText text={text} mentions={mentions} />
      ) : (
        children
      )}
      {isEdited || isDeleted ? null : <Edited event={event} />}
      {event.since?.anew === undefined ? null : <AnewLinks event={event} />}
      {event.since?.sentAgain === undefined ? null : <SentAgain event={event} again={event.since.sentAgain} />}
      {event.since?.reactions === undefined || isDeleted ? null : <Reactions event={event} />}
      {event.origin.id !== me && mentions?.some(({ userId }) => userId === me) ? <ReadInPlace eventId={event.id} /> : null}
    </>
  );
}
