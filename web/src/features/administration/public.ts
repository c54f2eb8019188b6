/** What of people, features and channels the pages of super admins show in the same way. */
export { carrierKindNames, communicationNames, fallbackNames, longTextNames, receiptIdNames } from './audit/channel-words.ts';
export { featureNames } from './feature-names.ts';
export { useListSearch } from './use-list-search.ts';
export { KnownThereNote, lookAgain } from './users/KnownThereNote.tsx';
export { type HandedLink, LinkDialog } from './users/LinkDialog.tsx';
export { OwnEmailNote } from './users/OwnEmailNote.tsx';
export { type AskedAction, PersonActions } from './users/PersonActions.tsx';
export { fullName } from './users/person-name.ts';
export { StatusWord } from './users/StatusWord.tsx';
export { statusWords } from './users/status-words.ts';
