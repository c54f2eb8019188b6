import { everyText } from '../../../text.ts';

/** What shows pictures large, with its words: fetched with the first that is opened, or before. */
export const lightboxPart = async () => (await Promise.all([import('./Lightbox.tsx'), everyText()]))[0];
