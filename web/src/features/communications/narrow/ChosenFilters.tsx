import { Suspense, useState } from 'react';
import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { useStorePart } from '../context.ts';
import { usePlace } from '../place.ts';
import { listsOf } from '../rooms/list-choice.ts';
import { useIsKept } from '../views/use-views.ts';
import { sortNames, useFilterWords } from './filter-words.ts';
import { SaveViewDialog } from './later.ts';
import styles from './Narrow.module.css';
import { filterOf, narrowingOf } from './narrowing.ts';
import { useFilter, useHoldingSort } from './use-filter.ts';
import { useNarrowedReading } from './use-reading.ts';
import { withWords } from './with-words.tsx';

interface ChosenProps {
  /** `list:roomId` of every room that is left. */
  entries: readonly string[];
}

function Chosen({ entries }: ChosenProps) {
  const text = useText();
  const { chosen, choose } = useFilter();
  const [isSaving, setSaving] = useState(false);
  const isKept = useIsKept();
  const words = useFilterWords()(chosen.filters);
  const lists = useStorePart((all) => all.lists);
  const { keyOf } = narrowingOf(filterOf(chosen));
  const readings = listsOf[usePlace().show].map((name) => lists[keyOf(name)]);
  const isRead = readings.every((list) => list?.reading.status === 'ready');
  const hasMore = readings.some((list) => list?.more === true);
  const without = (name: string) => Object.fromEntries(Object.entries(chosen.filters).filter(([other]) => other !== name));
  const chip = (key: string, label: string, isGone: boolean, remove: () => void) => (
    <button
      key={key}
      type="button"
      className={styles.chip}
      data-gone={isGone}
      aria-label={text('LIST_FILTER_REMOVE', { name: label })}
      title={text('LIST_FILTER_REMOVE', { name: label })}
      onClick={remove}
    >
      {isGone ? <Icon name="alert" size={14} /> : null}
      <span className={styles.words}>{label}</span>
      <Icon name="x" size={14} />
    </button>
  );
  const { sort } = chosen;
  return (
    <section className={styles.chosen} aria-label={text('FILTER_CHOSEN')}>
      {words.map(({ name, words: label, isGone }) => chip(name, label, isGone, () => choose({ ...chosen, filters: without(name) })))}
      {sort === null ? null : chip('sort', text(sortNames[sort]), false, () => choose({ ...chosen, sort: null }))}
      <p className={styles.found} role="status">
        {isRead
          ? text(hasMore ? 'FILTER_FOUND_SO_FAR' : 'FILTER_FOUND', { count: new Set(entries.map((entry) => entry.split(':')[1])).size })
          : ''}
      </p>
      {isKept ? null : (
        <button type="button" className={styles.plain} onClick={() => setSaving(true)}>
          {text('VIEW_SAVE')}
        </button>
      )}
      <button type="button" className={styles.plain} onClick={() => choose({ filters: {}, sort: null })}>
        {text('FILTER_CLEAR')}
      </button>
      {isSaving ? (
        <Suspense fallback={null}>
          <SaveViewDialog onClose={() => setSaving(false)} />
        </Suspense>
      ) : null}
    </section>
  );
}

const WithWords = withWords(Chosen);

/** What was chosen, each with a way out of it, and how many rooms that leaves; reads what is narrowed, where not all of it is here. */
export function ChosenFilters(props: ChosenProps) {
  useNarrowedReading();
  useHoldingSort();
  return <WithWords {...props} />;
}
