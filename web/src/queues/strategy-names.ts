import type { QueueStrategy } from '@parley/contract';
import type { TextKey } from '../text.ts';

export const strategyNames = {
  DEFAULT: 'QUEUES_STRATEGY_DEFAULT',
  SKILL: 'QUEUES_STRATEGY_SKILL',
  RANDOM: 'QUEUES_STRATEGY_RANDOM',
  MOST_ACTIVE: 'QUEUES_STRATEGY_MOST_ACTIVE',
  LEAST_ACTIVE: 'QUEUES_STRATEGY_LEAST_ACTIVE',
} as const satisfies Record<QueueStrategy, TextKey>;

/** Who gets the next conversation by it, as docs/queues.md defines it. */
export const strategyWords = {
  DEFAULT: 'QUEUES_STRATEGY_DEFAULT_WORDS',
  SKILL: 'QUEUES_STRATEGY_SKILL_WORDS',
  RANDOM: 'QUEUES_STRATEGY_RANDOM_WORDS',
  MOST_ACTIVE: 'QUEUES_STRATEGY_MOST_ACTIVE_WORDS',
  LEAST_ACTIVE: 'QUEUES_STRATEGY_LEAST_ACTIVE_WORDS',
} as const satisfies Record<QueueStrategy, TextKey>;
