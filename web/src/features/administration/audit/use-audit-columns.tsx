import type { AuditEntry } from '@parley/contract';
import { roleNames } from '../../../frame/role-names.ts';
import { useText } from '../../../text.ts';
import type { Column } from '../../../ui/list/column.ts';
import { stamp, When } from '../../../ui/list/When.tsx';
import styles from './Audit.module.css';
import { changeWords, deedNames, entityNames } from './audit-words.ts';

const changeLines = (entry: AuditEntry): string[] =>
  changeWords(entry).map(({ name, before, after }) => `${name}: ${before === null ? '' : `${before} → `}${after}`);

function Changes({ entry }: { entry: AuditEntry }) {
  return (
    <ul className={styles.changes}>
      {changeWords(entry).map(({ field, name, before, after }) => (
        <li key={field}>
          <span className={styles.dim}>{name}:</span> {before === null ? '' : `${before} → `}
          {after}
        </li>
      ))}
    </ul>
  );
}

/** What the trail can show of each deed. */
export function useAuditColumns(): Column<AuditEntry>[] {
  const text = useText();
  return [
    { id: 'when', name: text('AUDIT_WHEN'), cell: ({ at }) => <When at={at} />, written: ({ at }) => stamp(at) },
    {
      id: 'who',
      name: text('AUDIT_WHO'),
      cell: ({ actor }) =>
        actor === null ? (
          <span className={styles.dim}>{text('AUDIT_NOBODY')}</span>
        ) : (
          <>
            {actor.name} <span className={styles.dim}>{text(roleNames[actor.role])}</span>
          </>
        ),
      written: ({ actor }) => (actor === null ? text('AUDIT_NOBODY') : `${actor.name} (${text(roleNames[actor.role])})`),
    },
    { id: 'what', name: text('AUDIT_WHAT'), cell: ({ kind }) => text(deedNames[kind]) },
    {
      id: 'entity',
      name: text('AUDIT_ON_WHAT'),
      cell: ({ entity }) => (
        <>
          <span className={styles.dim}>{text(entityNames[entity.type])}</span> {entity.name}
        </>
      ),
      written: ({ entity }) => `${text(entityNames[entity.type])}: ${entity.name}`,
    },
    {
      id: 'changes',
      name: text('AUDIT_CHANGES'),
      cell: (entry) => <Changes entry={entry} />,
      written: (entry) => changeLines(entry).join('\n'),
    },
    { id: 'where', name: text('AUDIT_WHERE'), cell: ({ address }) => address },
  ];
}
