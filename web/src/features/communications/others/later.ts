import { lateParts } from '../../../late-parts.ts';

/** Behind the open room, whose customer's words come first. */
export const OthersLooking = lateParts(() => import('./OthersLooking.tsx')).late('OthersLooking');
