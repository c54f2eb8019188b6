import { Suspense, useEffect } from 'react';
import { afterwards } from '../afterwards.ts';
import { lateParts } from '../late-parts.ts';
import { ColleagueAvatar } from '../people/ColleagueAvatar.tsx';
import { quietly } from '../replaced.ts';
import { useCurrentUser } from '../session/current-user.ts';
import { useText } from '../text.ts';
import { LazyMenu } from '../ui/LazyMenu.tsx';
import { PlainButton } from '../ui/PlainButton.tsx';
import { Unseen } from '../ui/Unseen.tsx';
import styles from './TopBar.module.css';

const { late, load } = lateParts(() => import('./UserItems.tsx'), null);
const UserItems = late('UserItems');

/** Who is signed in, how the screen looks, and the way out. */
export function UserMenu() {
  const text = useText();
  const user = useCurrentUser();
  const name = `${user.firstName} ${user.lastName}`;
  // Here before it is opened, as a rule: the keys then begin at its first line.
  useEffect(() => afterwards(() => void quietly(load)), []);
  return (
    <LazyMenu
      position="bottom-end"
      width={240}
      className={styles.menu}
      button={
        <PlainButton className={styles.user ?? ''}>
          <Unseen>{text('FRAME_USER_MENU', { name })}</Unseen>
          <ColleagueAvatar name={name} pictureId={user.pictureId} size={28} />
        </PlainButton>
      }
    >
      {(Menu) => (
        <Suspense fallback={null}>
          <UserItems Menu={Menu} />
        </Suspense>
      )}
    </LazyMenu>
  );
}
