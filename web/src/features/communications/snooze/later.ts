import { lazy } from 'react';
import { everyText } from '../../../text.ts';

type Part = typeof import('./snooze-part.ts');

/** A component of the part, which comes with its words. */
const late = <Name extends keyof Part>(name: Name) =>
  lazy(async () => ({ default: (await Promise.all([import('./snooze-part.ts'), everyText()]))[0][name] }));

export const SnoozeInHead = late('SnoozeInHead');
export const Wakes = late('Wakes');
export const NothingSnoozed = late('NothingSnoozed');
