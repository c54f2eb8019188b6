/** What of people and features the pages of super admins show in the same way. */
export { featureNames } from './feature-names.ts';
export { KnownThereNote, lookAgain } from './users/KnownThereNote.tsx';
export { type HandedLink, LinkDialog } from './users/LinkDialog.tsx';
export { OwnEmailNote } from './users/OwnEmailNote.tsx';
export { type AskedAction, PersonActions } from './users/PersonActions.tsx';
export { fullName } from './users/person-name.ts';
export { StatusWord } from './users/StatusWord.tsx';
export { statusWords } from './users/status-words.ts';
