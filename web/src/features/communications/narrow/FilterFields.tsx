import { MultiSelect, NativeSelect, TextInput } from '@mantine/core';
import {
  type ChannelType,
  type ConversationState,
  FILTER_CHOICES_LIMIT,
  hasVisible,
  ROOM_SEARCH_LIMIT,
  type RoomFilters,
} from '@parley/contract';
import { useEffect, useRef, useState } from 'react';
import { FaultWords } from '../../../forms/FaultWords.tsx';
import { useText } from '../../../text.ts';
import { ChannelMark, channelNames } from '../../../ui/ChannelMark.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { usePlace } from '../place.ts';
import { useColleagueList } from '../queries.ts';
import { Choices } from './Choices.tsx';
import { sortNames, stateNames, useGone, useQueues } from './filter-words.ts';
import styles from './Narrow.module.css';
import { type Chosen, filterOf, roomSorts, sortsOf } from './narrowing.ts';
import { useFilter } from './use-filter.ts';

/** Whoever types is not answered letter by letter. */
const TYPED_MS = 250;
const channels = (Object.keys(channelNames) as ChannelType[]).filter((type) => type !== 'INTERNAL');
const states: readonly ConversationState[] = ['ASSIGNED', 'UNASSIGNED'];

/** Without what is chosen no more. */
const withFilter = <Name extends keyof RoomFilters>(chosen: Chosen, name: Name, value: RoomFilters[Name]): Chosen => {
  const { [name]: _before, ...filters } = chosen.filters;
  const isOff = value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  return { ...chosen, filters: isOff ? filters : { ...filters, [name]: value } };
};

/** Everything by which a list is narrowed and ordered. What is chosen holds at once; while it is open the steps of it are one. */
export function FilterFields() {
  const text = useText();
  const { show, filter } = usePlace();
  const { chosen, choose } = useFilter();
  const { filters, sort } = chosen;
  const wasChosen = useRef(false);
  /** What the address says by what was chosen here. */
  const written = useRef(filter);
  const change = (next: Chosen) => {
    written.current = filterOf(next);
    choose(next, { replace: wasChosen.current });
    wasChosen.current = true;
  };
  const set = <Name extends keyof RoomFilters>(name: Name, value: RoomFilters[Name]) => change(withFilter(chosen, name, value));
  const [typed, setTyped] = useState(filters.search ?? '');
  const search = filters.search ?? '';
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const settle = useRef((_words: string) => {});
  settle.current = (words) => {
    // What shows nothing asks for nothing.
    const said = hasVisible(words) ? words : '';
    if (said !== search) set('search', said);
  };
  const type = (words: string) => {
    setTyped(words);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => settle.current(words.trim()), TYPED_MS);
  };
  useEffect(() => {
    if (filter === written.current) return;
    // Cleared, or gone back: that holds, not what was being typed.
    written.current = filter;
    clearTimeout(timer.current);
    setTyped(search);
  }, [filter, search]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const queues = useQueues();
  const people = useColleagueList().data?.filter(({ active }) => active);
  const gone = useGone()(filters);
  const isOfCustomers = show !== 'internal';
  const queueOptions = [
    ...(queues.data?.content ?? []).map(({ id, name }) => ({ value: id, label: name })),
    ...gone.queues.map((id) => ({ value: id, label: text('FILTER_QUEUE_GONE') })),
  ];
  const agentOptions = [
    ...(people ?? []).map(({ id, firstName, lastName }) => ({ value: id, label: `${firstName} ${lastName}`.trim() })),
    ...gone.agents.map((id) => ({ value: id, label: text('FILTER_AGENT_GONE') })),
  ];
  const sorts = sortsOf(show);
  const marks = (['unread', 'starred'] as const).filter((name) => filters[name] === true);
  return (
    <div className={styles.panel}>
      <TextInput
        label={text('FILTER_SEARCH')}
        maxLength={ROOM_SEARCH_LIMIT}
        value={typed}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        leftSection={<Icon name="search" />}
        data-autofocus
      />
      <Choices
        legend={text('FILTER_MARKS')}
        options={[
          { value: 'unread', name: text('FILTER_UNREAD') },
          { value: 'starred', name: text('COMMUNICATIONS_STARRED') },
        ]}
        chosen={marks}
        onChoose={(on) => {
          const unread = withFilter(chosen, 'unread', on.includes('unread') ? true : undefined);
          change(withFilter(unread, 'starred', on.includes('starred') ? true : undefined));
        }}
      />
      {show === 'all' || show === 'work' ? (
        <Choices
          legend={text('FILTER_STATE')}
          options={states.map((value) => ({ value, name: text(stateNames[value]) }))}
          chosen={filters.state ?? []}
          onChoose={(state) => set('state', [...state])}
        />
      ) : null}
      {isOfCustomers ? (
        <>
          <Choices
            legend={text('FILTER_CHANNEL')}
            options={channels.map((value) => ({
              value,
              name: text(channelNames[value]),
              mark: <ChannelMark type={value} size={16} named />,
            }))}
            chosen={filters.channel ?? []}
            onChoose={(channel) => set('channel', [...channel])}
          />
          <MultiSelect
            label={text('FILTER_QUEUE')}
            placeholder={filters.queue === undefined ? text('COMMUNICATIONS_LIST_ALL') : ''}
            data={queueOptions}
            value={filters.queue ?? []}
            onChange={(queue) => set('queue', queue)}
            maxValues={FILTER_CHOICES_LIMIT}
            error={queues.isError ? <FaultWords words={text('FILTER_QUEUES_FAILED')} /> : null}
            comboboxProps={{ withinPortal: false }}
            searchable
          />
          <MultiSelect
            label={text('FILTER_AGENT')}
            placeholder={filters.agent === undefined ? text('COMMUNICATIONS_LIST_ALL') : ''}
            data={agentOptions}
            value={filters.agent ?? []}
            onChange={(agent) => set('agent', agent)}
            maxValues={FILTER_CHOICES_LIMIT}
            comboboxProps={{ withinPortal: false }}
            searchable
          />
        </>
      ) : null}
      <NativeSelect
        label={text('FILTER_SORT')}
        data={[{ value: '', label: text('FILTER_SORT_OWN') }, ...sorts.map((value) => ({ value, label: text(sortNames[value]) }))]}
        value={sort ?? ''}
        onChange={({ currentTarget }) => change({ ...chosen, sort: roomSorts.find((one) => one === currentTarget.value) ?? null })}
      />
    </div>
  );
}
