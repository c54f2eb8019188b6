import type { Menu as MenuParts } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { report } from '../report.ts';
import { useCurrentUser } from '../session/current-user.ts';
import { signOut } from '../session/tokens.ts';
import { currentLanguage, setLanguage, type TextKey, useText } from '../text.ts';
import { setLook, useLook } from '../theme/look.ts';
import { Icon } from '../ui/Icon.tsx';
import { toastError } from '../ui/toast.ts';
import { languageNames, languages } from './LanguageMenu.tsx';
import { densities, modes, themeNames } from './look-names.ts';
import { roleNames } from './role-names.ts';
import styles from './TopBar.module.css';

interface ChoiceProps<T extends string> {
  parts: typeof MenuParts;
  title: TextKey;
  options: Record<T, TextKey>;
  chosen: T;
  onChoose: (option: T) => void;
}

function Choice<T extends string>({ parts: Menu, title, options, chosen, onChoose }: ChoiceProps<T>) {
  const text = useText();
  return (
    <>
      <Menu.Label>{text(title)}</Menu.Label>
      {(Object.keys(options) as T[]).map((option) => (
        <Menu.Item
          key={option}
          closeMenuOnClick={false}
          rightSection={option === chosen ? <Icon name="check" /> : null}
          aria-current={option === chosen}
          onClick={() => onChoose(option)}
        >
          {text(options[option])}
        </Menu.Item>
      ))}
    </>
  );
}

/** What stands in the menu of whoever is signed in: who they are, how the screen looks, and the way out. */
export function UserItems({ Menu }: { Menu: typeof MenuParts }) {
  const text = useText();
  const user = useCurrentUser();
  const look = useLook();
  const language = currentLanguage();
  const name = `${user.firstName} ${user.lastName}`;
  return (
    <>
      <div className={styles.who}>
        <div className={styles.whoName}>{name}</div>
        <div>{user.email}</div>
        <div>{[text(roleNames[user.role]), user.accountName].filter((part) => part !== null).join(' · ')}</div>
      </div>
      <Menu.Divider />
      <Menu.Item component={Link} to="/profile" leftSection={<Icon name="person" />}>
        {text('PROFILE_TITLE')}
      </Menu.Item>
      <Choice parts={Menu} title="FRAME_MODE" options={modes} chosen={look.mode} onChoose={(mode) => setLook({ mode })} />
      <Choice parts={Menu} title="FRAME_DENSITY" options={densities} chosen={look.density} onChoose={(density) => setLook({ density })} />
      <Choice parts={Menu} title="FRAME_THEME" options={themeNames} chosen={look.theme} onChoose={(theme) => setLook({ theme })} />
      <div className={styles.onlyPhone}>
        <Menu.Label>{text('FRAME_LANGUAGE')}</Menu.Label>
        {languages.map((option) => (
          <Menu.Item
            key={option}
            lang={option}
            closeMenuOnClick={false}
            rightSection={option === language ? <Icon name="check" /> : null}
            aria-current={option === language}
            onClick={() => setLanguage(option).catch(report)}
          >
            {languageNames[option]}
          </Menu.Item>
        ))}
      </div>
      <Menu.Divider />
      <Menu.Item leftSection={<Icon name="power" />} onClick={() => signOut().catch(() => toastError('FRAME_UNREACHABLE'))}>
        {text('FRAME_SIGN_OUT')}
      </Menu.Item>
    </>
  );
}
