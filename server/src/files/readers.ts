import type { Actor } from '../accounts/index.ts';
import type { Reader } from '../platform/database.ts';
import { type Uploader, unsentAmong } from './store.ts';

/** Who wants to see a file. */
export type Viewer = { by: 'USER'; actor: Actor } | { by: 'VISITOR'; accountId: string; sessionId: string };

/**
 * Says which of these files a viewer may read now. The module that holds files registers one (domain: identity): files themselves
 * know neither rooms nor channels.
 */
export type FileReader = (on: Reader, viewer: Viewer, fileIds: readonly string[]) => Promise<readonly string[]>;

export const accountOf = (viewer: Viewer): string => (viewer.by === 'USER' ? viewer.actor.accountId : viewer.accountId);

/** The same person as one who uploads. */
export function uploaderOf(viewer: Viewer): Uploader {
  return { by: viewer.by, accountId: accountOf(viewer), id: viewer.by === 'USER' ? viewer.actor.userId : viewer.sessionId };
}

/** What any module lets them read, and their own uploads that were not sent. */
export async function readableBy(
  readers: Iterable<FileReader>,
  on: Reader,
  viewer: Viewer,
  fileIds: readonly string[],
): Promise<Set<string>> {
  const readable = new Set(await unsentAmong(on, uploaderOf(viewer), fileIds));
  for (const reader of readers) {
    const open = fileIds.filter((id) => !readable.has(id));
    if (open.length > 0) for (const id of await reader(on, viewer, open)) readable.add(id);
  }
  return readable;
}
