/** What of people and features the pages of super admins show in the same way. */
export { featureNames } from './feature-names.ts';
export { InvitationDialog } from './users/InvitationDialog.tsx';
export { KnownThereNote, lookAgain } from './users/KnownThereNote.tsx';
export { type AskedAction, PersonActions } from './users/PersonActions.tsx';
export { fullName } from './users/person-name.ts';
export { StatusWord } from './users/StatusWord.tsx';
