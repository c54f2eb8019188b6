import * as z from 'zod/mini';

/** What an agent has to give: each conversation in hand takes the weight of its heaviest channel from it. */
export const CAPACITY = 100;

const Weight = z.int().check(z.minimum(1), z.maximum(CAPACITY));

/** How much of CAPACITY one conversation takes, by the type of channel by which customers write or call. */
export const capacityWeights = {
  PHONE: Weight,
  LIVECHAT: Weight,
  EMAIL: Weight,
  WHATSAPP: Weight,
  FACEBOOK: Weight,
  VIBER: Weight,
  VIBER_PUBLIC: Weight,
  SMS: Weight,
};
export const CapacityWeights = z.object(capacityWeights);
export type CapacityWeights = z.infer<typeof CapacityWeights>;
export type WeighedChannel = keyof CapacityWeights;

/** The types in the order in which they are shown: the heaviest first. */
export const weighedChannels = Object.keys(capacityWeights) as WeighedChannel[];
