import { type ComponentProps, Suspense, useState } from 'react';
import { serverNow } from '../../../api/server-clock.ts';
import { useFormat } from '../../../format.ts';
import { lateParts } from '../../../late-parts.ts';
import { useText } from '../../../text.ts';
import { LazyMenu } from '../../../ui/LazyMenu.tsx';
import { toastProblem } from '../../../ui/toast.ts';
import styles from './Snooze.module.css';
import { snoozeTimes } from './snooze-times.ts';

const SnoozeDialog = lateParts(() => import('./SnoozeDialog.tsx')).late('SnoozeDialog');

interface SnoozeMenuProps extends Pick<ComponentProps<typeof LazyMenu>, 'button' | 'opened' | 'onChange'> {
  /** Until that time or, by null, until the customer writes. Throws why it was refused, which is said to the person. */
  onSnooze: (until: Date | null) => Promise<void>;
}

/** Until when something is laid aside: one of the usual times, one that is chosen, or the customer's next message. */
export function SnoozeMenu({ onSnooze, ...menu }: SnoozeMenuProps) {
  const text = useText();
  const format = useFormat();
  const [chooses, setChooses] = useState(false);
  const go = (until: Date | null) => void onSnooze(until).catch(toastProblem);
  const now = serverNow();
  return (
    <>
      <LazyMenu position="bottom-end" width={280} {...menu}>
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
          <SnoozeDialog onSnooze={onSnooze} onClose={() => setChooses(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
