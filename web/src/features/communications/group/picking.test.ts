import type { AccountUser } from '@parley/contract';
import { expect, test } from 'vitest';
import { found } from './picking.ts';

const person = (firstName: string, lastName: string, jobTitle = '') => ({ id: firstName, firstName, lastName, jobTitle }) as AccountUser;
const people = [person('Dora', 'Ilieva', 'Customer care'), person('Émil', 'Stanchev', 'Returns'), person('Ana-Maria', 'Tsvetkova')];
const names = (search: string) => found(people, search).map(({ firstName }) => firstName);

test('as customers are: behind whatever is no letter, whatever their accents', () => {
  const others = [person('Ёлка', "O'Brien", 'Returns (VIP)'), person('İpek', 'Yılmaz')];
  const first = (search: string) => found(others, search).map(({ firstName }) => firstName);
  expect([first('елка'), first('brien'), first('vip'), first('ipek yil')]).toEqual([['Ёлка'], ['Ёлка'], ['Ёлка'], ['İpek']]);
});

test('colleagues are found by the beginnings of their names and job titles, in any order, case and without accents', () => {
  expect(names('')).toEqual(['Dora', 'Émil', 'Ana-Maria']);
  expect([names('stan EMI'), names('care'), names('maria'), names('ilieva cust')]).toEqual([['Émil'], ['Dora'], ['Ana-Maria'], ['Dora']]);
  expect([names('lieva'), names('dora stanchev')]).toEqual([[], []]);
});
