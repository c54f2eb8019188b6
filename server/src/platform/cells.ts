import { CompiledQuery } from 'kysely';
import type { Reader, Tx } from './transaction.ts';

/** A statement whose text never changes: PostgreSQL plans it once for a connection. The name is its alone. */
export interface Prepared {
  readonly name: string;
  readonly text: string;
}

/** A value as PostgreSQL wrote it. */
export type Cell = string | null;

/** Every value stays the text that came. */
const AS_SENT = { getTypeParser: () => (text: string) => text };

/**
 * The rows of a prepared statement as they came, column by column: for answers of thousands of values that become text again at once.
 *
 * @param on a transaction or a reader, with its account set
 */
export async function cellsOf<Row extends readonly Cell[]>(on: Tx | Reader, { name, text }: Prepared, values: unknown[]): Promise<Row[]> {
  // Kysely hands the statement to the driver as it is given, and the driver takes a configuration as well.
  const configured = { name, text, rowMode: 'array', types: AS_SENT } as unknown as string;
  const { rows } = await on.executeQuery(CompiledQuery.raw(configured, values) as CompiledQuery<Row>);
  return rows;
}

/**
 * Several columns as one value, for ids, numbers, times and words of ours, none of which holds the bar: a value costs the
 * driver more than it costs PostgreSQL to put twenty together. What is null comes out of `unpacked` as empty.
 */
export const packed = (columns: string): string => `concat(${columns.split(/,\s*/).join(", '|', ")})`;
export const unpacked = (cell: string): string[] => cell.split('|');
