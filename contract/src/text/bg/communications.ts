import type { communications as en } from '../en/communications.ts';

export const communications: Record<keyof typeof en, string> = {};
