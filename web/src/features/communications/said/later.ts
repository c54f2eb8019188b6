import { lateParts } from '../../../late-parts.ts';

const { load, isHere, late } = lateParts(() => import('./said-part.ts'));

/** The part, with its words. */
export const loadSaid = load;
export const isSaidHere = isHere;

export const ComposerSaid = late('ComposerSaid');
export const MessageItems = late('MessageItems');
export const QuoteBlock = late('QuoteBlock');
export const SaidWords = late('SaidWords');
export const ToField = late('ToField');
