import { lateParts } from '../../../late-parts.ts';

/** Only for those who oversee, and only over what a colleague holds. */
export const TakeOverButton = lateParts(() => import('./TakeOverButton.tsx')).late('TakeOverButton');
