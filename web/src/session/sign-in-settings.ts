import type { Configuration } from '@parley/contract';
import { configuration } from '../api/configured.ts';

/** Where people sign in. Before the start-up sequence has asked it is a bug, and throws. */
export const signInSettings = (): Configuration['signIn'] => configuration().signIn;
