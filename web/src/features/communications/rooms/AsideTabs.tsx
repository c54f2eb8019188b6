import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useRef } from 'react';
import { useCommand } from '../../../commands/active.ts';
import { useMissed } from '../../../frame/counters.ts';
import { type TextKey, useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Unseen } from '../../../ui/Unseen.tsx';
import { useFirst, useGo, usePlace } from '../place.ts';
import styles from './AsideTabs.module.css';

type Aside = 'EXTERNAL' | 'INTERNAL';

const tabs = [
  ['EXTERNAL', 'COMMUNICATIONS_ASIDE_EXTERNAL'],
  ['INTERNAL', 'COMMUNICATIONS_ASIDE_INTERNAL'],
] as const satisfies readonly (readonly [Aside, TextKey])[];

/**
 * Customers' rooms, or those of colleagues (communications, section 2): how many rooms the chosen one shows, where they are all known, and in
 * how many of the other one something was missed.
 */
export function AsideTabs({ total }: { total: number | null }) {
  const text = useText();
  const go = useGo();
  const { show } = usePlace();
  const first = useFirst();
  const list = useRef<HTMLDivElement>(null);
  const missed = useMissed();
  const current: Aside = show === 'internal' ? 'INTERNAL' : 'EXTERNAL';
  const choose = (aside: Aside) => {
    if (aside !== current) go({ show: aside === 'INTERNAL' ? 'internal' : first }, { replace: true });
  };
  useCommand('list.internal', () => choose('INTERNAL'));
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    event.stopPropagation();
    const next = current === 'INTERNAL' ? 0 : 1;
    choose(tabs[next][0]);
    list.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <>
      <div className={styles.tabs} role="tablist" aria-label={text('COMMUNICATIONS_ASIDE')} ref={list} onKeyDown={press}>
        {tabs.map(([aside, name]) => {
          const isCurrent = aside === current;
          const news = isCurrent ? 0 : aside === 'INTERNAL' ? missed.colleagues : missed.customers;
          return (
            <button
              key={aside}
              type="button"
              role="tab"
              aria-controls="rooms-panel"
              aria-selected={isCurrent}
              tabIndex={isCurrent ? 0 : -1}
              className={styles.tab}
              onClick={() => choose(aside)}
            >
              {text(name)}
              <span className={styles.n}>
                {isCurrent ? total : null}
                {news > 0 ? (
                  <span className={styles.count} title={text('COMMUNICATIONS_ASIDE_MISSED', { count: news })}>
                    <span aria-hidden="true">{news > 99 ? '99+' : news}</span>
                    <Unseen>{text('COMMUNICATIONS_ASIDE_MISSED', { count: news })}</Unseen>
                  </span>
                ) : null}
              </span>
            </button>
          );
        })}
      </div>
      {current === 'INTERNAL' ? (
        <Link
          to="/communications/create"
          className={styles.new}
          aria-label={text('COMMUNICATIONS_NEW_CHAT')}
          title={text('COMMUNICATIONS_NEW_CHAT')}
        >
          <Icon name="plus" size={20} />
        </Link>
      ) : null}
    </>
  );
}
