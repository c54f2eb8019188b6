import { Table } from '@mantine/core';
import type { AuditEntry } from '@parley/contract';
import { useFormat } from '../../../format.ts';
import { roleNames } from '../../../frame/role-names.ts';
import { useText } from '../../../text.ts';
import styles from './Audit.module.css';
import { changeWords, deedNames, entityNames } from './audit-words.ts';

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

/** Entries of the trail; at phone width one below the other. */
export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  const text = useText();
  const format = useFormat();
  return (
    <Table className={styles.table ?? ''} aria-label={text('ADMINISTRATION_AUDIT')}>
      <Table.Thead className={styles.head ?? ''}>
        <Table.Tr>
          <Table.Th>{text('AUDIT_WHEN')}</Table.Th>
          <Table.Th>{text('AUDIT_WHO')}</Table.Th>
          <Table.Th>{text('AUDIT_WHAT')}</Table.Th>
          <Table.Th>{text('AUDIT_ON_WHAT')}</Table.Th>
          <Table.Th>{text('AUDIT_CHANGES')}</Table.Th>
          <Table.Th>{text('AUDIT_WHERE')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {entries.map((entry) => (
          <Table.Tr key={entry.id}>
            <Table.Td className={styles.when ?? ''}>{format.dateTime(entry.at)}</Table.Td>
            <Table.Td>
              {entry.actor === null ? (
                <span className={styles.dim}>{text('AUDIT_NOBODY')}</span>
              ) : (
                <>
                  {entry.actor.name} <span className={styles.dim}>{text(roleNames[entry.actor.role])}</span>
                </>
              )}
            </Table.Td>
            <Table.Td>{text(deedNames[entry.kind])}</Table.Td>
            <Table.Td>
              <span className={styles.dim}>{text(entityNames[entry.entity.type])}</span> {entry.entity.name}
            </Table.Td>
            <Table.Td>
              <Changes entry={entry} />
            </Table.Td>
            <Table.Td className={styles.dim ?? ''}>{entry.address}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
