import { CAPACITY, type CapacityWeights, capacityWeights, type WeighedChannel, weighedChannels } from '@parley/contract';
import type { FieldRule } from '../../../forms/field-fault.ts';
import { typedNumber } from '../../../forms/typed-number.ts';
import { channelNames } from '../../../ui/ChannelMark.tsx';

/** The weights as they are typed. */
export type CapacityValues = Record<WeighedChannel, string>;

const ofEach = <Value>(make: (type: WeighedChannel) => Value) =>
  Object.fromEntries(weighedChannels.map((type) => [type, make(type)])) as Record<WeighedChannel, Value>;

export const valuesOf = (weights: CapacityWeights): CapacityValues => ofEach((type) => String(weights[type]));

const weight = typedNumber(capacityWeights.PHONE);
export const capacityRules: Record<WeighedChannel, FieldRule> = ofEach((type) => ({ name: channelNames[type], schema: weight }));

/** How many of one weight fill an agent. */
export const heldAtOnce = (weight: number): number => Math.floor(CAPACITY / weight);

/** How many of one type fill an agent; null while what is typed is no weight. */
export function atOnce(typed: string): number | null {
  const read = weight.safeParse(typed);
  return read.success ? heldAtOnce(read.data) : null;
}
