import { describe, expect, it } from 'vitest';
import { isoInstant } from './instants.ts';

describe('a time as PostgreSQL tells it', () => {
  it.each(['2026-11-28 05:46:00.948123+00', '2026-11-28 05:46:00.9+00', '2026-11-28 05:46:00+00', '2026-11-28 05:46:00.000001+00'])(
    'in UTC becomes what Date makes of it: %s',
    (text) => {
      expect(isoInstant(text)).toBe(new Date(text).toISOString());
    },
  );

  it('elsewhere is moved to UTC', () => {
    expect(isoInstant('2026-11-28 07:46:00.5+02')).toBe('2026-11-28T05:46:00.500Z');
    expect(isoInstant('2026-11-28 11:16:00+05:30')).toBe('2026-11-28T05:46:00.000Z');
  });
});
