import { Suspense, useState } from 'react';
import { lateParts } from '../../late-parts.ts';
import { number, useText } from '../../text.ts';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { LazyPopover } from '../../ui/LazyPopover.tsx';
import styles from './Bell.module.css';
import { useNotifications } from './unread.ts';

const { late, load } = lateParts(() => import('./NotificationList.tsx'));
const NotificationList = late('NotificationList');

/** Loads the list before it is opened. */
export const preloadNotifications: () => Promise<unknown> = load;

/** Opens my notifications; says how many are unread. */
export function Bell() {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const notifications = useNotifications();
  const unread = notifications.data?.pages[0]?.unread ?? 0;
  const label = unread === 0 ? text('NOTICES_LIST') : text('NOTICES_LIST_UNREAD', { count: unread });
  return (
    <LazyPopover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width={380}
      label={text('NOTICES_LIST')}
      className={styles.list}
      button={
        <IconButton className={styles.bell ?? ''} onClick={() => setOpen(!isOpen)} aria-label={label} title={label}>
          <Icon name="bell" size={20} />
          {unread > 0 ? (
            <span className={styles.count} aria-hidden="true">
              {unread > 99 ? '99+' : number(unread)}
            </span>
          ) : null}
        </IconButton>
      }
    >
      <Suspense fallback={<div className={styles.wait} />}>
        <NotificationList notifications={notifications} onClose={() => setOpen(false)} />
      </Suspense>
    </LazyPopover>
  );
}
