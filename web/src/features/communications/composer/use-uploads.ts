import { useStorePart } from '../context.ts';
import type { Upload } from '../state/uploads.ts';

const none: readonly Upload[] = [];

/** What this window is uploading into a draft. */
export const useUploads = (draft: string): readonly Upload[] => useStorePart(({ uploads }) => uploads.get(draft)) ?? none;
