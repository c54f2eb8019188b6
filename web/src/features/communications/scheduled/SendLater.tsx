import type { EmailWriting } from '@parley/contract';
import { type ComponentProps, Suspense, useState } from 'react';
import { serverNow } from '../../../api/server-clock.ts';
import { useCommand } from '../../../commands/active.ts';
import { useWorkingKeys } from '../../../commands/single-keys.ts';
import { useFormat } from '../../../format.ts';
import { lateParts } from '../../../late-parts.ts';
import { useCurrentUser } from '../../../session/current-user.ts';
import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { LazyMenu } from '../../../ui/LazyMenu.tsx';
import { toastProblem } from '../../../ui/toast.ts';
import { useCommunications } from '../context.ts';
import type { Draft } from '../state/drafts.ts';
import styles from './Scheduled.module.css';
import { scheduleTimes } from './schedule-times.ts';
import { sendLater } from './scheduling.ts';

const ScheduleDialog = lateParts(() => import('./ScheduleDialog.tsx')).late('ScheduleDialog');

interface SendLaterProps {
  draft: Draft;
  canSend: boolean;
  /** Of an e-mail: all that belongs to it beside its words and files. */
  email?: EmailWriting | undefined;
  /** It is on its way, or not any more: meanwhile `canSend` is false. */
  onWorks: (works: boolean) => void;
  /** The field is empty again. */
  onSent: () => void;
}

/** Beside Send: when what stands in the composer is to go. */
export function SendLater({ draft, canSend, email, onWorks, onSent }: SendLaterProps) {
  const text = useText();
  const format = useFormat();
  const communications = useCommunications();
  const { sending, timezone } = useCurrentUser();
  const [isOpen, setOpen] = useState(false);
  const [chooses, setChooses] = useState(false);
  const [unless, setUnless] = useState(sending.cancelWhenCustomerWrites);
  const keys = useWorkingKeys()('room.sendLater');
  useCommand('room.sendLater', canSend ? () => setOpen(true) : null);
  const send = async (at: Date) => {
    onWorks(true);
    try {
      await sendLater(communications, draft, { at, timezone, unlessCustomerWrites: unless, email });
      setUnless(sending.cancelWhenCustomerWrites);
      onSent();
    } finally {
      onWorks(false);
    }
  };
  const now = serverNow();
  const label = text('SCHEDULE_MENU');
  const button: ComponentProps<typeof LazyMenu>['button'] = (
    <IconButton aria-label={label} title={label} disabled={!canSend} {...(keys === '' ? {} : { 'aria-keyshortcuts': keys })}>
      <Icon name="clock" size={20} />
    </IconButton>
  );
  return (
    <>
      <LazyMenu position="top-end" width={300} opened={isOpen} onChange={setOpen} button={button}>
        {(Menu) => (
          <>
            {scheduleTimes(now).map(({ name, at }) => (
              <Menu.Item
                key={name}
                rightSection={
                  <span className={styles.time}>
                    {name === 'SCHEDULE_MONDAY' ? `${format.shortDate(at)}, ${format.time(at)}` : format.time(at)}
                  </span>
                }
                onClick={() => void send(new Date(at)).catch(toastProblem)}
              >
                {text(name)}
              </Menu.Item>
            ))}
            <Menu.Item onClick={() => setChooses(true)}>{text('SCHEDULE_CHOOSE')}</Menu.Item>
            <Menu.Divider />
            <Menu.CheckboxItem checked={unless} onChange={setUnless}>
              {text('SCHEDULE_UNLESS')}
            </Menu.CheckboxItem>
            <Menu.Label>{text('SCHEDULE_ZONE', { zone: timezone })}</Menu.Label>
          </>
        )}
      </LazyMenu>
      {chooses ? (
        <Suspense fallback={null}>
          <ScheduleDialog unless={unless} onUnless={setUnless} onSend={send} onClose={() => setChooses(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
