import { describe, expect, it } from 'vitest';
import { base32, newTotpSecret, otpauthUri, stepOfCode, totpCode } from './totp.ts';

describe('one-time codes', () => {
  // RFC 6238, appendix B: the last six digits of its eight.
  const secret = base32(Buffer.from('12345678901234567890'));
  it.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('are those of the standard at %i s', (seconds, code) => expect(totpCode(secret, Math.floor(seconds / 30))).toBe(code));

  it('hold one step before and after their own, and no longer', () => {
    const now = 1_700_000_010_000;
    const step = Math.floor(now / 30_000);
    for (const beside of [-1, 0, 1]) expect(stepOfCode(secret, totpCode(secret, step + beside), now)).toBe(step + beside);
    for (const beside of [-2, 2]) expect(stepOfCode(secret, totpCode(secret, step + beside), now)).toBeNull();
    for (const code of ['', '12345', '1234567', 'abcdef', '١٢٣٤٥٦']) expect(stepOfCode(secret, code, now)).toBeNull();
  });

  it('come from secrets that differ, which apps read', () => {
    expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
    expect(newTotpSecret()).not.toBe(newTotpSecret());
    // RFC 4648, section 10.
    expect(['f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => base32(Buffer.from(text)))).toEqual([
      'MY',
      'MZXQ',
      'MZXW6',
      'MZXW6YQ',
      'MZXW6YTB',
      'MZXW6YTBOI',
    ]);
    expect(otpauthUri('ABC', 'elena@lumen.example')).toBe(
      'otpauth://totp/Parley:elena%40lumen.example?secret=ABC&issuer=Parley&algorithm=SHA1&digits=6&period=30',
    );
  });
});
