import { ActionIcon } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../text.ts';
import { Icon } from '../Icon.tsx';
import styles from './BulkBar.module.css';
import { BulkDialog } from './BulkDialog.tsx';
import type { BulkAction } from './bulk.ts';
import { QuietButton } from './QuietButton.tsx';

interface BulkBarProps<Row> {
  /** Those that are chosen; without any there is no bar. */
  rows: readonly Row[];
  actions: readonly BulkAction<Row>[];
  nameOf: (row: Row) => string;
  keyOf: (row: Row) => string;
  onExport: () => void;
  /** These are no more to be chosen. */
  onDrop: (ids: readonly string[]) => void;
}

/** What can be done with the chosen rows, over the foot of the list. It says how many there are to who does not see it. */
export function BulkBar<Row>({ rows, actions, nameOf, keyOf, onExport, onDrop }: BulkBarProps<Row>) {
  const text = useText();
  const [asked, setAsked] = useState<{ action: BulkAction<Row>; rows: readonly Row[] } | null>(null);
  const fitting = actions.filter(({ whyNot }) => rows.some((row) => whyNot(row) === null));
  const clear = () => onDrop(rows.map(keyOf));
  return (
    <>
      <section className={styles.place} aria-label={text('LIST_SELECTED_BAR')}>
        <span className={rows.length === 0 ? styles.unseen : styles.count} role="status">
          {rows.length === 0 ? '' : text('LIST_SELECTED', { count: rows.length })}
        </span>
        {rows.length === 0 ? null : (
          <>
            {fitting.map((action) => (
              <QuietButton
                key={action.id}
                icon={action.icon}
                words={action.name}
                danger={action.danger === true}
                onClick={() => setAsked({ action, rows })}
              />
            ))}
            <QuietButton icon="download" words={text('LIST_EXPORT')} title={text('LIST_EXPORT_SELECTED')} onClick={onExport} />
            <ActionIcon onClick={clear} aria-label={text('LIST_SELECT_NONE')} title={text('LIST_SELECT_NONE')}>
              <Icon name="x" />
            </ActionIcon>
          </>
        )}
      </section>
      {asked === null ? null : (
        <BulkDialog action={asked.action} rows={asked.rows} nameOf={nameOf} keyOf={keyOf} onDone={onDrop} onClose={() => setAsked(null)} />
      )}
    </>
  );
}
