import { Table } from '@mantine/core';
import type { AuditEntry } from '@parley/contract';
import { useText } from '../../../text.ts';
import type { Column } from '../../../ui/list/column.ts';
import styles from './Audit.module.css';

const looks: Readonly<Record<string, string | undefined>> = {
  when: styles.when,
  who: styles.who,
  what: styles.who,
  changes: styles.what,
  where: `${styles.dim} ${styles.where}`,
};

/** Entries of the trail; at phone width one below the other. */
export function AuditTable({ entries, columns }: { entries: readonly AuditEntry[]; columns: readonly Column<AuditEntry>[] }) {
  const text = useText();
  return (
    <Table className={styles.table ?? ''} aria-label={text('ADMINISTRATION_AUDIT')}>
      <Table.Thead className={styles.head ?? ''}>
        <Table.Tr>
          {columns.map(({ id, name }) => (
            <Table.Th key={id}>{name}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {entries.map((entry) => (
          <Table.Tr key={entry.id}>
            {columns.map(({ id, cell }) => (
              <Table.Td key={id} className={looks[id] ?? ''}>
                {cell(entry)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
