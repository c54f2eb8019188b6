import { lazy } from 'react';
import { partWithWords } from '../../../late-parts.ts';

/** Comes with its words, where nothing can be written. */
export const StartPlace = lazy(async () => ({ default: (await partWithWords(import('./StartPlace.tsx'))).StartPlace }));
