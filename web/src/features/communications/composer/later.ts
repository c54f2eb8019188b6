import { lazy } from 'react';
import { quietly } from '../../../replaced.ts';
import { everyText } from '../../../text.ts';
import { toastError } from '../../../ui/toast.ts';
import type { RoomsStore } from '../store.ts';

const attachments = async () => ({ default: (await Promise.all([import('./Attachments.tsx'), everyText()]))[0].Attachments });
const dropSurface = async () => ({ default: (await Promise.all([import('./DropSurface.tsx'), everyText()]))[0].DropSurface });
const otherDrafts = async () => ({ default: (await Promise.all([import('./OtherDrafts.tsx'), everyText()]))[0].OtherDrafts });

/** Begins to upload files into a draft. What does it comes with the first file, if it is not here by then. */
export async function attachFiles(store: RoomsStore, key: string, files: readonly File[]): Promise<void> {
  try {
    (await Promise.all([import('../files/uploads.ts'), everyText()]))[0].attach(store, key, files);
  } catch {
    toastError('FRAME_UNREACHABLE');
  }
}

/** What hangs on a draft, and what is offered beside it: seldom there, and therefore behind the open room. */
export const Attachments = lazy(attachments);
export const OtherDrafts = lazy(otherDrafts);

/** Takes files as soon as the room stands; nobody drags one before that. */
export const DropSurface = lazy(dropSurface);

/** Fetches them before they are needed: then there may be no line. */
export const loadLaterParts = (): Promise<void> =>
  quietly(
    everyText,
    () => import('./Attachments.tsx'),
    () => import('./OtherDrafts.tsx'),
    () => import('../scheduled/scheduled-part.ts'),
    () => import('../said/said-part.ts'),
  );
