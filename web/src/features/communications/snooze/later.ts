import { lateParts } from '../../../late-parts.ts';

const { late } = lateParts(() => import('./snooze-part.ts'));

export const SnoozeInHead = late('SnoozeInHead');
export const Wakes = late('Wakes');
export const NothingSnoozed = late('NothingSnoozed');
