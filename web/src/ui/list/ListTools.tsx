import { ActionIcon, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useCommand } from '../../commands/active.ts';
import { Strokes } from '../../commands/Strokes.tsx';
import { useWorkingKeys } from '../../commands/single-keys.ts';
import { useText } from '../../text.ts';
import { Icon } from '../Icon.tsx';
import styles from './ListTools.module.css';

interface ListToolsProps {
  /** Says what is searched in. */
  searchLabel: string;
  search: string;
  onSearch: (search: string) => void;
  /** Filter chips. */
  children?: ReactNode;
  /** At the far end: the columns. */
  end?: ReactNode;
}

const SEARCH_AFTER_MS = 250;

/** Search and filters of a list. What is typed reaches the address once the hand rests. */
export function ListTools({ searchLabel, search, onSearch, children, end }: ListToolsProps) {
  const text = useText();
  const [typed, setTyped] = useState(search);
  const field = useRef<HTMLInputElement>(null);
  useCommand('list.search', () => field.current?.select());
  const keys = useWorkingKeys()('list.search');
  const searchSoon = useDebouncedCallback(onSearch, SEARCH_AFTER_MS);
  // The address changed by itself: back, or filters cleared.
  useEffect(() => setTyped(search), [search]);
  return (
    <search className={styles.tools}>
      <TextInput
        ref={field}
        className={styles.search ?? ''}
        leftSection={<Icon name="search" />}
        placeholder={searchLabel}
        aria-label={searchLabel}
        value={typed}
        maxLength={120}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          searchSoon(event.currentTarget.value.trim());
        }}
        rightSectionPointerEvents={typed === '' ? 'none' : 'all'}
        rightSection={
          typed === '' ? (
            <span className={styles.keys} aria-hidden="true">
              <Strokes keys={keys} />
            </span>
          ) : (
            <ActionIcon
              onClick={() => {
                setTyped('');
                onSearch('');
              }}
              aria-label={text('LIST_CLEAR_SEARCH')}
              title={text('LIST_CLEAR_SEARCH')}
            >
              <Icon name="x" />
            </ActionIcon>
          )
        }
      />
      {children}
      {end}
    </search>
  );
}
