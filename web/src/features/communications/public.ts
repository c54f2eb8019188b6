import type { AnyRouter } from '@tanstack/react-router';
import { quietly } from '../../replaced.ts';

export { CustomerAvatar } from './customer/CustomerAvatar.tsx';
export { fetchForAddress } from './fetch-ahead.ts';
export { lightboxPart as preloadPictures } from './files/lightbox-part.ts';
export { uploading as preloadUploads } from './files/uploading-part.ts';
/** How rooms and messages are called, wherever they are named. */
export { channelOf, lastMessage, messageWords, roomName, shortWhen } from './room/room-words.ts';
export { toldRoomName } from './said/told-room.ts';
export { roomInStep } from './sync/in-step.ts';

/** Goes to an address; within the open room so that the way back leads to where one stood. */
export async function goTo(router: AnyRouter, me: string, href: string): Promise<void> {
  await quietly(async () => (await import('./go-to.ts')).nameStanding(router, me, href));
  await router.navigate({ href });
}
