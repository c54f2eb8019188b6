import type { Participant, Room } from '@parley/contract';
import { useContext, useState } from 'react';
import { serverNow } from '../../../api/server-clock.ts';
import { useFormat } from '../../../format.ts';
import { chatStatusNames } from '../../../frame/chat-status-names.ts';
import { ColleagueAvatar } from '../../../people/ColleagueAvatar.tsx';
import { useText } from '../../../text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx';
import { membersOf } from '../colleagues/among-colleagues.ts';
import { PresenceMark } from '../colleagues/PresenceMark.tsx';
import { useIsPresenceComing, usePresenceOf } from '../colleagues/presence.ts';
import { useAreReadersComing, useReaders } from '../colleagues/readers.ts';
import { unreadOf } from '../colleagues/reading.ts';
import { useCommunications } from '../context.ts';
import { AboutRooms } from '../discussions/AboutRooms.tsx';
import { useLinkedRooms } from '../discussions/linked-rooms.ts';
import { useColleaguePicture } from '../names.ts';
import { useActiveColleagues } from '../queries.ts';
import { shortWhen } from '../room/room-words.ts';
import type { RoomRecord } from '../state/room-record.ts';
import { AskOfGroup } from './asking.ts';
import styles from './Members.module.css';
import { RemoveDialog } from './RemoveDialog.tsx';

const nameOf = ({ firstName, lastName }: Participant): string => `${firstName} ${lastName}`.trim();

interface MemberProps {
  person: Participant;
  room: Room;
  /** Messages of the room that they have not read. */
  unread: number;
  /** When they looked last; null where that is not known. */
  seenAt: string | null;
  onRemove: (() => void) | null;
}

function Member({ person, room, unread, seenAt, onRemove }: MemberProps) {
  const text = useText();
  const format = useFormat();
  const { me } = useCommunications();
  const pictureOf = useColleaguePicture();
  const isActive = useActiveColleagues();
  const { associatedParticipantId: userId, jobTitle } = person;
  const status = usePresenceOf(userId);
  const isMe = userId === me;
  const name = nameOf(person);
  const isGone = !isActive(userId);
  const read = () => {
    if (isMe || room.publicCount === 0) return null;
    if (unread === 0) return text('COLLEAGUES_READ_ALL');
    if (seenAt === null) return text('COLLEAGUES_UNREAD', { count: unread });
    return text('COLLEAGUES_READ_UNTIL', { time: shortWhen(seenAt, serverNow(), text, format), count: unread });
  };
  const facts = [
    isGone ? text('COLLEAGUES_GONE') : status === null ? null : text(chatStatusNames[status]),
    isMe ? null : jobTitle || null,
    isGone ? null : read(),
  ].filter((fact) => fact !== null);
  return (
    <li className={styles.member}>
      <ColleagueAvatar name={name} pictureId={pictureOf(userId)} {...(isGone ? {} : { badge: <PresenceMark userId={userId} /> })} />
      <span className={styles.lines}>
        <span className={styles.name}>{isMe ? text('COLLEAGUES_ONESELF', { name }) : name}</span>
        <span className={styles.facts}>{facts.join(' · ')}</span>
      </span>
      {onRemove === null ? null : (
        <IconButton onClick={onRemove} aria-label={text('COLLEAGUES_REMOVE', { name })} title={text('COLLEAGUES_REMOVE', { name })}>
          <Icon name="x" />
        </IconButton>
      )}
    </li>
  );
}

/** Who is in a chat of colleagues, who of them is there, and how far each has read. */
export function Members({ record }: { record: RoomRecord }) {
  const text = useText();
  const { me } = useCommunications();
  const { room } = record;
  const readers = useReaders(record);
  const ask = useContext(AskOfGroup);
  const [removes, setRemoves] = useState<Participant | null>(null);
  const linked = useLinkedRooms(room.id);
  // All of it at once: what came above the members, or beside their names, would move them.
  const isComing = [useAreReadersComing(room), useIsPresenceComing(), linked.isLoading].some(Boolean);
  const members = membersOf(room);
  if (isComing) return <SkeletonRows rows={Math.min(members.length, 6)} />;
  const isGroup = room.type === 'GROUP';
  return (
    <>
      <AboutRooms room={room} linked={linked} />
      <section className={styles.members} aria-label={text('COLLEAGUES_MEMBERS')}>
        <h3 className={styles.title}>
          {text('COLLEAGUES_MEMBERS')} <span className={styles.n}>{members.length}</span>
        </h3>
        <ul className={styles.list}>
          {members.map((person) => {
            const userId = person.associatedParticipantId;
            return (
              <Member
                key={person.id}
                person={person}
                room={room}
                unread={unreadOf(userId, room, record.public.events, readers)}
                seenAt={readers.find((one) => one.userId === userId)?.seenAt ?? null}
                onRemove={isGroup && userId !== me ? () => setRemoves(person) : null}
              />
            );
          })}
        </ul>
        {isGroup ? (
          <Button variant="default" leftSection={<Icon name="useradd" />} onClick={() => ask('people')}>
            {text('COLLEAGUES_ADD')}
          </Button>
        ) : null}
        {removes === null ? null : (
          <RemoveDialog room={room} userId={removes.associatedParticipantId} name={nameOf(removes)} onClose={() => setRemoves(null)} />
        )}
      </section>
    </>
  );
}
