import { CustomerBlock } from '@parley/contract';

/** All blocks in the order in which they stand: those that nobody has moved behind what stands before them for everybody. */
export function orderedBlocks(order: readonly CustomerBlock[]): readonly CustomerBlock[] {
  const ordered = [...order];
  for (const [place, block] of CustomerBlock.options.entries()) {
    if (ordered.includes(block)) continue;
    const before = CustomerBlock.options.slice(0, place).findLast((one) => ordered.includes(one));
    ordered.splice(before === undefined ? 0 : ordered.indexOf(before) + 1, 0, block);
  }
  return ordered;
}

/**
 * The order with a block moved before another or, with null, to the end of those that are shown. Blocks that have nothing to show now
 * keep their places among the others.
 */
export function movedBlock(
  order: readonly CustomerBlock[],
  shown: readonly CustomerBlock[],
  block: CustomerBlock,
  before: CustomerBlock | null,
): readonly CustomerBlock[] {
  if (before === block) return order;
  const others = order.filter((one) => one !== block);
  const last = shown.findLast((one) => one !== block);
  const place = before !== null ? others.indexOf(before) : last === undefined ? others.length : others.indexOf(last) + 1;
  return others.toSpliced(place, 0, block);
}

/** Before which block one stands after a step up or down; undefined where there is no step left. */
export function stepOf(shown: readonly CustomerBlock[], block: CustomerBlock, step: 'up' | 'down'): CustomerBlock | null | undefined {
  const place = shown.indexOf(block);
  if (step === 'up') return shown[place - 1];
  return place === shown.length - 1 ? undefined : (shown[place + 2] ?? null);
}
