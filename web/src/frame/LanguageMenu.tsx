import type { Locale } from '@parley/contract';
import { report } from '../report.ts';
import { currentLanguage, setLanguage, useText } from '../text.ts';
import { Icon } from '../ui/Icon.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { LazyMenu } from '../ui/LazyMenu.tsx';
import { Unseen } from '../ui/Unseen.tsx';
import styles from './TopBar.module.css';

/** Each language by its own name, whatever the screen speaks. */
export const languageNames = { en: 'English', bg: 'Български' } as const satisfies Record<Locale, string>;

export const languages = Object.keys(languageNames) as Locale[];

/** The language of the screen; the choice is kept in this browser. */
export function LanguageMenu() {
  const text = useText();
  const language = currentLanguage();
  const label = text('FRAME_LANGUAGE_IS', { language: languageNames[language] });
  return (
    <LazyMenu
      position="bottom-end"
      button={
        <IconButton className={styles.wide ?? ''} title={label}>
          <Unseen>{label}</Unseen>
          <span className={styles.languageCode} aria-hidden="true">
            {language === 'bg' ? 'БГ' : 'EN'}
          </span>
        </IconButton>
      }
    >
      {(Menu) =>
        languages.map((option) => (
          <Menu.Item
            key={option}
            lang={option}
            rightSection={option === language ? <Icon name="check" /> : null}
            aria-current={option === language}
            onClick={() => setLanguage(option).catch(report)}
          >
            {languageNames[option]}
          </Menu.Item>
        ))
      }
    </LazyMenu>
  );
}
