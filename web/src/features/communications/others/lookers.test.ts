import { expect, test } from 'vitest';
import { heardLooking, type Looker, peopleOf, stillLooking } from './lookers.ts';

const says = (userId: string, windowId: string, isLooking = true) => ({ roomId: 'room', userId, windowId, isLooking });

test('windows look until 6 s after they said so last, or say that they do not, and people are named once, as they came', () => {
  let lookers: readonly Looker[] = [];
  lookers = heardLooking(lookers, says('petar', 'a'), 0);
  lookers = heardLooking(lookers, says('elena', 'b'), 1000);
  lookers = heardLooking(lookers, says('petar', 'c'), 2000);
  lookers = heardLooking(lookers, says('petar', 'a'), 3000);
  expect(peopleOf(lookers)).toEqual(['petar', 'elena']);
  expect(stillLooking(lookers, 6999)).toBe(lookers);
  expect(peopleOf(stillLooking(lookers, 7000))).toEqual(['petar']);
  lookers = heardLooking(lookers, says('petar', 'a', false), 7000);
  expect(peopleOf(stillLooking(lookers, 7999))).toEqual(['petar']);
  expect(peopleOf(stillLooking(lookers, 8000))).toEqual([]);
  expect(heardLooking(lookers, says('boris', 'd', false), 0)).toBe(lookers);
});
