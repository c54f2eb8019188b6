import { missedCount, type Room } from '@parley/contract';
import { createLink } from '@tanstack/react-router';
import { type ComponentPropsWithRef, Suspense } from 'react';
import { serverNow } from '../../../api/server-clock.ts';
import { useFormat } from '../../../format.ts';
import { ColleagueAvatar } from '../../../people/ColleagueAvatar.tsx';
import { useText } from '../../../text.ts';
import { ChannelMark } from '../../../ui/ChannelMark.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Unseen } from '../../../ui/Unseen.tsx';
import { RoomAvatar } from '../colleagues/RoomAvatar.tsx';
import { useCommunications, useStorePart } from '../context.ts';
import { useColleagueName, useColleaguePicture } from '../names.ts';
import { ROUTE, type Show, searchOf } from '../place.ts';
import { readAhead } from '../room/room-part.ts';
import {
  asSentence,
  asToldIn,
  channelOf,
  draftWords,
  failedWords,
  lastIcon,
  lastWords,
  roomName,
  shortWhen,
  toldConversation,
} from '../room/room-words.ts';
import { ScheduledMark } from '../scheduled/later.ts';
import { Wakes } from '../snooze/later.ts';
import type { Draft } from '../state/drafts.ts';
import { conversationOfRow, isOfRow, isOneOfSeveral, waitingSince } from '../state/lists.ts';
import type { RoomRecord } from '../state/room-record.ts';
import { forgetChannel, setWritesIn } from '../store.ts';
import styles from './RoomRow.module.css';
import { WaitingTime } from './WaitingTime.tsx';

export interface RoomRowProps {
  record: RoomRecord;
  /** Of the room, and of that one of its conversations for which the row stands (`state/lists.ts`). */
  row: string;
  me: string;
  /** What was written or attached there and not sent. */
  draft: Draft | null;
  isOpen: boolean;
  /** It is the one row of the list that Tab reaches. */
  isCurrent: boolean;
  showsWait: boolean;
  show: Show;
  filter: string;
  isSelected: boolean;
}

/** A room that stands in two lists is open in one of them: the router would call the rows of both the current page. */
const RowLink = createLink(({ isOpen, children, ...link }: ComponentPropsWithRef<'a'> & { isOpen: boolean }) => (
  <a {...link} aria-current={isOpen ? 'page' : undefined}>
    {children}
  </a>
));

function Holder({ userId }: { userId: string }) {
  const text = useText();
  const name = useColleagueName()(userId);
  return (
    <span className={styles.holder} title={asSentence(text('COMMUNICATIONS_HELD_BY_NAME', { name }))}>
      <ColleagueAvatar name={name} pictureId={useColleaguePicture()(userId)} size={20} />
    </span>
  );
}

interface LastProps {
  /** As the row tells it. */
  room: Room;
  me: string;
  draft: Draft | null;
  /** Written on this channel, it stands here. */
  isHere: (channelId: string | null) => boolean;
}

function Last({ room, me, draft, isHere }: LastProps) {
  const text = useText();
  const icon = lastIcon(room);
  const nameOf = useColleagueName();
  // What I sent there last of all that did not get away, and stands in the room with its reason.
  const unsent = useStorePart(({ state }) =>
    state.pending.get(room.id)?.findLast(({ status, channelId }) => status === 'failed' && isHere(channelId)),
  );
  const failed = failedWords(room, unsent, text);
  const sign = <Icon name="alert" size={14} className={styles.failed ?? ''} />;
  if (draft !== null)
    return (
      <>
        {/* What was not delivered is told beside what is being written. */}
        {failed === null ? null : (
          <span role="img" aria-label={failed} title={failed}>
            {sign}
          </span>
        )}
        <span className={styles.draft}>{text('COMMUNICATIONS_DRAFT')}</span>
        <span className={styles.last}>{draftWords(draft, text)}</span>
      </>
    );
  if (failed !== null)
    return (
      <>
        {sign}
        <span className={styles.last}>{failed}</span>
      </>
    );
  return (
    <>
      {icon === null ? null : <Icon name={icon} size={14} className={styles.icon ?? ''} />}
      <span className={styles.last}>{lastWords(room, me, text, nameOf)}</span>
    </>
  );
}

/** A row of the list: who, over which channel, the last words, when, and what waits for the reader. Two lines. */
export function RoomRow({ record, row, me, draft, isOpen, isCurrent, showsWait, show, filter, isSelected }: RoomRowProps) {
  const text = useText();
  const format = useFormat();
  const { store } = useCommunications();
  const { room, membership } = record;
  const pictureOf = useColleaguePicture();
  const name = roomName(room, text, me);
  // One comes back to the tab at which one left the room.
  const tab = useStorePart(({ navigation }) => navigation.tabs.get(room.id) ?? 0);
  const scheduled = useStorePart((all) => all.scheduled.get(room.id));
  const missed = missedCount(room, membership, me);
  const standsFor = conversationOfRow(row, room);
  const meant = standsFor ?? toldConversation(room, me, showsWait);
  const several = isOneOfSeveral(room, meant) ? meant.id : null;
  const waiting = meant?.state === 'UNASSIGNED' ? meant : undefined;
  const holder = meant?.assignedUserId ?? null;
  const told = asToldIn(room, meant);
  const channel = channelOf(told);
  const isHere = (channelId: string | null) => isOfRow(room, standsFor, channelId);
  const later = scheduled?.filter(({ channelId }) => isHere(channelId)) ?? [];
  const wakes = show === 'snoozed' ? standsFor?.snooze?.until : undefined;
  const isFresh = missed > 0 || (showsWait && waiting !== undefined);
  const at = told.lastEventTimestamp ?? room.createdAt;
  return (
    <RowLink
      to={ROUTE}
      params={{ roomId: room.id }}
      search={searchOf(tab, show, filter, null, several)}
      className={styles.row}
      data-room={room.id}
      data-fresh={isFresh}
      data-open={isOpen}
      data-selected={isSelected}
      isOpen={isOpen}
      tabIndex={isCurrent ? 0 : -1}
      draggable={false}
      onClick={({ detail }) => {
        readAhead(store, me, room.id, tab);
        // Of several that one is gone on with whose row was opened.
        if (several) forgetChannel(store, room.id);
        // Whoever opens a room by the mouse goes on by writing; by key one goes on by keys, and on glass a keyboard would jump up.
        if (detail > 0 && matchMedia('(pointer: fine)').matches) setWritesIn(store, room.id, tab === 2 ? 2 : 0, several);
      }}
    >
      <RoomAvatar
        room={room}
        me={me}
        pictureOf={pictureOf}
        badge={channel === undefined ? undefined : <ChannelMark type={channel} size={16} />}
      />
      <span className={styles.lines}>
        <span className={styles.line}>
          <span className={styles.name}>{name}</span>
          {membership.starred ? (
            <span className={styles.star} title={text('COMMUNICATIONS_STARRED')}>
              <Icon name="star" size={14} filled />
            </span>
          ) : null}
          {wakes !== undefined ? (
            <Suspense fallback={null}>
              <Wakes at={wakes} className={styles.time} />
            </Suspense>
          ) : showsWait && waiting !== undefined ? (
            <WaitingTime since={waitingSince(waiting)} />
          ) : (
            <time className={styles.time} dateTime={at}>
              {asSentence(shortWhen(at, serverNow(), text, format))}
            </time>
          )}
        </span>
        <span className={styles.line}>
          <Last room={told} me={me} draft={draft} isHere={isHere} />
          {later.length === 0 ? null : (
            <Suspense fallback={null}>
              <ScheduledMark messages={later} />
            </Suspense>
          )}
          {missed > 0 ? (
            <span className={styles.count} title={text('COMMUNICATIONS_MISSED', { count: missed })}>
              <span aria-hidden="true">{missed > 99 ? '99+' : missed}</span>
              <Unseen>{text('COMMUNICATIONS_MISSED', { count: missed })}</Unseen>
            </span>
          ) : null}
          {holder !== null && holder !== me ? <Holder userId={holder} /> : null}
        </span>
      </span>
    </RowLink>
  );
}
