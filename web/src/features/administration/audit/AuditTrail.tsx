import { Button, Switch } from '@mantine/core';
import type { AuditEntry, AuditKind } from '@parley/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type LinkProps, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import { api, orpc } from '../../../api/client.ts';
import { useCommand } from '../../../commands/active.ts';
import { dayAfter, momentOf } from '../../../format.ts';
import { DateInput } from '../../../forms/DateInput.tsx';
import { FaultWords } from '../../../forms/FaultWords.tsx';
import { isDay } from '../../../forms/typed-date.ts';
import { useText } from '../../../text.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { ColumnsMenu } from '../../../ui/list/ColumnsMenu.tsx';
import { useColumnChoice } from '../../../ui/list/column-choice.ts';
import { ExportButton } from '../../../ui/list/ExportButton.tsx';
import { everyRowAfter } from '../../../ui/list/every-row.ts';
import { FilterChip } from '../../../ui/list/FilterChip.tsx';
import { NothingFits } from '../../../ui/list/NothingFits.tsx';
import { Sheet } from '../../../ui/list/Sheet.tsx';
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx';
import styles from './Audit.module.css';
import { AuditTable } from './AuditTable.tsx';
import { type AuditSearch, readAuditSearch } from './audit-search.ts';
import { deedNames } from './audit-words.ts';
import { useAuditColumns } from './use-audit-columns.tsx';

/** As many as the filter offers by name; the trail itself knows no limit. */
export const MOST_PEOPLE = 100;
/** Entries read at a time for a file: the most that the trail gives. */
const MOST_ENTRIES = 200;

type Change = { [Part in keyof AuditSearch]: AuditSearch[Part] | undefined };

interface Person {
  id: string;
  name: string;
}

interface AuditTrailProps {
  /** Null: what belongs to no account. */
  accountId: string | null;
  /** Whose deeds can be asked for, beside those whose deeds are shown. */
  people: readonly Person[];
  kinds: readonly AuditKind[];
  none: { title: string; words: string };
  back?: { to: LinkProps; label: string };
}

/** No day is both after the first and before the last. Both are written so that they compare as texts. */
const isReversed = ({ from, to }: AuditSearch): boolean => from !== undefined && to !== undefined && to < from;

interface DayFilterProps {
  label: string;
  day: string | undefined;
  error: ReactNode;
  onChange: (day: string | undefined) => void;
}

/** A day up to which the trail is asked, or from which; while what is written is none, nothing is asked by it. */
function DayFilter({ label, day, error, onChange }: DayFilterProps) {
  const [unfinished, setUnfinished] = useState('');
  const write = (written: string) => {
    setUnfinished(isDay(written) ? '' : written);
    const asked = isDay(written) ? written : undefined;
    if (asked !== day) onChange(asked);
  };
  return <DateInput className={styles.day ?? ''} label={label} value={day ?? unfinished} error={error} onChange={write} />;
}

interface AuditFiltersProps extends Pick<AuditTrailProps, 'people' | 'kinds'> {
  shown: AuditSearch;
  show: (change: Change) => void;
  /** At the far end. */
  end: ReactNode;
}

/** Search and filters of the trail: who, what, and from which day to which. */
function AuditFilters({ shown, show, people, kinds, end }: AuditFiltersProps) {
  const text = useText();
  const filters = useRef<HTMLElement>(null);
  // A trail is searched by its filters: the first of them.
  useCommand('list.search', () => filters.current?.querySelector('button')?.focus());
  return (
    <search className={styles.filters} ref={filters}>
      <FilterChip
        name={text('AUDIT_FILTER_PERSON')}
        options={people.map(({ id, name }) => ({ value: id, name }))}
        chosen={shown.person}
        onChoose={(person) => show({ person })}
      />
      <FilterChip
        name={text('AUDIT_FILTER_KIND')}
        options={kinds.map((value) => ({ value, name: text(deedNames[value]) }))}
        chosen={shown.kind}
        onChoose={(kind) => show({ kind })}
      />
      {(['from', 'to'] as const).map((side) => (
        <DayFilter
          key={side}
          label={text(side === 'from' ? 'AUDIT_FROM_DAY' : 'AUDIT_TO_DAY')}
          day={shown[side]}
          error={side === 'to' && isReversed(shown) ? <FaultWords words={text('FORM_DATES_REVERSED')} /> : null}
          onChange={(day) => show({ [side]: day })}
        />
      ))}
      {kinds.includes('ACCOUNT_READ') ? (
        <Switch
          label={text('AUDIT_WITH_VIEWS')}
          checked={shown.views === true || shown.kind === 'ACCOUNT_READ'}
          disabled={shown.kind !== undefined}
          onChange={(event) => show({ views: event.currentTarget.checked ? true : undefined })}
        />
      ) : null}
      {end}
    </search>
  );
}

/** Those who are known, and whoever else did what is shown: people who are gone, super admins. */
function doersOf(people: readonly Person[], entries: readonly AuditEntry[]): Person[] {
  const all = new Map(people.map((person) => [person.id, person]));
  for (const { actor } of entries) if (actor !== null && !all.has(actor.id)) all.set(actor.id, actor);
  return [...all.values()];
}

/** Who did what, when, from where, and how it was before: newest first, older ones on request. */
export function AuditTrail({ accountId, people, kinds, none, back }: AuditTrailProps) {
  const text = useText();
  const navigate = useNavigate();
  const choice = useColumnChoice('audit', useAuditColumns());
  const shown = readAuditSearch(useSearch({ strict: false }));
  const show = (change: Change) => void navigate({ to: '.', search: readAuditSearch({ ...shown, ...change }), replace: true });
  const { from, to, views, ...same } = shown;
  const query = {
    ...same,
    // To whom they are no filter's matter they would bury everything else.
    withoutViews: views === undefined && same.kind === undefined,
    ...(from === undefined ? {} : { from: momentOf(from).toISOString() }),
    ...(to === undefined ? {} : { to: momentOf(dayAfter(to)).toISOString() }),
  };
  const readAfter = (after: string | undefined, signal: AbortSignal, size?: number) => {
    const asked = { ...query, ...(after === undefined ? {} : { after }), ...(size === undefined ? {} : { size }) };
    return accountId === null
      ? api.audit.ofInstallation({ query: asked }, { signal })
      : api.audit.ofAccount({ params: { accountId }, query: asked }, { signal });
  };
  const trail = useInfiniteQuery({
    queryKey: [...orpc.audit.key(), accountId, query],
    queryFn: ({ pageParam, signal }) => readAfter(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    enabled: !isReversed(shown),
    getNextPageParam: (page) => (page.last ? undefined : page.content.at(-1)?.id),
  });
  const entries = trail.data?.pages.flatMap(({ content }) => content);
  const body = () => {
    // The field says what is wrong; nothing was asked.
    if (isReversed(shown)) return null;
    if (entries === undefined) {
      if (trail.isError) return <ErrorState title={text('AUDIT_FAILED')} problem={trail.error} onRetry={() => void trail.refetch()} />;
      return <SkeletonRows rows={8} />;
    }
    if (entries.length === 0) {
      if (Object.keys(shown).every((part) => part === 'views')) return <EmptyState icon="clock" title={none.title} words={none.words} />;
      return <NothingFits onClear={() => show({ person: undefined, kind: undefined, from: undefined, to: undefined })} />;
    }
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever uses keys alone scrolls by it, for nothing in it takes the focus.
      <section className={styles.scroller} tabIndex={0}>
        <AuditTable entries={entries} columns={choice.shown} />
        {trail.hasNextPage ? (
          <Button
            variant="default"
            className={styles.more ?? ''}
            loading={trail.isFetchingNextPage}
            onClick={() => void trail.fetchNextPage()}
          >
            {text('AUDIT_MORE')}
          </Button>
        ) : null}
      </section>
    );
  };
  return (
    <Sheet
      title={text('ADMINISTRATION_AUDIT')}
      {...(back === undefined ? {} : { back })}
      actions={
        <ExportButton
          title={text('ADMINISTRATION_AUDIT')}
          columns={choice.shown}
          read={(signal, onRead) => everyRowAfter((after) => readAfter(after, signal, MOST_ENTRIES), onRead)}
          disabled={entries === undefined || entries.length === 0}
        />
      }
    >
      <AuditFilters shown={shown} show={show} people={doersOf(people, entries ?? [])} kinds={kinds} end={<ColumnsMenu choice={choice} />} />
      {body()}
    </Sheet>
  );
}
