import { exampleFrames } from '@parley/contract/fixtures/frames';
import type { MockWorld } from './world.ts';

/** After this long the customer of the first room types, and then writes. */
const TYPES_AFTER_MS = 6000;
const WRITES_AFTER_MS = 9000;

/** Lets something happen while one looks: frames of the contract's fixtures, at their places in the rooms as these are by then. */
export function letThingsHappen(world: MockWorld): void {
  const frames = exampleFrames(Date.now());
  const { roomId, event } = frames.Text;
  setTimeout(() => world.push({ type: 'Typing', payload: frames.Typing }), TYPES_AFTER_MS);
  setTimeout(() => world.customerSays(roomId, event.eventData.message?.text ?? ''), WRITES_AFTER_MS);
}
