import { lazy } from 'react';
import { partWithWords } from '../../../late-parts.ts';

type Part = typeof import('./panel-part.ts');

/** Drawn with the kit: comes with the first click, and its words with it. */
const late = <Name extends keyof Part>(name: Name) =>
  lazy(async () => ({ default: (await partWithWords(import('./panel-part.ts')))[name] }));

export const FilterPanel = late('FilterPanel');
export const SaveViewDialog = late('SaveViewDialog');
