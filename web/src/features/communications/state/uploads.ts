/** A file of this computer on its way into a draft. Once it is there, the draft holds it (`UploadedFile`). */
export interface Upload {
  readonly id: string;
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** Shown while it is on its way, where the browser can show it; the server judges by the content. */
  readonly pictureUrl: string | null;
  /** failed: `reason` is a key of the catalogue; one that could not have been taken is not tried again. */
  readonly status: 'waiting' | 'running' | 'failed';
  /** Of the bytes, from 0 to 1. At 1 the server is still looking at them. */
  readonly progress: number;
  readonly reason: string | null;
  readonly params: Readonly<Record<string, string | number>>;
  readonly canRetry: boolean;
}

export const newUpload = (id: string, { name, size }: Pick<File, 'name' | 'size'>, pictureUrl: string | null): Upload => ({
  id,
  name,
  size,
  pictureUrl,
  status: 'waiting',
  progress: 0,
  reason: null,
  params: {},
  canRetry: false,
});

const changed = (uploads: readonly Upload[], id: string, change: Partial<Upload>): readonly Upload[] =>
  uploads.map((upload) => (upload.id === id ? { ...upload, ...change } : upload));

export const startUpload = (uploads: readonly Upload[], id: string): readonly Upload[] =>
  changed(uploads, id, { status: 'running', progress: 0 });

/** Progress never goes back, also when the first bytes have to go twice (a renewed token). */
export const progressUpload = (uploads: readonly Upload[], id: string, progress: number): readonly Upload[] =>
  uploads.map((upload) => (upload.id === id ? { ...upload, progress: Math.max(upload.progress, Math.min(1, progress)) } : upload));

export const failUpload = (
  uploads: readonly Upload[],
  id: string,
  failure: Pick<Upload, 'reason' | 'params' | 'canRetry'>,
): readonly Upload[] => changed(uploads, id, { ...failure, status: 'failed', progress: 0 });

/** Tried again, it stands behind those that wait already. */
export function retryUpload(uploads: readonly Upload[], id: string): readonly Upload[] {
  const upload = uploads.find((one) => one.id === id && one.canRetry);
  if (upload === undefined) return uploads;
  return [...dropUpload(uploads, id), { ...upload, status: 'waiting', progress: 0, reason: null, params: {}, canRetry: false }];
}

export const dropUpload = (uploads: readonly Upload[], id: string): readonly Upload[] => uploads.filter((upload) => upload.id !== id);

/** The one whose turn it is: of a draft one goes at a time, so that they stand in it in the order in which they were chosen. */
export function nextUpload(uploads: readonly Upload[]): Upload | undefined {
  return uploads.some(({ status }) => status === 'running') ? undefined : uploads.find(({ status }) => status === 'waiting');
}
