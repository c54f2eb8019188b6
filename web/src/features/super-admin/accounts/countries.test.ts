import { accountFields } from '@parley/contract';
import { expect, it } from 'vitest';
import { countriesIn, countryName } from './countries.ts';

it('offers each country once, by its name in the language of the screen', () => {
  for (const language of ['en', 'bg']) {
    const countries = countriesIn(language);
    expect(countries).toHaveLength(249);
    expect(new Set(countries.map(({ value }) => value)).size).toBe(249);
    expect(countries.filter(({ value, label }) => value === label || !accountFields.country.safeParse(value).success)).toEqual([]);
  }
  expect(countryName('BG', 'en')).toBe('Bulgaria');
  expect(countryName('BG', 'bg')).toBe('България');
  expect(countriesIn('bg')[0]?.label).toMatch(/^А/);
});
