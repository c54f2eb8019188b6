import type { Conversation, Room } from '@parley/contract';
import { useState } from 'react';
import { useCommand } from '../../../commands/active.ts';
import { useText } from '../../../text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { meantChannels, useDeedOn } from '../room/meant-channels.ts';
import styles from './Snooze.module.css';
import { useSnoozedUntil } from './SnoozeWords.tsx';
import { wake } from './snoozing.ts';

/** Until when a conversation sleeps; whoever may snooze it may wake it. */
export function SnoozedBar({ room, conversation, canWake }: { room: Room; conversation: Conversation; canWake: boolean }) {
  const text = useText();
  const [works, setWorks] = useState(false);
  const deedOn = useDeedOn(room, conversation);
  const words = useSnoozedUntil(conversation.snooze?.until ?? null, meantChannels(room, conversation, text));
  const go = async () => {
    setWorks(true);
    await wake({ roomId: room.id, conversation, channel: meantChannels(room, conversation, text) });
    setWorks(false);
  };
  useCommand('room.wake', canWake ? () => void go() : null);
  return (
    <div className={styles.bar}>
      <Icon name="clock" />
      <span className={styles.until} title={words}>
        {words}
      </span>
      {canWake ? (
        <Button variant="default" size="compact" loading={works} aria-label={deedOn(text('SNOOZE_WAKE'))} onClick={() => void go()}>
          {text('SNOOZE_WAKE')}
        </Button>
      ) : null}
    </div>
  );
}
