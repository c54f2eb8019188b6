import { expect, it, vi } from 'vitest';

it('makes ids of version 7, each greater than the one before and none twice', async () => {
  // Anew: others of this process may have stood at a later time.
  vi.resetModules();
  const { newId } = await import('./clock.ts');
  const ids = Array.from({ length: 5000 }, newId);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
  const told = Number.parseInt(ids[0]?.replace('-', '').slice(0, 12) ?? '', 16);
  expect(Math.abs(told - Date.now())).toBeLessThan(60_000);
});
