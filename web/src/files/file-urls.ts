import type { FileUrls } from '@parley/contract';

/** Addresses are asked for together: those of all the previews that come onto the screen at once. */
const GATHER_MS = 20;
const AT_ONCE = 100;
/** An address that is about to end is not given to anybody any more. */
const BEFORE_END_MS = 60_000;

/** Where files can be fetched from: each file is asked for once, and again when its address is about to end. */
export interface FileAddresses {
  /** Null: the file does not exist, or this person may not read it. Rejects when the server could not say. */
  of: (fileId: string) => Promise<FileUrls | null>;
  /** What is known and valid at this moment. */
  known: (fileId: string) => FileUrls | undefined;
  /** The address did not work, or a fresh one is wanted for as long as possible: the next one is asked for. */
  forget: (fileId: string) => void;
}

interface Sources {
  /** At most 100 ids; those that may not be read are missing in the answer. */
  ask: (fileIds: string[]) => Promise<readonly FileUrls[]>;
  /** The time of the server, in milliseconds: it made the end of the addresses. */
  now: () => number;
}

interface Waiting {
  readonly promise: Promise<FileUrls | null>;
  readonly resolve: (urls: FileUrls | null) => void;
  readonly reject: (problem: unknown) => void;
}

export function createFileAddresses({ ask, now }: Sources): FileAddresses {
  const held = new Map<string, FileUrls>();
  const waiting = new Map<string, Waiting>();
  let gathered: string[] = [];

  const known = (fileId: string): FileUrls | undefined => {
    const urls = held.get(fileId);
    return urls !== undefined && Date.parse(urls.expiresAt) - BEFORE_END_MS > now() ? urls : undefined;
  };

  /** Each that waits is answered, and no longer waits. */
  function settle(fileIds: readonly string[], how: (fileId: string, one: Waiting) => void): void {
    for (const fileId of fileIds) {
      const one = waiting.get(fileId);
      waiting.delete(fileId);
      if (one !== undefined) how(fileId, one);
    }
  }

  async function askFor(fileIds: string[]): Promise<void> {
    try {
      for (const urls of await ask(fileIds)) held.set(urls.fileId, urls);
      settle(fileIds, (fileId, { resolve }) => resolve(held.get(fileId) ?? null));
    } catch (problem) {
      settle(fileIds, (_fileId, { reject }) => reject(problem));
    }
  }

  function askForGathered(): void {
    const fileIds = gathered;
    gathered = [];
    for (let from = 0; from < fileIds.length; from += AT_ONCE) void askFor(fileIds.slice(from, from + AT_ONCE));
  }

  function of(fileId: string): Promise<FileUrls | null> {
    const urls = known(fileId);
    if (urls !== undefined) return Promise.resolve(urls);
    const asked = waiting.get(fileId);
    if (asked !== undefined) return asked.promise;
    held.delete(fileId);
    const one = Promise.withResolvers<FileUrls | null>();
    waiting.set(fileId, one);
    if (gathered.push(fileId) === 1) setTimeout(askForGathered, GATHER_MS);
    return one.promise;
  }

  return { of, known, forget: (fileId) => void held.delete(fileId) };
}
