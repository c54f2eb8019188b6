import type { en } from './en/catalogue.ts';

/** Key of the text catalogue. Plurals: `KEY_one`, `KEY_other` by CLDR rules; call with the bare key and `count`. */
export type TextKey = keyof typeof en;
