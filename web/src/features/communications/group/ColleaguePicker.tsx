import { CloseButton, TextInput } from '@mantine/core';
import type { AccountUser } from '@parley/contract';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { ColleagueAvatar } from '../../../people/ColleagueAvatar.tsx';
import { useText } from '../../../text.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx';
import { PresenceMark } from '../colleagues/PresenceMark.tsx';
import { useColleagueList } from '../queries.ts';
import styles from './ColleaguePicker.module.css';
import { found } from './picking.ts';

/** So many are shown; whoever looks for another types a letter more. */
const SHOWN = 50;

interface ColleaguePickerProps {
  name: string;
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
  /** Those who need not be offered: oneself, and who is there already. */
  without: readonly string[];
  error?: ReactNode;
  /** Whoever opens it goes on by typing; on glass a keyboard would jump up. */
  takesFocus?: boolean;
}

const fullName = ({ firstName, lastName }: AccountUser): string => `${firstName} ${lastName}`.trim();

function Chosen({ people, onDrop }: { people: readonly AccountUser[]; onDrop: (userId: string) => void }) {
  const text = useText();
  return (
    <ul className={styles.chosen} aria-label={text('COLLEAGUES_CHOSEN')}>
      {people.map((person) => (
        <li key={person.id} className={styles.chip}>
          <ColleagueAvatar name={fullName(person)} pictureId={person.pictureId} size={20} />
          <span className={styles.chipName}>{fullName(person)}</span>
          <CloseButton size="sm" aria-label={text('COLLEAGUES_DROP', { name: fullName(person) })} onClick={() => onDrop(person.id)} />
        </li>
      ))}
    </ul>
  );
}

/**
 * Chooses colleagues by search, several one after the other: arrows go through who was found, Enter chooses or drops, Backspace in the empty
 * field drops the last one.
 */
export function ColleaguePicker({ name, chosen, onChange, without, error, takesFocus = false }: ColleaguePickerProps) {
  const text = useText();
  const list = useId();
  const field = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState('');
  const [at, setAt] = useState(0);
  const { data, error: problem, refetch } = useColleagueList();
  const offered = (data ?? []).filter(({ id, active }) => active && !without.includes(id));
  const matching = found(offered, search);
  const shown = matching.slice(0, SHOWN);
  const active = shown[Math.min(at, shown.length - 1)];
  const people = chosen.flatMap((id) => offered.find((one) => one.id === id) ?? []);
  useEffect(() => {
    if (takesFocus && matchMedia('(pointer: fine)').matches) field.current?.focus();
  }, [takesFocus]);
  const toggle = (userId: string) => {
    onChange(chosen.includes(userId) ? chosen.filter((id) => id !== userId) : [...chosen, userId]);
    setSearch('');
    setAt(0);
    field.current?.focus();
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const next = Math.min(Math.max(0, at + (event.key === 'ArrowDown' ? 1 : -1)), Math.max(0, shown.length - 1));
      setAt(next);
      document.getElementById(`${list}-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      if (active !== undefined && (search.trim() !== '' || at > 0 || chosen.length === 0)) toggle(active.id);
    } else if (event.key === 'Backspace' && search === '' && chosen.length > 0) {
      onChange(chosen.slice(0, -1));
    }
  };
  return (
    <div className={styles.picker}>
      <TextInput
        ref={field}
        name={name}
        role="combobox"
        aria-expanded
        aria-controls={list}
        aria-autocomplete="list"
        {...(active === undefined ? {} : { 'aria-activedescendant': `${list}-${shown.indexOf(active)}` })}
        autoComplete="off"
        label={text('COLLEAGUES_SEARCH')}
        leftSection={<Icon name="search" />}
        maxLength={120}
        value={search}
        error={error}
        data-autofocus={takesFocus || undefined}
        onChange={({ currentTarget }) => {
          setSearch(currentTarget.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      <div className={styles.found}>
        {data === undefined && problem === null ? <SkeletonRows rows={4} /> : null}
        {data === undefined && problem !== null ? (
          <ErrorState title={text('COLLEAGUES_FAILED')} problem={problem} onRetry={() => void refetch()} />
        ) : null}
        <div id={list} role="listbox" aria-multiselectable aria-label={text('COLLEAGUES_FOUND')} className={styles.list}>
          {shown.map((person, place) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: its keys are the field's, which names it as the active one.
            <div
              key={person.id}
              id={`${list}-${place}`}
              role="option"
              tabIndex={-1}
              aria-selected={chosen.includes(person.id)}
              data-active={person === active}
              className={styles.person}
              onClick={() => toggle(person.id)}
            >
              <ColleagueAvatar name={fullName(person)} pictureId={person.pictureId} size={28} badge={<PresenceMark userId={person.id} />} />
              <span className={styles.name}>{fullName(person)}</span>
              <span className={styles.job}>{person.jobTitle}</span>
              <span className={styles.mark}>{chosen.includes(person.id) ? <Icon name="check" /> : null}</span>
            </div>
          ))}
        </div>
        {data !== undefined && shown.length === 0 ? <p className={styles.nothing}>{text('COLLEAGUES_NOBODY')}</p> : null}
        {matching.length > shown.length ? (
          <p className={styles.nothing}>{text('COLLEAGUES_MORE', { count: matching.length - shown.length })}</p>
        ) : null}
      </div>
      {/* Below: whoever chooses several presses where the next one stood. */}
      {people.length === 0 ? null : <Chosen people={people} onDrop={toggle} />}
    </div>
  );
}
