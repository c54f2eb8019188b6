import { ActionIcon, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type ReactNode, useEffect, useState } from 'react';
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
}

const SEARCH_AFTER_MS = 250;

/** Search and filters of a list. What is typed reaches the address once the hand rests. */
export function ListTools({ searchLabel, search, onSearch, children }: ListToolsProps) {
  const text = useText();
  const [typed, setTyped] = useState(search);
  const searchSoon = useDebouncedCallback(onSearch, SEARCH_AFTER_MS);
  // The address changed by itself: back, or filters cleared.
  useEffect(() => setTyped(search), [search]);
  return (
    <search className={styles.tools}>
      <TextInput
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
        rightSection={
          typed === '' ? null : (
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
    </search>
  );
}
