import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { createContext, useContext, useEffect, useRef } from 'react';
import { useText } from '../../text.ts';
import { endKinds } from './channel-ends/end-kinds.ts';
import { wordsOf } from './channel-ends/end-words.ts';
import styles from './Settings.module.css';
import { type Scope, ScopeContext } from './scope.ts';

/** What is known of the account itself; null while it is read. */
export interface AccountFacts {
  name: string;
  features: Readonly<Record<string, boolean>>;
}

const FactsContext = createContext<AccountFacts | null>(null);
export const useAccountFacts = (): AccountFacts | null => useContext(FactsContext);

interface SettingsProps {
  scope: Scope;
  facts: AccountFacts | null;
  /** The account is not one's own, so that its name is said. */
  isNamed: boolean;
}

/** The settings of an account: what there is at the left, at phone width above; the chosen page as the sheet. */
export function Settings({ scope, facts, isNamed }: SettingsProps) {
  const text = useText();
  const menu = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // At phone width the menu is a strip that scrolls, and the page that one came to may lie beyond its edge.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another page another link is the present one.
  useEffect(() => {
    const show = () => menu.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
    void show();
    // A phone is turned, a window made narrow: the menu becomes a strip, or a shorter one.
    addEventListener('resize', show);
    return () => removeEventListener('resize', show);
  }, [pathname]);
  return (
    <ScopeContext value={scope}>
      <FactsContext value={facts}>
        <div className={styles.page}>
          <nav ref={menu} className={styles.menu} aria-label={text('ADMINISTRATION_MENU')}>
            {isNamed ? (
              <span className={styles.account} title={facts?.name}>
                {facts?.name ?? ''}
              </span>
            ) : null}
            <span className={styles.group}>{text('ADMINISTRATION_GROUP_ACCOUNT')}</span>
            <Link {...scope.home} activeOptions={{ exact: true }} className={styles.link}>
              {text('ADMINISTRATION_HOME')}
            </Link>
            <Link {...scope.audit} className={styles.link}>
              {text('ADMINISTRATION_AUDIT')}
            </Link>
            <span className={styles.group}>{text('ADMINISTRATION_GROUP_PEOPLE')}</span>
            <Link {...scope.users} className={styles.link}>
              {text('ADMINISTRATION_USERS')}
            </Link>
            <span className={styles.group}>{text('ADMINISTRATION_GROUP_WORK')}</span>
            <Link {...scope.queues} className={styles.link}>
              {text('ADMINISTRATION_QUEUES')}
            </Link>
            <Link {...scope.capacity} className={styles.link}>
              {text('ADMINISTRATION_CAPACITY')}
            </Link>
            <Link {...scope.absence} className={styles.link}>
              {text('ADMINISTRATION_ABSENCE')}
            </Link>
            <Link {...scope.sending} className={styles.link}>
              {text('ADMINISTRATION_SENDING')}
            </Link>
            <Link {...scope.autoResolve} className={styles.link}>
              {text('ADMINISTRATION_AUTO_RESOLVE')}
            </Link>
            <Link {...scope.timeslots} className={styles.link}>
              {text('ADMINISTRATION_TIMESLOTS')}
            </Link>
            <span className={styles.group}>{text('ADMINISTRATION_GROUP_CHANNELS')}</span>
            <Link {...scope.channels} className={styles.link}>
              {text('ADMINISTRATION_CHANNELS')}
            </Link>
            <Link {...scope.widget} className={styles.link}>
              {text('ADMINISTRATION_WIDGET')}
            </Link>
            <Link {...scope.mailboxes.list} className={styles.link}>
              {text('MAILBOXES_TITLE')}
            </Link>
            {scope.ends === null
              ? null
              : endKinds.map((kind) => (
                  <Link key={kind} {...scope.ends?.list(kind)} className={styles.link}>
                    {text(wordsOf[kind].title)}
                  </Link>
                ))}
          </nav>
          <Outlet />
        </div>
      </FactsContext>
    </ScopeContext>
  );
}
