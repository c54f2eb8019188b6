import type { RoomEvent } from '@parley/contract';
import { lazy } from 'react';
import { everyText } from '../../../text.ts';

const SPECIAL: ReadonlySet<string> = new Set([
  'RICH_MEDIA',
  'UNSUPPORTED_MEDIA',
  'EMAIL',
  'CALL',
  'CUSTOMER_SUBSCRIBED',
  'CUSTOMER_UNSUBSCRIBED',
]);

/** Whether an event is more than words and files, by its type or by that of its message. */
export const isSpecial = ({ eventData: { type, message } }: RoomEvent): boolean => SPECIAL.has(type) || SPECIAL.has(message?.type ?? '');

/** How such an event looks: comes with the first of them, and its words. */
export const EventFace = lazy(async () => {
  const [{ EventFace: Face }] = await Promise.all([import('./EventFace.tsx'), everyText()]);
  return { default: Face };
});
