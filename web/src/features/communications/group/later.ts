import { lateParts } from '../../../late-parts.ts';

const { late } = lateParts(() => import('./group-part.ts'));

export const GoneBar = late('GoneBar');
export const GoneStanding = late('GoneStanding');
export const GroupDialog = late('GroupDialog');
export const GroupMenu = late('GroupMenu');
export const Members = late('Members');
export const NoChats = late('NoChats');
