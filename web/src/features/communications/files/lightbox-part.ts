/** What shows pictures large: fetched with the first that is opened, or before. */
export const lightboxPart = () => import('./Lightbox.tsx');
