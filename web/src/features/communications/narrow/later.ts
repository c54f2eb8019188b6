import { lazy } from 'react';
import { everyText } from '../../../text.ts';

type Part = typeof import('./panel-part.ts');

/** Drawn with the kit: comes with the first click, and its words with it. */
const late = <Name extends keyof Part>(name: Name) =>
  lazy(async () => ({ default: (await Promise.all([import('./panel-part.ts'), everyText()]))[0][name] }));

export const FilterPanel = late('FilterPanel');
export const SaveViewDialog = late('SaveViewDialog');
