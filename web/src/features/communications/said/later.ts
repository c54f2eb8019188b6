import { lazy } from 'react';
import { everyText } from '../../../text.ts';

/** The part, with its words. */
export const loadSaid = async () => (await Promise.all([import('./said-part.ts'), everyText()]))[0];

type Part = Awaited<ReturnType<typeof loadSaid>>;
const late = <Name extends Exclude<keyof Part, 'editLast'>>(name: Name) => lazy(async () => ({ default: (await loadSaid())[name] }));

export const ComposerSaid = late('ComposerSaid');
export const DeleteDialog = late('DeleteDialog');
export const MessageItems = late('MessageItems');
export const QuoteBlock = late('QuoteBlock');
export const SaidWords = late('SaidWords');
export const ToField = late('ToField');
