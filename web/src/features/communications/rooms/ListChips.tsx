import type { ReactNode } from 'react';
import { useCommand } from '../../../commands/active.ts';
import { useCan } from '../../../session/current-user.ts';
import { type TextKey, useText } from '../../../text.ts';
import { useGo, usePlace } from '../place.ts';
import type { ListName } from '../state/lists.ts';
import { afterChip, listsOf } from './list-choice.ts';
import styles from './RoomList.module.css';
import { useRowAside } from './use-row-aside.ts';

export const listNames: Record<ListName, TextKey> = {
  mine: 'COMMUNICATIONS_LIST_MINE',
  waiting: 'COMMUNICATIONS_LIST_WAITING',
  snoozed: 'COMMUNICATIONS_LIST_SNOOZED',
  all: 'COMMUNICATIONS_LIST_ALL',
  resolved: 'COMMUNICATIONS_LIST_RESOLVED',
  internal: 'COMMUNICATIONS_ASIDE_INTERNAL',
};

interface ListChipsProps {
  counts: Readonly<Partial<Record<ListName, number>>>;
  /** How many the list of all holds, which is counted after it is there: its place is kept. */
  all: ReactNode;
  /** What draws the row on where it is wider than its place. */
  ends: ReactNode;
  children: ReactNode;
}

/** Which rooms the list shows; in the address, so that a link shows the same. */
export function ListChips({ counts, all, ends, children }: ListChipsProps) {
  const text = useText();
  const go = useGo();
  const { show, filter } = usePlace();
  const seesAll = useCan(['rooms', 'readAll']);
  const chips: readonly ListName[] = ['mine', 'waiting', 'snoozed', ...(seesAll ? (['all'] as const) : []), 'resolved'];
  const list = (name: ListName) => () => go({ show: name }, { replace: true });
  useCommand('list.mine', list('mine'));
  useCommand('list.waiting', list('waiting'));
  useCommand('list.snoozed', list('snoozed'));
  useCommand('list.resolved', list('resolved'));
  useCommand('list.all', seesAll ? list('all') : null);
  const { row, more, turn } = useRowAside(`${show}${filter}${counts.mine === undefined}`);
  if (show === 'internal') return null;
  return (
    <div className={styles.rowAside}>
      <fieldset ref={row} className={styles.chips} data-more={more} onWheel={turn} aria-label={text('COMMUNICATIONS_FILTERS')}>
        {chips.map((chip) => (
          <button
            key={chip}
            type="button"
            className={styles.chip}
            aria-pressed={listsOf[show].includes(chip)}
            onClick={() => go({ show: afterChip(show, chip) }, { replace: true })}
          >
            {text(listNames[chip])}
            {chip === 'all' ? <span className={styles.all}>{all}</span> : null}
            {counts[chip] === undefined ? null : <span className={styles.n}>{counts[chip]}</span>}
          </button>
        ))}
        {children}
      </fieldset>
      {ends}
    </div>
  );
}
