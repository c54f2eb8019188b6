import { files } from './files.ts';
import { rooms } from './rooms.ts';
import { realtime, users } from './users.ts';
import { visitor } from './visitor.ts';

/** The whole REST contract under the base address `/api`. */
export const api = { users, realtime, rooms, files, visitor };
export type Api = typeof api;
