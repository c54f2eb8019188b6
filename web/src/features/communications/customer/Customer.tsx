import type { CustomerBlock } from '@parley/contract';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useFormat } from '../../../format.ts';
import { type TextKey, useText } from '../../../text.ts';
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx';
import { Unseen } from '../../../ui/Unseen.tsx';
import { useCommunications } from '../context.ts';
import { Discussions, useDiscuss } from '../discussions/Discussions.tsx';
import { useLinkedRooms } from '../discussions/linked-rooms.ts';
import { openConversations, roomName } from '../room/room-words.ts';
import { isLoaded } from '../state/history.ts';
import type { RoomRecord } from '../state/room-record.ts';
import { Block } from './Block.tsx';
import { Blocking } from './Blocking.tsx';
import { BlockMover } from './BlockMover.tsx';
import { movedBlock, stepOf } from './block-order.ts';
import { Channels } from './Channels.tsx';
import styles from './Customer.module.css';
import { CustomerAvatar } from './CustomerAvatar.tsx';
import { Details } from './Details.tsx';
import { Following } from './Following.tsx';
import { Notes } from './Notes.tsx';
import { OpenConversations } from './OpenConversations.tsx';
import { Pages } from './Pages.tsx';
import { PastConversations, usePast } from './PastConversations.tsx';
import { usePinnedNotes } from './pinned-notes.ts';
import { Reading } from './Reading.tsx';
import { useBlockDrag } from './use-block-drag.ts';
import { useFacts } from './use-facts.ts';
import { usePanel } from './use-panel.ts';

const titles: Record<CustomerBlock, TextKey> = {
  DETAILS: 'CUSTOMER_DETAILS',
  NOTES: 'CUSTOMER_NOTES',
  CHANNELS: 'COMMUNICATIONS_WAYS_TO_REACH',
  OPEN: 'COMMUNICATIONS_OPEN_CONVERSATIONS',
  PAGES: 'CUSTOMER_PAGES',
  PAST: 'COMMUNICATIONS_PAST_CONVERSATIONS',
  DISCUSSIONS: 'DISCUSS_TITLE',
};

/** Blocks in the order of their reader, who folds and moves them; what has nothing to show for this customer is left out. */
function Blocks({ blocks }: { blocks: Readonly<Partial<Record<CustomerBlock, ReactNode>>> }) {
  const text = useText();
  const panel = usePanel();
  const list = useRef<HTMLDivElement>(null);
  const [moved, setMoved] = useState<{ block: CustomerBlock } | null>(null);
  const shown = panel.order.filter((block) => blocks[block] !== undefined);
  const move = (block: CustomerBlock, before: CustomerBlock | null) => {
    panel.reorder(movedBlock(panel.order, shown, block, before));
    setMoved({ block });
  };
  const { dragged, press, endedDrag } = useBlockDrag(list, ({ block, before }) => {
    // Put down where it was taken from.
    if (before !== (stepOf(shown, block, 'down') === undefined ? null : shown[shown.indexOf(block) + 1])) move(block, before);
  });
  useEffect(() => {
    // Its element may have been put elsewhere, and the focus with it is lost.
    if (moved !== null) list.current?.querySelector<HTMLElement>(`[data-block="${moved.block}"] [data-mover]`)?.focus();
  }, [moved]);
  const stepped = (block: CustomerBlock, step: 'up' | 'down') => {
    const before = stepOf(shown, block, step);
    return before === undefined ? undefined : () => move(block, before);
  };
  const dropAt = (block: CustomerBlock) => {
    if (dragged === null || block === dragged.block) return undefined;
    if (block === dragged.before) return 'before';
    return dragged.before === null && block === shown.findLast((one) => one !== dragged.block) ? 'after' : undefined;
  };
  return (
    <div ref={list} data-dragging={dragged !== null} className={styles.blocks}>
      {shown.map((block) => (
        <Block
          key={block}
          name={block}
          title={text(titles[block])}
          isFolded={panel.isFolded(block)}
          onFold={(folded) => panel.fold(block, folded)}
          isDragged={dragged?.block === block}
          drop={dropAt(block)}
          mover={
            <BlockMover
              title={text(titles[block])}
              up={stepped(block, 'up')}
              down={stepped(block, 'down')}
              reset={panel.isReordered ? () => panel.reorder([]) : undefined}
              onPress={(event) => press(block, event)}
              endedDrag={endedDrag}
            />
          }
        >
          {blocks[block]}
        </Block>
      ))}
      <div role="status">
        {moved === null ? null : (
          <Unseen>
            {text('CUSTOMER_BLOCK_PLACE', {
              name: text(titles[moved.block]),
              place: shown.indexOf(moved.block) + 1,
              count: shown.length,
            })}
          </Unseen>
        )}
      </div>
    </div>
  );
}

/** The customer of a room: who it is, notes worth knowing, the ways to reach them, the site's pages, the conversations there were, and those about it. */
function Known({ record }: { record: RoomRecord }) {
  const { me } = useCommunications();
  const { room } = record;
  const facts = useFacts(room.id);
  const past = usePast(room);
  const notes = usePinnedNotes(room.id);
  const linked = useLinkedRooms(room.id);
  const parts = [facts, past, notes, linked];
  // All at once, so that no block moves another when its own comes.
  const isComing = parts.some(({ data, error }) => data === undefined && error === null);
  const discuss = useDiscuss(room);
  const open = openConversations(room, me);
  const visits = facts.data === undefined || facts.data.canBlock;
  if (isComing) return <SkeletonRows rows={6} />;
  return (
    <>
      <Following key={room.id} record={record} />
      <Blocks
        blocks={{
          DETAILS: (
            <Reading query={facts} lines={2}>
              {(known) => <Details facts={known} />}
            </Reading>
          ),
          NOTES: <Notes roomId={room.id} notes={notes} />,
          CHANNELS: <Channels channels={room.channels} facts={facts.data} />,
          ...(open.length === 0 ? {} : { OPEN: <OpenConversations roomId={room.id} conversations={open} /> }),
          ...(visits && room.channels.some(({ channelType }) => channelType === 'LIVECHAT')
            ? {
                PAGES: (
                  <Reading query={facts} lines={1}>
                    {(known) => <Pages facts={known} />}
                  </Reading>
                ),
              }
            : {}),
          PAST: <PastConversations roomId={room.id} past={past} />,
          DISCUSSIONS: <Discussions room={room} linked={linked} begin={discuss.begin} />,
        }}
      />
      {discuss.dialog}
      {facts.data?.canBlock ? <Blocking roomId={room.id} block={facts.data.block} /> : null}
    </>
  );
}

/** So soon after its messages came to stand, the browser has painted them. */
const PAINTED_MS = 30;
/** A talk that takes longer keeps nobody from knowing with whom it is. */
const AT_MOST_MS = 300;

/** Whether the talk beside is there: what is read from the first message on neither asks nor draws before it, nor for a room that is only passed by. */
function useTalkStands({ room, public: talk }: RoomRecord): boolean {
  const [roomId, setRoomId] = useState<string | null>(null);
  const hasCome = isLoaded(talk);
  useEffect(() => {
    const timer = setTimeout(() => setRoomId(room.id), hasCome ? PAINTED_MS : AT_MOST_MS);
    return () => clearTimeout(timer);
  }, [room.id, hasCome]);
  return roomId === room.id;
}

/** What stands beside the talk. @param alone whether it stands there without the talk, and waits for nothing */
export function Customer({ record, alone }: { record: RoomRecord; alone: boolean }) {
  const text = useText();
  const talkStands = useTalkStands(record);
  const format = useFormat();
  const { me } = useCommunications();
  const { room } = record;
  return (
    <div className={styles.customer}>
      <div className={styles.who}>
        <CustomerAvatar room={room} size={48} />
        <div className={styles.named}>
          <span className={styles.name}>{roomName(room, text, me)}</span>
          <span className={styles.since}>{text('COMMUNICATIONS_CUSTOMER_SINCE', { date: format.longDate(room.createdAt) })}</span>
        </div>
      </div>
      {room.type === 'EXTERNAL' && (alone || talkStands) ? <Known record={record} /> : null}
    </div>
  );
}
