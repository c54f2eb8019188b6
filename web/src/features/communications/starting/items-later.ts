import { lazy } from 'react';
import { partWithWords } from '../../../late-parts.ts';
import { quietly } from '../../../replaced.ts';

const load = async () => ({ default: (await partWithWords(import('./ChannelItems.tsx'))).ChannelItems });

/** Comes with its words, when the channels are first looked at. */
export const ChannelItems = lazy(load);

/** Fetches it before it is needed. */
export const loadChannelItems = (): Promise<void> => quietly(load);
