import { communications } from './communications.ts';
import { errors } from './errors.ts';
import { frame } from './frame.ts';
import { notices } from './notices.ts';
import { roomsFailures } from './rooms-failures.ts';

/** What the first screen of an agent says, and every refusal but those of administration. */
export const first = { ...errors, ...frame, ...communications, ...notices, ...roomsFailures };
