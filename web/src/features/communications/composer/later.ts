import { lateParts, partWithWords } from '../../../late-parts.ts';
import { quietly } from '../../../replaced.ts';
import { toastError } from '../../../ui/toast.ts';
import { loadFaces } from '../faces/later.ts';
import type { RoomsStore } from '../store.ts';

const attachments = lateParts(() => import('./Attachments.tsx'));
const otherDrafts = lateParts(() => import('./OtherDrafts.tsx'));

/** Begins to upload files into a draft. What does it comes with the first file, if it is not here by then. */
export async function attachFiles(store: RoomsStore, key: string, files: readonly File[]): Promise<void> {
  try {
    (await partWithWords(import('../files/uploads.ts'))).attach(store, key, files);
  } catch {
    toastError('FRAME_UNREACHABLE');
  }
}

/** What hangs on a draft, and what is offered beside it: seldom there, and therefore behind the open room. */
export const Attachments = attachments.late('Attachments');
export const OtherDrafts = otherDrafts.late('OtherDrafts');

const keptDrafts = lateParts(() => import('./KeptDrafts.tsx'));
/** Whoever was typing goes on in the field that it keeps. */
export const KeptDrafts = keptDrafts.late('KeptDrafts');

/** Takes files as soon as the room stands; nobody drags one before that. */
const dropSurface = lateParts(() => import('./DropSurface.tsx'));
export const DropSurface = dropSurface.late('DropSurface');

/** Fetches them before they are needed: then there may be no line. */
export const loadLaterParts = (): Promise<void> =>
  quietly(loadFaces, dropSurface.load, attachments.load, otherDrafts.load, keptDrafts.load, () => import('../discard-send.ts'));
