import { lateParts } from '../../../late-parts.ts';

const { late, load } = lateParts(() => import('./held-part.ts'));

export const loadHeld = load;
/** Pictures and files of a talk: most talks have none, and where one is, its place is kept until this has come. */
export const FileCard = late('FileCard');
export const PicturePreview = late('PicturePreview');
