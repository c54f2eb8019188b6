import { expect, it } from 'vitest';
import { type Outcome, runEach } from './bulk.ts';

it('goes through the rows one after the other, and a row that fails does not end it', async () => {
  const outcomes: Outcome<string>[] = [];
  const refusal = new Error('in use');
  let atOnce = 0;
  await runEach(
    ['a', 'b', 'c'],
    async (row) => {
      atOnce += 1;
      expect(atOnce).toBe(1);
      await Promise.resolve();
      atOnce -= 1;
      if (row === 'b') throw refusal;
      return null;
    },
    { isCalledOff: () => false, onOutcome: (outcome) => outcomes.push(outcome) },
  );
  expect(outcomes).toEqual([
    { row: 'a', isDone: true, note: null },
    { row: 'b', isDone: false, problem: refusal },
    { row: 'c', isDone: true, note: null },
  ]);
});

it('finishes the row in hand when it is called off, and leaves the others', async () => {
  const done: string[] = [];
  let isCalledOff = false;
  await runEach(
    ['a', 'b', 'c'],
    async (row) => {
      isCalledOff = row === 'b';
      return null;
    },
    { isCalledOff: () => isCalledOff, onOutcome: ({ row }) => done.push(row) },
  );
  expect(done).toEqual(['a', 'b']);
});
