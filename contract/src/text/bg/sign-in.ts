import type { signIn as en } from '../en/sign-in.ts';

export const signIn: Record<keyof typeof en, string> = {};
