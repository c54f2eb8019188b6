import {
  ATTACHMENTS_LIMIT,
  type ChannelType,
  EMAIL_ATTACHMENTS_LIMIT,
  type FileLimits,
  fileBeyondLimit,
  fileKindOf,
  TOO_LARGE_BY_KIND,
  type UploadedFile,
} from '@parley/contract';
import { ApiProblem, UNREACHABLE, wasCancelled } from '../../../api/api-problem.ts';
import { toastError } from '../../../ui/toast.ts';
import { dropUpload, failUpload, newUpload, nextUpload, progressUpload, retryUpload, startUpload, type Upload } from '../state/uploads.ts';
import type { RoomsStore } from '../store.ts';
import { changeUploads, setDraft } from '../writing.ts';
import { keepLocalPicture, letGo, letGoOf, pictureUrlOf } from './local-pictures.ts';
import { throwAway } from './throw-away.ts';
import { uploading } from './uploading-part.ts';

const uploadLimits = async () => (await uploading()).uploadLimits();

/** What of an upload cannot be shown or kept: the file itself, and the way to stop it. */
interface Work {
  readonly file: File;
  abort: AbortController | null;
  readonly on: AttachOptions;
}

export interface AttachOptions {
  /** Told of each that is there. */
  readonly onUploaded?: (file: UploadedFile) => void;
  /** What holds them where that is no draft; `key` tells room and channel all the same. */
  readonly into?: { readonly held: () => readonly UploadedFile[]; readonly add: (file: UploadedFile) => void };
}

const works = new Map<string, Work>();

const uploadsOf = (store: RoomsStore, key: string): readonly Upload[] => store.getState().uploads.get(key) ?? [];
const filesOf = (store: RoomsStore, key: string): readonly UploadedFile[] => store.getState().drafts.get(key)?.files ?? [];

type Failure = Pick<Upload, 'reason' | 'params' | 'canRetry'>;

const MEGABYTE = 1024 * 1024;

/** Which channel a draft is for; undefined among colleagues, and of notes. */
function channelOf(store: RoomsStore, key: string): ChannelType | undefined {
  const [roomId = '', channelId] = key.split('.');
  const channels = store.getState().state.rooms.get(roomId)?.room.channels;
  return channels?.find((one) => one.channelId === channelId)?.channelType;
}

/** Why a file need not even be sent: it is too large, or nothing that its channel takes; null when it may go. */
function refusalOf({ size, type, name }: File, { byKind }: FileLimits, channel: ChannelType | undefined): Failure | null {
  // As the server will tell the two apart by the content, as far as the name of its type says it.
  const sentAs = /^image\/(jpeg|png|gif|webp)$/.test(type) ? 'IMAGE' : 'FILE';
  const beyond = channel === undefined ? null : fileBeyondLimit(channel, { mediaType: type, name, size, kind: sentAs });
  if (beyond !== null) return { reason: beyond.key, params: beyond.params, canRetry: false };
  const kind = fileKindOf(type);
  const limit = byKind[kind];
  if (size > limit) return { reason: TOO_LARGE_BY_KIND[kind], params: { limit: Math.floor(limit / MEGABYTE) }, canRetry: false };
  return size === 0 ? { reason: 'FILE_EMPTY', params: {}, canRetry: false } : null;
}

/** What the server's refusal says, and whether the same file may fare better later. */
function failureOf(problem: unknown): Failure {
  if (!(problem instanceof ApiProblem)) return { reason: 'ERROR_DEFAULT_MESSAGE', params: {}, canRetry: true };
  const [first] = problem.errors;
  const canRetry = problem.status === UNREACHABLE || problem.status >= 500 || [401, 408, 429].includes(problem.status);
  return { reason: first?.message ?? problem.key, params: first?.params ?? {}, canRetry };
}

/** Begins to upload files into a draft, one after the other. Those beyond the limit are left out, and the person is told. */
export function attach(store: RoomsStore, key: string, files: readonly File[], on: AttachOptions = {}): void {
  const limit = channelOf(store, key) === 'EMAIL' ? EMAIL_ATTACHMENTS_LIMIT : ATTACHMENTS_LIMIT;
  const room = Math.max(0, limit - (on.into?.held() ?? filesOf(store, key)).length - uploadsOf(store, key).length);
  if (files.length > room) toastError('COMMUNICATIONS_FILES_TOO_MANY', { limit });
  for (const file of files.slice(0, room)) {
    const upload = newUpload(crypto.randomUUID(), file, pictureUrlOf(file));
    works.set(upload.id, { file, abort: null, on });
    changeUploads(store, key, (uploads) => [...uploads, upload]);
  }
  void refuse(store, key);
  void run(store, key);
}

/** Refuses what cannot be taken before its turn comes. Where the limit cannot be had now, that shows when it comes. */
async function refuse(store: RoomsStore, key: string): Promise<void> {
  const limits = await uploadLimits().catch(() => null);
  if (limits === null) return;
  for (const { id, status } of uploadsOf(store, key)) {
    const file = works.get(id)?.file;
    const refusal = file === undefined ? null : refusalOf(file, limits, channelOf(store, key));
    if (status === 'waiting' && refusal !== null) changeUploads(store, key, (uploads) => failUpload(uploads, id, refusal));
  }
}

async function run(store: RoomsStore, key: string): Promise<void> {
  for (let next = nextUpload(uploadsOf(store, key)); next !== undefined; next = nextUpload(uploadsOf(store, key))) {
    const work = works.get(next.id);
    if (work === undefined) throw new Error('an upload without its file');
    await uploadOne(store, key, next, work);
  }
}

async function uploadOne(store: RoomsStore, key: string, { id, pictureUrl }: Upload, work: Work): Promise<void> {
  const abort = new AbortController();
  work.abort = abort;
  changeUploads(store, key, (uploads) => startUpload(uploads, id));
  const onProgress = (part: number) => changeUploads(store, key, (uploads) => progressUpload(uploads, id, part));
  try {
    const refusal = refusalOf(work.file, await uploadLimits(), channelOf(store, key));
    if (refusal !== null) return changeUploads(store, key, (uploads) => failUpload(uploads, id, refusal));
    const { uploadFile } = await uploading();
    const file = await uploadFile(work.file, abort.signal, onProgress);
    if (abort.signal.aborted) return throwAway(file.fileId);
    if (pictureUrl !== null) keepLocalPicture(file.fileId, pictureUrl);
    works.delete(id);
    if (work.on.into) work.on.into.add(file);
    else setDraft(store, key, { files: [...filesOf(store, key), file] });
    work.on.onUploaded?.(file);
    changeUploads(store, key, (uploads) => dropUpload(uploads, id));
  } catch (problem) {
    if (!wasCancelled(problem)) changeUploads(store, key, (uploads) => failUpload(uploads, id, failureOf(problem)));
  }
}

/** Stops an upload, or takes away one that failed. */
export function cancelUpload(store: RoomsStore, key: string, id: string): void {
  const upload = uploadsOf(store, key).find((one) => one.id === id);
  works.get(id)?.abort?.abort();
  works.delete(id);
  letGo(upload?.pictureUrl ?? null);
  changeUploads(store, key, (uploads) => dropUpload(uploads, id));
  void run(store, key);
}

export function retryOne(store: RoomsStore, key: string, id: string): void {
  changeUploads(store, key, (uploads) => retryUpload(uploads, id));
  void run(store, key);
}

/** Takes an uploaded file out of a draft, and away from the server. */
export function removeFile(store: RoomsStore, key: string, fileId: string): void {
  setDraft(store, key, { files: filesOf(store, key).filter((file) => file.fileId !== fileId) });
  letGoOf(fileId);
  throwAway(fileId);
}
