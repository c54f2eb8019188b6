import { countsMissed } from '@parley/contract';
import { type KeyboardEvent, useRef } from 'react';
import { type TextKey, useText } from '../../../text.ts';
import { isAmongColleagues } from '../colleagues/among-colleagues.ts';
import { useCommunications } from '../context.ts';
import { useGo, usePlace } from '../place.ts';
import type { RoomRecord, Tab } from '../state/room-record.ts';
import { missedInTab } from '../state/seen.ts';
import { PHONE } from '../use-swipe.ts';
import styles from './RoomTabs.module.css';

type Tabs = readonly { tab: Tab; name: TextKey }[];

const conversation = { tab: 0, name: 'COMMUNICATIONS_TAB_CONVERSATION' } as const;
const notes = { tab: 2, name: 'COMMUNICATIONS_TAB_NOTES' } as const;
const ofCustomers: Tabs = [conversation, { tab: 1, name: 'COMMUNICATIONS_TAB_CUSTOMER' }, notes];
const ofColleagues: Tabs = [conversation, { tab: 1, name: 'COMMUNICATIONS_TAB_MEMBERS' }];

/** Among colleagues everything is private already: notes show where there are some. */
const tabsOf = ({ room }: RoomRecord): Tabs =>
  !isAmongColleagues(room) ? ofCustomers : room.privateCount > 0 ? [...ofColleagues, notes] : ofColleagues;

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

/** Conversation, customer or members, notes (communications, section 2). Counts what was missed where the reader is not. */
export function RoomTabs({ record }: { record: RoomRecord }) {
  const text = useText();
  const go = useGo();
  const { me } = useCommunications();
  const { tab: current } = usePlace();
  const list = useRef<HTMLDivElement>(null);
  const tabs = tabsOf(record);
  const counts = countsMissed(record.room, record.membership, me);
  // On a phone each of the others is a screen of its own, from which one comes back to the conversation.
  const choose = (tab: Tab) => go({ tab }, { replace: current !== 0 || !matchMedia(PHONE).matches });
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const at = tabs.findIndex(({ tab }) => tab === current);
    const next = (((at + step) % tabs.length) + tabs.length) % tabs.length;
    choose((tabs[next] ?? { tab: current }).tab);
    list.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div className={styles.tabs} role="tablist" aria-label={text('COMMUNICATIONS_TABS')} ref={list} onKeyDown={press}>
      {tabs.map(({ tab, name }) => {
        const missed = counts && tab !== 1 && tab !== current ? missedInTab(record, tab) : 0;
        return (
          <button
            key={tab}
            type="button"
            role="tab"
            id={`room-tab-${tab}`}
            aria-controls="room-panel"
            aria-selected={tab === current}
            tabIndex={tab === current ? 0 : -1}
            className={styles.tab}
            onClick={() => choose(tab)}
          >
            {text(name)}
            {tab === 2 && missed === 0 && record.room.privateCount > 0 ? (
              <span className={styles.n}>{record.room.privateCount}</span>
            ) : null}
            {missed > 0 ? <span className={styles.count}>{missed > 99 ? '99+' : missed}</span> : null}
          </button>
        );
      })}
    </div>
  );
}
