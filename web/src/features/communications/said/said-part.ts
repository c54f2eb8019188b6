/** What colleagues do with what they said among themselves; one file, that comes when somebody first does, or saw that somebody did. */
export { ComposerSaid } from './ComposerSaid.tsx';
export { editLast } from './edit-last.ts';
export { MessageItems } from './MessageItems.tsx';
export { QuoteBlock } from './QuoteBlock.tsx';
export { SaidWords } from './SaidWords.tsx';
export { ToField } from './ToField.tsx';
