import { ApiProblem, UNREACHABLE } from '../../../api/api-problem.ts';
import { decided, heed, isBeingReplaced, together } from '../../../replaced.ts';
import { roomText } from '../../../text.ts';
import type { readAhead as ReadAhead, RoomPage } from './RoomPage.tsx';

/** How the code of the open room stands. */
export type RoomPart =
  | { readonly status: 'coming' }
  | { readonly status: 'here'; readonly RoomPage: typeof RoomPage; readonly readAhead: typeof ReadAhead }
  | { readonly status: 'failed'; readonly problem: ApiProblem };

let part: RoomPart = { status: 'coming' };
let loading: Promise<void> | null = null;
const listeners = new Set<() => void>();

function become(next: RoomPart): void {
  part = next;
  for (const listener of listeners) listener();
}

/** Fetches the code of the open room, and its words; rejects when it does not come, and the next call tries again. */
export function loadRoomPart(): Promise<void> {
  if (part.status === 'failed') become({ status: 'coming' });
  loading ??= together(import('./RoomPage.tsx'), roomText()).then(
    ([{ RoomPage: Page, readAhead: read, preloadRest }]) => {
      become({ status: 'here', RoomPage: Page, readAhead: read });
      void preloadRest();
    },
    (cause: unknown) => {
      loading = null;
      const problem = new ApiProblem(UNREACHABLE, { message: 'FRAME_UNREACHABLE', errors: [] }, null, { cause });
      // A page that is loaded anew for it keeps its place: what is about to heal is no news.
      void decided().then(() => {
        if (loading === null && !isBeingReplaced()) become({ status: 'failed', problem });
      });
      throw problem;
    },
  );
  return loading;
}

/** For who waits for it, whatever became of it while nobody did. */
export function waitForRoomPart(): void {
  loadRoomPart().catch(heed);
}

/** Begins to read a room that is about to be opened, where its code is here; otherwise it is read when that has come. */
export const readAhead: typeof ReadAhead = (...room) => {
  if (part.status === 'here') part.readAhead(...room);
};

export const roomPart = (): RoomPart => part;

export function onRoomPart(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
