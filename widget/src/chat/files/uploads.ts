import type { FileLimits, UploadedFile } from '@parley/contract/entities/file';
import { fileKindOf } from '@parley/contract/file-kinds';
import { ATTACHMENTS_LIMIT } from '@parley/contract/limits';
import type { KeptFile } from '../../link/messages.ts';
import { randomId } from '../../session/random.ts';
import type { Answer } from '../api.ts';
import type { Attachment, AttachmentAction } from '../state/attachments.ts';

/** What the uploads stand on. */
export interface UploadEnds {
  attachments(): readonly Attachment[];
  dispatch(action: AttachmentAction): void;
  /** Whether something of the visitor's may be taken yet; what may not waits for `go`. @param asked what is missing is pointed out */
  may(asked: boolean): boolean;
  /** The secret of the session, which begins with the first upload if none was there; the end of a session is told too. */
  secret(): Promise<Answer<string>>;
  upload(secret: string, file: File, told: (part: number, stands: boolean) => void, stop: AbortSignal): Promise<Answer<UploadedFile>>;
  /** Throws away at the server what will not be sent. */
  discard(fileId: string): void;
  /** A request was answered that the session is over. */
  ended(): void;
}

const PICTURE = /^image\/(png|jpe?g|gif|webp|avif)$/;

/** Uploads what is attached, one file after the other, from the choice of a file to the message that takes it. */
export function uploads(limits: FileLimits, { attachments, dispatch, may, secret, upload, discard, ended }: UploadEnds) {
  const chosen = new Map<string, File>();
  const previews = new Map<string, string>();
  /** What those may weigh that weigh too much. */
  const exceeded = new Map<string, number>();
  let running: { key: string; stop: AbortController } | null = null;

  async function go(): Promise<void> {
    while (running === null) {
      const key = attachments().find(({ is }) => is === 'waiting')?.key;
      const file = key !== undefined && chosen.get(key);
      if (!file || !may(false)) return;
      const mine = { key, stop: new AbortController() };
      running = mine;
      const answer = await uploadOne(mine.key, file, mine.stop.signal);
      running = null;
      if (!mine.stop.signal.aborted) settle(mine.key, file, answer);
      // Cancelled at the last moment, when the server had already answered.
      else if (answer.is === 'ok') discard(answer.value.fileId);
    }
  }

  async function uploadOne(key: string, file: File, stop: AbortSignal): Promise<Answer<UploadedFile>> {
    dispatch({ type: 'uploading', key, part: 0, stands: false });
    const session = await secret();
    // What the form says is not taken, perhaps: then it is mended and the file goes again.
    if (session.is !== 'ok' || stop.aborted) return session.is === 'ended' ? session : { is: 'broken', retryAfter: null };
    const told = (part: number, stands: boolean) => {
      if (!stop.aborted) dispatch({ type: 'uploading', key, part, stands });
    };
    return upload(session.value, file, told, stop);
  }

  function settle(key: string, file: File, answer: Answer<UploadedFile>): void {
    if (answer.is === 'ok') {
      if (PICTURE.test(file.type) && answer.value.type === 'IMAGE') previews.set(answer.value.fileId, previewOf(key, file));
      dispatch({ type: 'uploaded', key, file: answer.value });
      return;
    }
    dispatch({ type: 'notUploaded', key, trouble: answer.is === 'refused' ? 'REFUSED' : 'FAILED' });
    if (answer.is === 'ended') ended();
  }

  function previewOf(key: string, file: File): string {
    const made = previews.get(key) ?? URL.createObjectURL(file);
    previews.set(key, made);
    return made;
  }

  return {
    go: () => void go(),
    /** Bytes that a file of the kind of this attachment may have. */
    limitOf: (key: string): number => exceeded.get(key) ?? limits.uploadLimit,
    /** Attaches files and begins to upload them. @returns whether all of them fit */
    attach(files: readonly File[]): boolean {
      const fitting = files.slice(0, Math.max(0, ATTACHMENTS_LIMIT - attachments().length));
      const added = fitting.map((file): Attachment => {
        const key = randomId();
        const limit = limits.byKind[fileKindOf(file.type)];
        if (file.size > limit) exceeded.set(key, limit);
        const trouble = file.size > limit ? 'TOO_LARGE' : file.size === 0 ? 'EMPTY' : null;
        if (!trouble) chosen.set(key, file);
        return { key, name: file.name, size: file.size, is: trouble ? 'troubled' : 'waiting', part: 0, stands: false, trouble, file: null };
      });
      if (added.length > 0) dispatch({ type: 'attached', attachments: added });
      if (added.some(({ is }) => is === 'waiting')) may(true);
      void go();
      return fitting.length === files.length;
    },
    /** What hung there before the page was reloaded. An upload that was under way ended with the page. */
    restore(kept: readonly KeptFile[]): void {
      const attached = kept.map(
        ({ name, size, file }): Attachment =>
          file
            ? { key: randomId(), name, size, is: 'uploaded', part: 1, stands: false, trouble: null, file }
            : { key: randomId(), name, size, is: 'troubled', part: 0, stands: false, trouble: 'LOST', file: null },
      );
      if (attached.length > 0) dispatch({ type: 'attached', attachments: attached });
    },
    /** Takes one off; an upload that is under way is cancelled. */
    remove(key: string): void {
      const file = attachments().find((one) => one.key === key)?.file;
      if (running?.key === key) running.stop.abort();
      chosen.delete(key);
      dispatch({ type: 'detached', keys: [key] });
      const preview = previews.get(key);
      if (preview) URL.revokeObjectURL(preview);
      if (file) discard(file.fileId);
    },
    /** Whether this page still has the file itself. */
    canRetry: (key: string): boolean => chosen.has(key),
    retry(key: string): void {
      dispatch({ type: 'uploadWaits', key });
      void go();
    },
    /** The uploaded files, which are no attachments any more: a message takes them. */
    take(): UploadedFile[] {
      const ready = attachments().filter(({ is }) => is === 'uploaded');
      dispatch({ type: 'detached', keys: ready.map(({ key }) => key) });
      for (const { key } of ready) chosen.delete(key);
      return ready.flatMap(({ file }) => file ?? []);
    },
    /** Uploads belong to a session: with it they are gone, and go again if this page still has the file. */
    sessionEnded(): void {
      running?.stop.abort();
      for (const { key, is } of attachments())
        if (is !== 'troubled') dispatch({ type: 'notUploaded', key, trouble: chosen.has(key) ? 'FAILED' : 'LOST' });
    },
    /** Where this page itself has the picture: of an attachment by its key, of what was sent by the file's id. */
    preview(keyOrFileId: string): string | undefined {
      const file = chosen.get(keyOrFileId);
      return file && PICTURE.test(file.type) ? previewOf(keyOrFileId, file) : previews.get(keyOrFileId);
    },
  };
}
