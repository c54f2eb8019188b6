import { CustomerBlock } from '@parley/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { movedBlock, orderedBlocks, stepOf } from './block-order.ts';

const { options } = CustomerBlock;
const chosen = fc.subarray([...options]).chain((some) => fc.shuffledSubarray(some, { minLength: some.length }));

describe('the order of the blocks', () => {
  it('holds each block once, whatever was chosen, and those that were chosen as they were', () => {
    fc.assert(
      fc.property(chosen, (order) => {
        const all = orderedBlocks(order);
        expect(all.toSorted()).toEqual(options.toSorted());
        expect(all.filter((block) => order.includes(block))).toEqual(order);
      }),
    );
  });

  it('is everybody’s until somebody chooses, and a block that comes later stands behind its usual neighbour', () => {
    expect(orderedBlocks([])).toEqual(options);
    expect(orderedBlocks(['PAST', 'NOTES', 'DETAILS', 'OPEN', 'PAGES'])).toEqual([
      'PAST',
      'DISCUSSIONS',
      'NOTES',
      'CHANNELS',
      'DETAILS',
      'OPEN',
      'PAGES',
    ]);
  });

  it('changes among what is shown by one step, and back by the other', () => {
    fc.assert(
      fc.property(chosen, fc.subarray([...options], { minLength: 2 }), fc.nat(), (order, some, pick) => {
        const all = orderedBlocks(order);
        const shown = all.filter((block) => some.includes(block));
        const block = shown[pick % (shown.length - 1)] as CustomerBlock;
        const down = stepOf(shown, block, 'down');
        if (down === undefined) throw new Error('not the last, and no step down');
        const after = movedBlock(all, shown, block, down);
        const shownAfter = after.filter((one) => some.includes(one));
        expect(shownAfter.indexOf(block)).toBe(shown.indexOf(block) + 1);
        expect(shownAfter.filter((one) => one !== block)).toEqual(shown.filter((one) => one !== block));
        const up = stepOf(shownAfter, block, 'up');
        if (up == null) throw new Error('not the first, and no step up');
        expect(movedBlock(after, shownAfter, block, up).filter((one) => some.includes(one))).toEqual(shown);
      }),
    );
  });

  it('has no step beyond its ends, and is as it was where a block is put before itself', () => {
    expect(stepOf(options, 'DETAILS', 'up')).toBeUndefined();
    expect(stepOf(options, 'DISCUSSIONS', 'down')).toBeUndefined();
    expect(stepOf(options, 'PAST', 'down')).toBeNull();
    expect(movedBlock(options, options, 'OPEN', 'OPEN')).toEqual(options);
  });
});
