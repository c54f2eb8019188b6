import { describe, expect, it } from 'vitest';
import { literal, pgbenchScript } from './recording.ts';

describe('a script of pgbench', () => {
  it('holds the statements with their values', () => {
    const statements = [
      { text: 'select * -- all\n  from rooms where id = $1 and state = $2 limit $10', values: ['r', "o'hara", 0, 0, 0, 0, 0, 0, 0, 30] },
      { text: 'select 1', values: [] },
    ];
    expect(pgbenchScript('\\set n 1\n', statements, new Map([['r', 'room(:n)']]))).toBe(
      `\\set n 1\nselect * -- all\n  from rooms where id = room(:n) and state = 'o''hara' limit '30'\n;\nselect 1\n;\n`,
    );
  });

  it('writes values as the driver sends them', () => {
    expect([literal(null), literal(5), literal(true), literal(['a', 'b"c'])]).toEqual(['null', "'5'", "'true'", `'{"a","b\\"c"}'`]);
    expect(() => literal({})).toThrow('no value of this kind');
  });
});
