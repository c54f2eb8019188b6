import { lazy } from 'react';
import { everyText } from '../../../text.ts';

type Part = typeof import('./scheduled-part.ts');

/** A component of the part, which comes with its words. */
const late = <Name extends keyof Part>(name: Name) =>
  lazy(async () => ({ default: (await Promise.all([import('./scheduled-part.ts'), everyText()]))[0][name] }));

export const ScheduledStrip = late('ScheduledStrip');
export const SendLater = late('SendLater');
export const ScheduledMark = late('ScheduledMark');
export const UndoBox = late('UndoBox');
