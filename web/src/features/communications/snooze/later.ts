import { lateParts } from '../../../late-parts.ts';

const { late, load } = lateParts(() => import('./snooze-part.ts'));

export const loadSnooze = load;
export const SnoozeInHead = late('SnoozeInHead');
export const Wakes = late('Wakes');
export const NothingSnoozed = late('NothingSnoozed');
