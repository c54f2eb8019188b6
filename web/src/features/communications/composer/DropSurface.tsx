import { takesFiles } from '@parley/contract';
import type { RefObject } from 'react';
import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { useCommunications } from '../context.ts';
import { attach } from '../files/uploads.ts';
import { channelWords } from '../room/meant-channels.ts';
import { draftKey, NOTE } from '../state/drafts.ts';
import type { RoomRecord } from '../state/room-record.ts';
import styles from './DropSurface.module.css';
import { useDroppedFiles, usePastedFiles } from './use-brought-files.ts';
import { useChannel } from './use-channel.ts';

interface DropSurfaceProps {
  record: RoomRecord;
  tab: 0 | 2;
  /** The whole room: files may be dropped anywhere on it. */
  room: RefObject<HTMLElement | null>;
}

/** Takes what is dragged onto the room or pasted in it into the draft of the open tab, and says where it goes. */
export function DropSurface({ record, tab, room }: DropSurfaceProps) {
  const text = useText();
  const { store } = useCommunications();
  const channel = useChannel(record, tab);
  const canTake = channel === null || (channel !== undefined && takesFiles(channel.channelType));
  const take = canTake ? (files: File[]) => attach(store, draftKey(record.room.id, channel?.channelId ?? NOTE), files) : null;
  usePastedFiles('[data-composer]', take);
  const isOver = useDroppedFiles(room, take);
  if (!isOver) return null;
  const words =
    channel?.channelType === 'INTERNAL'
      ? text('COMMUNICATIONS_ATTACH_DROP_COLLEAGUES')
      : channel != null && !canTake
        ? text('CHANNEL_WITHOUT_FILES')
        : channel != null
          ? text('COMMUNICATIONS_ATTACH_DROP_ON', { channel: channelWords(record.room, channel, text) })
          : text(tab === 2 ? 'COMMUNICATIONS_ATTACH_DROP_NOTE' : 'COMMUNICATIONS_ATTACH_DROP_NOT_WORDS');
  return (
    <div className={styles.surface} data-note={tab === 2} data-refused={!canTake}>
      <Icon name={canTake ? 'clipper' : 'stop'} size={32} />
      <b className={styles.title}>{text(canTake ? 'COMMUNICATIONS_ATTACH_DROP' : 'COMMUNICATIONS_ATTACH_DROP_NOT')}</b>
      <span className={styles.words}>{words}</span>
    </div>
  );
}
