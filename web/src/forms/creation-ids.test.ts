import { expect, it } from 'vitest';
import { creationIds } from './creation-ids.ts';

it('names the same content by the same id, another by another, and what another page asks for by one of its own', () => {
  const [idOf, elsewhere] = [creationIds(), creationIds()];
  const first = idOf({ name: 'Sales', members: [] });
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(idOf({ name: 'Sales', members: [] })).toBe(first);
  expect(elsewhere({ name: 'Sales', members: [] })).not.toBe(first);
  const second = idOf({ name: 'Sales', members: ['Dora'] });
  expect(second).not.toBe(first);
  expect(idOf({ name: 'Sales', members: ['Dora'] })).toBe(second);
});
