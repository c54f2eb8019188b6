import { ActionIcon, NativeSelect } from '@mantine/core';
import { useText } from '../../text.ts';
import { Icon } from '../Icon.tsx';
import type { ListPage } from './every-row.ts';
import styles from './Pager.module.css';

interface PagerProps {
  /** Null while nothing was read yet. */
  facts: Omit<ListPage<never>, 'content'> | null;
  size: number;
  /** X chooses a row. */
  selects?: boolean;
  onPage: (page: number) => void;
  onSize: (size: number) => void;
}

const sizes = ['10', '25', '50', '100'];

/** The foot of a list: which rows these are, how many there are, and the pages beside. */
export function Pager({ facts, size, selects = false, onPage, onSize }: PagerProps) {
  const text = useText();
  const from = facts === null ? 0 : facts.page * facts.size + 1;
  const to = facts === null ? 0 : Math.min(facts.totalElements, from + facts.size - 1);
  // Without any row there is nothing to walk through or to turn to; it is still there, so that rows that come are said.
  if (facts?.totalElements === 0) {
    return (
      <footer>
        <span role="status" />
      </footer>
    );
  }
  return (
    <footer className={styles.foot}>
      <span role="status">
        {facts === null
          ? ''
          : text(facts.totalIsLowerBound === true ? 'LIST_SHOWN_OF_MORE' : 'LIST_SHOWN', { from, to, total: facts.totalElements })}
      </span>
      <span className={styles.keys}>
        <kbd className={styles.key}>J</kbd>
        <kbd className={styles.key}>K</kbd> {text('LIST_KEYS_MOVE')}
        {selects ? (
          <>
            <kbd className={styles.key}>X</kbd> {text('LIST_KEYS_SELECT')}
          </>
        ) : null}
        <kbd className={styles.key}>↵</kbd> {text('LIST_KEYS_OPEN')}
      </span>
      <NativeSelect
        className={styles.size ?? ''}
        aria-label={text('LIST_PAGE_SIZE')}
        title={text('LIST_PAGE_SIZE')}
        data={(sizes.includes(String(size)) ? sizes : [...sizes, String(size)]).map((value) => ({
          value,
          label: text('LIST_ROWS_A_PAGE', { value }),
        }))}
        value={String(size)}
        onChange={(event) => onSize(Number(event.currentTarget.value))}
      />
      <ActionIcon
        disabled={facts === null || facts.page === 0}
        onClick={() => onPage((facts?.page ?? 0) - 1)}
        aria-label={text('LIST_PAGE_BEFORE')}
        title={text('LIST_PAGE_BEFORE')}
      >
        <Icon name="back" />
      </ActionIcon>
      <ActionIcon
        disabled={facts === null || facts.last}
        onClick={() => onPage((facts?.page ?? 0) + 1)}
        aria-label={text('LIST_PAGE_AFTER')}
        title={text('LIST_PAGE_AFTER')}
      >
        <Icon name="next" />
      </ActionIcon>
    </footer>
  );
}
