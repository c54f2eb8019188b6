import { lazy } from 'react';
import { everyText } from '../../../text.ts';

type Part = typeof import('./group-part.ts');

/** A component of the part, which comes with its words. */
const late = <Name extends keyof Part>(name: Name) =>
  lazy(async () => ({ default: (await Promise.all([import('./group-part.ts'), everyText()]))[0][name] }));

export const GoneBar = late('GoneBar');
export const GroupDialog = late('GroupDialog');
export const GroupMenu = late('GroupMenu');
export const Members = late('Members');
export const NoChats = late('NoChats');
