import { lateParts } from '../../../../late-parts.ts';

/** Comes with the first e-mail that is written: its editor weighs more than an open room. */
export const EmailPart = lateParts(() => import('./EmailPart.tsx')).late('EmailPart');
