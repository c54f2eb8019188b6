import { activeRun } from '../commands/active.ts';
import { keysOf, useBindings } from '../commands/bindings.ts';
import { Strokes } from '../commands/Strokes.tsx';
import { Bell } from '../features/notices/public.ts';
import { useCan, useCurrentUser } from '../session/current-user.ts';
import { useText } from '../text.ts';
import { setLook, useDark } from '../theme/look.ts';
import { Area } from '../ui/Area.tsx';
import { Icon } from '../ui/Icon.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { PlainButton } from '../ui/PlainButton.tsx';
import { ChatStatusMenu } from './ChatStatusMenu.tsx';
import { ConnectionLine } from './ConnectionLine.tsx';
import { LanguageMenu } from './LanguageMenu.tsx';
import styles from './TopBar.module.css';
import { UserMenu } from './UserMenu.tsx';
import { WrapUp } from './WrapUp.tsx';

function ModeButton() {
  const text = useText();
  const dark = useDark();
  const label = text(dark ? 'FRAME_MODE_TO_LIGHT' : 'FRAME_MODE_TO_DARK');
  return (
    <IconButton className={styles.wide ?? ''} onClick={() => setLook({ mode: dark ? 'light' : 'dark' })} aria-label={label} title={label}>
      <Icon name={dark ? 'sun' : 'moon'} size={20} />
    </IconButton>
  );
}

/** Looks like the field that it opens (interface: the frame). */
function SearchButton() {
  const text = useText();
  const keys = keysOf(useBindings(), 'palette.open');
  return (
    <PlainButton className={styles.search ?? ''} onClick={() => activeRun('palette.open')?.('palette')}>
      <Icon name="search" />
      <span className={styles.searchWords}>{text('COMMANDS_OPEN_PALETTE')}</span>
      <span className={styles.searchKeys} aria-hidden="true">
        <Strokes keys={keys} />
      </span>
    </PlainButton>
  );
}

/** Search, account, connection, my status, language, mode and myself. At phone width the page's name stands at its left. */
export function TopBar({ title }: { title: string }) {
  const text = useText();
  const user = useCurrentUser();
  const isTold = useCan(['notifications', 'read']);
  const hasStatus = useCan(['presence', 'change']);
  return (
    <header className={styles.top}>
      <h1 className={styles.title}>{title}</h1>
      <Area name={text('COMMANDS_OPEN_PALETTE')} place="button">
        <SearchButton />
      </Area>
      <span className={styles.account}>{user.accountName}</span>
      <Area name={text('FRAME_CONNECTION')} place="button">
        <ConnectionLine />
      </Area>
      {hasStatus ? (
        <Area name={text('FRAME_STATUS')} place="button">
          <WrapUp />
        </Area>
      ) : null}
      {isTold ? (
        <Area name={text('NOTICES_LIST')} place="button">
          <Bell />
        </Area>
      ) : null}
      {hasStatus ? (
        <Area name={text('FRAME_STATUS')} place="button">
          <ChatStatusMenu />
        </Area>
      ) : null}
      <Area name={text('FRAME_LANGUAGE')} place="button">
        <LanguageMenu />
        <ModeButton />
      </Area>
      <Area name={text('PROFILE_TITLE')} place="button">
        <UserMenu />
      </Area>
    </header>
  );
}
