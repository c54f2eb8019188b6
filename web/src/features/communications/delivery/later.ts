import { lateParts } from '../../../late-parts.ts';

const { load, late } = lateParts(() => import('./Trouble.tsx'));

/** The part, with its words. */
export const loadDelivery = load;

/** What was not simply delivered: most messages are. */
export const Trouble = late('Trouble');
