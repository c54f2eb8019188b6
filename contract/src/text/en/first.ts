import { communications } from './communications.ts';
import { errors } from './errors.ts';
import { frame } from './frame.ts';
import { notices } from './notices.ts';
import { reasons } from './reasons.ts';

/** What the first screen of an agent says, and every refusal. */
export const first = { ...errors, ...reasons, ...frame, ...communications, ...notices };
