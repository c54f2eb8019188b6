import { openRoom } from './open-room.ts';

/** What an open room says: loaded with it, and before whatever lies over it. */
export const room = { ...openRoom };
