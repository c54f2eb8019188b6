import { Suspense } from 'react';
import { chatStatusNames } from '../../../frame/chat-status-names.ts';
import { useText } from '../../../text.ts';
import { StatusDot } from '../../../ui/StatusDot.tsx';
import { membersOf, othersOf } from '../colleagues/among-colleagues.ts';
import { usePresenceOf } from '../colleagues/presence.ts';
import { useCommunications } from '../context.ts';
import { GoneStanding, GroupMenu } from '../group/later.ts';
import { useActiveColleagues } from '../queries.ts';
import type { RoomRecord } from '../state/room-record.ts';
import { RoomHead } from './RoomHead.tsx';
import styles from './RoomHeader.module.css';

/** Whether the other one is there, and what they do. */
function Other({ userId, jobTitle }: { userId: string; jobTitle: string }) {
  const text = useText();
  const status = usePresenceOf(userId);
  const isActive = useActiveColleagues();
  if (!isActive(userId))
    return (
      <Suspense fallback={null}>
        <GoneStanding jobTitle={jobTitle} />
      </Suspense>
    );
  const words = [...(status === null ? [] : [text(chatStatusNames[status])]), ...(jobTitle === '' ? [] : [jobTitle])];
  return (
    <>
      {status === null ? null : <StatusDot status={status} />}
      <span className={styles.standing}>{words.join(' · ')}</span>
    </>
  );
}

/** The head of a chat of colleagues: its name, the star, who is in it, and what can be done with a group. */
export function ColleaguesHeader({ record }: { record: RoomRecord }) {
  const text = useText();
  const { me } = useCommunications();
  const { room } = record;
  const [other] = othersOf(room, me);
  const isGroup = room.type === 'GROUP';
  return (
    <RoomHead
      record={record}
      sub={
        isGroup ? (
          <span className={styles.standing}>{text('COMMUNICATIONS_MEMBERS_COUNT', { count: membersOf(room).length })}</span>
        ) : other === undefined ? null : (
          <Other userId={other.associatedParticipantId} jobTitle={other.jobTitle} />
        )
      }
    >
      {isGroup ? (
        <Suspense fallback={<span className={styles.menuPlace} />}>
          <GroupMenu room={room} />
        </Suspense>
      ) : null}
    </RoomHead>
  );
}
