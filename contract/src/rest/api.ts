import { files } from './files.ts';
import { ownSignIn } from './own-sign-in.ts';
import { rooms } from './rooms.ts';
import { realtime, users } from './users.ts';
import { visitor } from './visitor.ts';

/** The whole REST contract under the base address `/api`. */
export const api = { users, ownSignIn, realtime, rooms, files, visitor };
export type Api = typeof api;
