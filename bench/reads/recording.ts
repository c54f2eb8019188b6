import pg from 'pg';

/** One statement as it went to PostgreSQL. */
export interface Recorded {
  text: string;
  values: readonly unknown[];
}

type Query = (this: pg.Client, first: unknown, second?: unknown, ...rest: unknown[]) => unknown;

/** Every statement that the driver of this process sends while the work runs, but the one that sets the account. */
export async function recording(work: () => Promise<unknown>): Promise<Recorded[]> {
  const recorded: Recorded[] = [];
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const original = prototype.query;
  prototype.query = function (first, second, ...rest) {
    const named = typeof first === 'object' && first !== null ? (first as { text: string; values?: unknown[] }) : null;
    const text = named ? named.text : String(first);
    const values = Array.isArray(second) ? second : (named?.values ?? []);
    if (!text.includes('set_config')) recorded.push({ text, values });
    return original.call(this, first, second, ...rest);
  };
  try {
    await work();
  } finally {
    prototype.query = original;
  }
  return recorded;
}

/**
 * The statements as a script of pgbench, their values written into them.
 *
 * @param replace SQL that stands for a value instead of the value itself, for what shall differ from run to run
 */
export function pgbenchScript(head: string, statements: readonly Recorded[], replace: ReadonlyMap<unknown, string> = new Map()): string {
  const lines = statements.map(({ text, values }) => {
    const whole = text.replace(/\$(\d+)/g, (_, number: string) => {
      const value = values[Number(number) - 1];
      return replace.get(value) ?? literal(value);
    });
    // As it stands, lines and all: it may hold a comment, which ends with its line.
    return `${whole.trim()}\n;`;
  });
  return `${head}${lines.join('\n')}\n`;
}

/** A value as the driver would send it: text without a type. */
export function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return quoted(`{${value.map((one) => `"${String(one).replace(/["\\]/g, '\\$&')}"`).join(',')}}`);
  if (typeof value === 'object') throw new Error('no value of this kind is expected here');
  return quoted(String(value));
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
