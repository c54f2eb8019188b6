import { lazy } from 'react';
import { everyText } from '../../../text.ts';

/** Comes with its words, where nothing can be written. */
export const StartPlace = lazy(async () => ({ default: (await Promise.all([import('./StartPlace.tsx'), everyText()]))[0].StartPlace }));
