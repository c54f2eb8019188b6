import { describe, expect, it } from 'vitest';
import { PASSWORD_MOST, passwordFault } from './password-rule.ts';

const email = 'Elena.Marinova@lumen.example';

describe('a password', () => {
  it.each(['correct horse', 'ten signs!', 'зелена крушка 7', `${'x7'.repeat(3)}qwas`, '🔑 ключ за вратата'])('may be %s', (password) =>
    expect(passwordFault(password, email)).toBeNull(),
  );
  it.each([
    ['', 'PASSWORD_TOO_SHORT'],
    ['nine sign', 'PASSWORD_TOO_SHORT'],
    // Signs count, not the units that they are stored in.
    ['🔑🗝️🚪🏠', 'PASSWORD_TOO_SHORT'],
    ['long '.repeat(60), 'PASSWORD_TOO_LONG'],
    ['elena.marinova@lumen.example', 'PASSWORD_IS_ADDRESS'],
    ['my elena.marinova@LUMEN.example', 'PASSWORD_IS_ADDRESS'],
    ['Elena.Marinova', 'PASSWORD_IS_ADDRESS'],
    ['Password123', 'PASSWORD_COMMON'],
    ['ПАРОЛА1234', 'PASSWORD_COMMON'],
    ['aaaaaaaaaaaa', 'PASSWORD_COMMON'],
    ['abababababab', 'PASSWORD_COMMON'],
    ['cdefghijklmn', 'PASSWORD_COMMON'],
    ['onmlkjihgfed', 'PASSWORD_COMMON'],
  ] as const)('may not be %s: %s', (password, fault) => expect(passwordFault(password, email)).toBe(fault));

  it('may have as many signs as can be checked, and no more', () => {
    const longest = 'abcdefgh'.repeat(PASSWORD_MOST / 8);
    expect(passwordFault(longest, email)).toBeNull();
    expect(passwordFault(`${longest}i`, email)).toBe('PASSWORD_TOO_LONG');
  });
});
