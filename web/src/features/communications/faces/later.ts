import type { RoomEvent } from '@parley/contract';
import { lateParts } from '../../../late-parts.ts';

/** RICH_MEDIA, UNSUPPORTED_MEDIA, EMAIL, CALL, CUSTOMER_SUBSCRIBED and CUSTOMER_UNSUBSCRIBED, as short as can be: it is part of each open room. */
const SPECIAL = /RICH|UNSUPP|EMAIL|CALL|SCRIBED/;

/** Whether an event is more than words and files that are here, by its type or by that of its message. */
export const isSpecial = ({ eventData: { type, message } }: RoomEvent): boolean =>
  SPECIAL.test(`${type} ${message?.type}`) || message?.fileState !== undefined;

const { load, isHere, late } = lateParts(() => import('./EventFace.tsx'));

export const loadFaces = load;
export const areFacesHere = isHere;

/** How such an event looks: comes with the messages that hold the first of them, and its words. */
export const EventFace = late('EventFace');
