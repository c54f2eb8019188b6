import type { Upload } from './uploads.ts';

/** One that waits for its turn or is on its way. */
export const isUnderway = ({ status }: Upload): boolean => status !== 'failed';
