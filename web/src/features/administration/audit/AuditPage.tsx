import { Button, TextInput } from '@mantine/core';
import { AuditKind } from '@parley/contract';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { orpc } from '../../../api/client.ts';
import { dayAfter, dayStart } from '../../../format.ts';
import { useText } from '../../../text.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { FilterChip } from '../../../ui/list/FilterChip.tsx';
import { NothingFits } from '../../../ui/list/NothingFits.tsx';
import { Sheet } from '../../../ui/list/Sheet.tsx';
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx';
import { useScope } from '../scope.ts';
import { fullName } from '../users/person-name.ts';
import styles from './Audit.module.css';
import { AuditTable } from './AuditTable.tsx';
import { type AuditSearch, readAuditSearch } from './audit-search.ts';
import { deedNames } from './audit-words.ts';

/** As many as the filter offers by name; the trail itself knows no limit. */
const MOST_PEOPLE = 100;

type Change = { [Part in keyof AuditSearch]: AuditSearch[Part] | undefined };

/** Search and filters of the trail: who, what, and from which day to which. */
function AuditFilters({ shown, show }: { shown: AuditSearch; show: (change: Change) => void }) {
  const text = useText();
  const { accountId } = useScope();
  const people = useQuery(orpc.people.list.queryOptions({ input: { params: { accountId }, query: { size: MOST_PEOPLE } } }));
  return (
    <search className={styles.filters}>
      <FilterChip
        name={text('AUDIT_FILTER_PERSON')}
        options={(people.data?.content ?? []).map((user) => ({ value: user.id, name: fullName(user) }))}
        chosen={shown.person}
        onChoose={(person) => show({ person })}
      />
      <FilterChip
        name={text('AUDIT_FILTER_KIND')}
        options={AuditKind.options.filter((kind) => !kind.startsWith('SUPER_')).map((value) => ({ value, name: text(deedNames[value]) }))}
        chosen={shown.kind}
        onChoose={(kind) => show({ kind })}
      />
      {(['from', 'to'] as const).map((side) => (
        <TextInput
          key={side}
          type="date"
          className={styles.day ?? ''}
          label={text(side === 'from' ? 'AUDIT_FROM_DAY' : 'AUDIT_TO_DAY')}
          value={shown[side] ?? ''}
          onChange={(event) => show({ [side]: event.currentTarget.value === '' ? undefined : event.currentTarget.value })}
        />
      ))}
    </search>
  );
}

/** Who did what in the account, when, from where, and how it was before: newest first, older ones on request. */
export function AuditPage() {
  const text = useText();
  const { accountId } = useScope();
  const navigate = useNavigate();
  const shown = readAuditSearch(useSearch({ strict: false }));
  const show = (change: Change) => void navigate({ to: '.', search: readAuditSearch({ ...shown, ...change }), replace: true });
  const { from, to, ...same } = shown;
  const query = {
    ...same,
    ...(from === undefined ? {} : { from: dayStart(from).toISOString() }),
    ...(to === undefined ? {} : { to: dayStart(dayAfter(to)).toISOString() }),
  };
  const trail = useInfiniteQuery(
    orpc.audit.ofAccount.infiniteOptions({
      input: (after: string | undefined) => ({ params: { accountId }, query: { ...query, ...(after === undefined ? {} : { after }) } }),
      initialPageParam: undefined,
      getNextPageParam: (page) => (page.last ? undefined : page.content.at(-1)?.id),
    }),
  );
  const entries = trail.data?.pages.flatMap(({ content }) => content);
  const body = () => {
    if (entries === undefined) {
      if (trail.isError) return <ErrorState title={text('AUDIT_FAILED')} problem={trail.error} onRetry={() => void trail.refetch()} />;
      return <SkeletonRows rows={8} />;
    }
    if (entries.length === 0) {
      if (Object.keys(shown).length === 0) return <EmptyState icon="clock" title={text('AUDIT_NONE')} words={text('AUDIT_NONE_WORDS')} />;
      return <NothingFits onClear={() => show({ person: undefined, kind: undefined, from: undefined, to: undefined })} />;
    }
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever uses keys alone scrolls by it, for nothing in it takes the focus.
      <section className={styles.scroller} tabIndex={0}>
        <AuditTable entries={entries} />
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
    <Sheet title={text('ADMINISTRATION_AUDIT')}>
      <AuditFilters shown={shown} show={show} />
      {body()}
    </Sheet>
  );
}
