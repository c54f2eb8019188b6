import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { showLanguage, startText } from '../text.ts';
import { dayOf, finishedDayOf, isDay, writtenDay } from './typed-date.ts';

beforeAll(() => {
  Object.assign(globalThis, { document: { documentElement: { lang: '' } } });
  return startText();
});
afterEach(() => showLanguage('en'));

describe('a typed date', () => {
  it('is understood with the day first, whatever stands between, and as a computer writes it', () => {
    for (const typed of ['3.11.2026', '03/11/2026', '3-11-2026', ' 3 11 2026 ', '03.11.2026 г.', '03.11.2026г', '2026-11-03'])
      expect(dayOf(typed), typed).toBe('2026-11-03');
  });

  it('is none where the calendar has no such day, and while it is not whole', () => {
    for (const typed of ['31.2.2026', '0.1.2026', '3.13.2026', '1.1.0026', 'tomorrow', '', '3.11', '3.11.26', '3.11.202'])
      expect(dayOf(typed), typed).toBeNull();
    expect(isDay('2026-02-29')).toBe(false);
    expect(isDay('2028-02-29')).toBe(true);
  });

  it('may be short once nothing more is typed: of this year, or of a year of two figures', () => {
    expect(finishedDayOf('3.11', '2026-06-01')).toBe('2026-11-03');
    expect(finishedDayOf('3.11.', '2026-06-01')).toBe('2026-11-03');
    expect(finishedDayOf('3/11/27', '2026-06-01')).toBe('2027-11-03');
    expect(finishedDayOf('3.11.2028', '2026-06-01')).toBe('2028-11-03');
    expect(finishedDayOf('31.2', '2026-06-01')).toBeNull();
  });
});

describe('a written date', () => {
  it('is written as the language of the screen does, and read again', async () => {
    expect(writtenDay('2026-11-03')).toBe('03/11/2026');
    await showLanguage('bg');
    expect(writtenDay('2026-11-03')).toBe('03.11.2026 г.');
    expect(dayOf(writtenDay('2026-11-03'))).toBe('2026-11-03');
  });

  it('stays as it was typed where it is none', () => {
    expect(writtenDay('31.2.2026')).toBe('31.2.2026');
  });
});
