import { lateParts } from '../../../late-parts.ts';

/** Drawn with the kit: comes with the first click, and its words with it. */
const { late } = lateParts(() => import('./panel-part.ts'));

export const FilterPanel = late('FilterPanel');
export const SaveViewDialog = late('SaveViewDialog');
