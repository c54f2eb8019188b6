import { lateParts } from '../../../late-parts.ts';

const { late, load } = lateParts(() => import('./rest-part.ts'));

/** What a customer's room is answered without, as a rule: together, since each file of its own weighs more in the room than what it takes away. */
export const loadRest = load;
export const ColleaguesHeader = late('ColleaguesHeader');
export const ComposerBar = late('ComposerBar');
export const HeadRoom = late('HeadRoom');
export const LiveWords = late('LiveWords');
export const ReadersNames = late('ReadersNames');
export const TakeOthers = late('TakeOthers');
export const TakeOverButton = late('TakeOverButton');
export const TransferButton = late('TransferButton');
