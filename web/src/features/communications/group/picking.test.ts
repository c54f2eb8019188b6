import type { AccountUser } from '@parley/contract';
import { expect, test } from 'vitest';
import { found } from './picking.ts';

const person = (firstName: string, lastName: string, jobTitle = '') => ({ id: firstName, firstName, lastName, jobTitle }) as AccountUser;
const people = [person('Dora', 'Ilieva', 'Customer care'), person('Émil', 'Stanchev', 'Returns'), person('Ana-Maria', 'Tsvetkova')];
const names = (search: string) => found(people, search).map(({ firstName }) => firstName);

test('colleagues are found by the beginnings of their names and job titles, in any order, case and without accents', () => {
  expect(names('')).toEqual(['Dora', 'Émil', 'Ana-Maria']);
  expect([names('stan EMI'), names('care'), names('maria'), names('ilieva cust')]).toEqual([['Émil'], ['Dora'], ['Ana-Maria'], ['Dora']]);
  expect([names('lieva'), names('dora stanchev')]).toEqual([[], []]);
});
