import { lateParts } from '../../../late-parts.ts';

/** Behind the open room, whose customer's words come first. */
const { late, load } = lateParts(() => import('./OthersLooking.tsx'));

export const loadOthersLooking = load;
export const OthersLooking = late('OthersLooking');
