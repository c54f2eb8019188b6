import { partWithWords } from '../../../late-parts.ts';

/** What shows pictures large, with its words: fetched with the first that is opened, or before. */
export const lightboxPart = () => partWithWords(import('./Lightbox.tsx'));
