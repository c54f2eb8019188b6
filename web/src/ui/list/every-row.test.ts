import { expect, it } from 'vitest';
import { everyRow, everyRowAfter, type ListPage, RestlessList } from './every-row.ts';

interface Row {
  id: string;
}

const rows = (count: number): Row[] => Array.from({ length: count }, (_, at) => ({ id: `row ${at}` }));

/** Answers a page of what there is at that moment. */
function pageOf(all: readonly Row[], page: number, size: number): ListPage<Row> {
  const content = all.slice(page * size, (page + 1) * size);
  return { content, page, size, totalElements: all.length, last: (page + 1) * size >= all.length };
}

it('reads every page, and says how far it is', async () => {
  const all = rows(230);
  const told: unknown[] = [];
  const read = await everyRow(
    async (page, size) => pageOf(all, page, size),
    (soFar) => told.push(soFar),
  );
  expect(read).toEqual(all);
  expect(told).toEqual([
    { read: 100, total: 230 },
    { read: 200, total: 230 },
    { read: 230, total: 230 },
  ]);
});

it('begins anew when a row went meanwhile, so that none is missed', async () => {
  let all = rows(150);
  const read = await everyRow(
    async (page, size) => {
      const answer = pageOf(all, page, size);
      // The first of them is deleted behind our back: what was 101st is 100th now.
      if (all.length === 150) all = all.slice(1);
      return answer;
    },
    () => undefined,
  );
  expect(read).toEqual(all);
});

it('begins anew when a row came meanwhile, so that none stands twice', async () => {
  let all = rows(150);
  const read = await everyRow(
    async (page, size) => {
      const answer = pageOf(all, page, size);
      if (all.length === 150) all = [{ id: 'new' }, ...all];
      return answer;
    },
    () => undefined,
  );
  expect(read).toEqual(all);
});

it('makes nothing of a list that never rests', async () => {
  let count = 150;
  const restless = everyRow(
    async (page, size) => {
      count += 1;
      return pageOf(rows(count), page, size);
    },
    () => undefined,
  );
  await expect(restless).rejects.toBeInstanceOf(RestlessList);
});

it('goes on from the last row where there are no pages', async () => {
  const all = rows(5);
  const asked: unknown[] = [];
  const read = await everyRowAfter(
    async (after) => {
      asked.push(after);
      const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
      return { content: all.slice(from, from + 2), last: from + 2 >= all.length };
    },
    () => undefined,
  );
  expect(read).toEqual(all);
  expect(asked).toEqual([undefined, 'row 1', 'row 3']);
});
