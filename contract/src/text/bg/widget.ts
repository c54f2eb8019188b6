import type { widget as en } from '../en/widget.ts';

export const widget: Record<keyof typeof en, string> = {};
