import { lateParts } from '../../../../late-parts.ts';

/** Comes with the first e-mail that is written: its editor weighs more than an open room. */
export const DraftEmail = lateParts(() => import('./DraftEmail.tsx')).late('DraftEmail');

/** Comes where a customer can be written to by e-mail. */
export const EmailCommands = lateParts(() => import('./EmailCommands.tsx')).late('EmailCommands');
