export { fetchForAddress } from './fetch-ahead.ts';
export { lightboxPart as preloadPictures } from './files/lightbox-part.ts';
export { uploading as preloadUploads } from './files/uploading-part.ts';
/** How rooms and messages are called, wherever they are named. */
export { channelOf, lastMessage, messageWords, roomName, shortWhen } from './room/room-words.ts';
export { roomInStep } from './sync/in-step.ts';
