import { lateParts } from '../../../late-parts.ts';

/** Comes with its words, where nothing can be written. */
export const StartPlace = lateParts(() => import('./StartPlace.tsx')).late('StartPlace');
