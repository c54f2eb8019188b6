import { expect, test } from 'vitest';
import { afterChip } from './list-choice.ts';

test('Mine and Waiting are switched one by one, and one of them stays on', () => {
  expect(afterChip('work', 'mine')).toBe('waiting');
  expect(afterChip('work', 'waiting')).toBe('mine');
  expect(afterChip('waiting', 'mine')).toBe('work');
  expect(afterChip('mine', 'waiting')).toBe('work');
  expect(afterChip('mine', 'mine')).toBe('mine');
});

test('Snoozed, All and Resolved stand alone; pressed again they lead back to the work', () => {
  expect(afterChip('work', 'snoozed')).toBe('snoozed');
  expect(afterChip('snoozed', 'snoozed')).toBe('work');
  expect(afterChip('snoozed', 'waiting')).toBe('waiting');
  expect(afterChip('work', 'all')).toBe('all');
  expect(afterChip('all', 'all')).toBe('work');
  expect(afterChip('all', 'resolved')).toBe('resolved');
  expect(afterChip('resolved', 'resolved')).toBe('work');
  expect(afterChip('resolved', 'mine')).toBe('mine');
});
