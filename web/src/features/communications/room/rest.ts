import { lateParts } from '../../../late-parts.ts';

const { late, load } = lateParts(() => import('./rest-part.ts'));

/** What a customer's room is answered without, as a rule: together, since each file of its own weighs more in the room than what it takes away. */
export const loadRest = load;
export const BelowButton = late('BelowButton');
export const ColleaguesHeader = late('ColleaguesHeader');
export const ComposerBar = late('ComposerBar');
export const EmptyTalk = late('EmptyTalk');
export const LettersLeft = late('LettersLeft');
export const HeadRoom = late('HeadRoom');
export const LiveWords = late('LiveWords');
export const ReadersNames = late('ReadersNames');
export const TakeOthers = late('TakeOthers');
export const TakeOverButton = late('TakeOverButton');
export const TypingWords = late('TypingWords');
export const TransferButton = late('TransferButton');
