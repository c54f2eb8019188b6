import type { Conversation, Room } from '@parley/contract';
import { lazy, Suspense, useState } from 'react';
import { useCommand } from '../../../commands/active.ts';
import { useWorkingKeys } from '../../../commands/single-keys.ts';
import { useFormat } from '../../../format.ts';
import { everyText, useText } from '../../../text.ts';
import { LazyMenu } from '../../../ui/LazyMenu.tsx';
import { toastProblem } from '../../../ui/toast.ts';
import { HeadButton } from '../room/HeadButton.tsx';
import styles from './Snooze.module.css';
import { snoozeTimes } from './snooze-times.ts';
import { snooze } from './snoozing.ts';

const SnoozeDialog = lazy(async () => {
  const [{ SnoozeDialog: Dialog }] = await Promise.all([import('./SnoozeDialog.tsx'), everyText()]);
  return { default: Dialog };
});

/** Lays a conversation aside, until one of the usual times, one that is chosen, or the customer's next message. */
export function SnoozeButton({ room, conversation }: { room: Room; conversation: Conversation }) {
  const text = useText();
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const [chooses, setChooses] = useState(false);
  const keys = useWorkingKeys()('room.snooze');
  const what = { roomId: room.id, conversation };
  useCommand('room.snooze', () => setOpen(true));
  const go = (until: Date | null) => void snooze(what, until).catch(toastProblem);
  const now = Date.now();
  return (
    <>
      <LazyMenu
        position="bottom-end"
        width={280}
        opened={isOpen}
        onChange={setOpen}
        button={
          <HeadButton icon="clock" {...(keys === '' ? {} : { 'aria-keyshortcuts': keys })}>
            {text('COMMUNICATIONS_SNOOZE')}
          </HeadButton>
        }
      >
        {(Menu) => (
          <>
            {snoozeTimes(now).map(({ name, at }) => (
              <Menu.Item
                key={name}
                rightSection={
                  <span className={styles.when}>
                    {name === 'SNOOZE_MONDAY' ? `${format.shortDate(at)}, ${format.time(at)}` : format.time(at)}
                  </span>
                }
                onClick={() => go(new Date(at))}
              >
                {text(name)}
              </Menu.Item>
            ))}
            <Menu.Item onClick={() => go(null)}>{text('SNOOZE_UNTIL_CUSTOMER')}</Menu.Item>
            <Menu.Divider />
            <Menu.Item onClick={() => setChooses(true)}>{text('SNOOZE_CHOOSE')}</Menu.Item>
          </>
        )}
      </LazyMenu>
      {chooses ? (
        <Suspense fallback={null}>
          <SnoozeDialog what={what} onClose={() => setChooses(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
