import type { Feature } from '@parley/contract';
import type { TextKey } from '../../text.ts';

/** What a feature of an account is called. */
export const featureNames = {
  EVALUATIONS: 'FEATURE_EVALUATIONS',
  VIOLATIONS: 'FEATURE_VIOLATIONS',
  KNOWLEDGE_BASE: 'FEATURE_KNOWLEDGE_BASE',
  TAGS: 'FEATURE_TAGS',
  USER_EMAIL_CREATION: 'FEATURE_USER_EMAIL_CREATION',
  USER_EMAIL_TICKET_CREATION: 'FEATURE_USER_EMAIL_TICKET_CREATION',
  AGENT_PERFORMANCE_REPORT: 'FEATURE_AGENT_PERFORMANCE_REPORT',
} as const satisfies Record<Feature, TextKey>;
