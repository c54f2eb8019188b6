import * as z from 'zod/mini';
import type { FileKind } from '../file-limits.ts';
import { Count, Id, Instant } from './primitives.ts';

export * from '../file-limits.ts';

/** What a message tells of its file (communications, section 3, "Message payload"), as a visitor's event has it. */
export const EventFile = z.object({
  fileId: Id,
  /** As it was called where it came from, in any script. */
  fileName: z.string(),
  /** In bytes. */
  fileSize: Count,
  /** By the content, whatever was said of it. */
  mediaType: z.string(),
  /** Of pictures, upright, in pixels. */
  imageWidth: z.nullable(Count),
  imageHeight: z.nullable(Count),
});
export type EventFile = z.infer<typeof EventFile>;

/** Answer to an upload. IMAGE: a picture that can be shown; `notice` says why one goes as a FILE all the same. */
export const UploadedFile = z.extend(EventFile, {
  type: z.enum(['IMAGE', 'FILE']),
  notice: z.nullable(z.enum(['MAX_IMAGE_RESOLUTION', 'UNREADABLE_IMAGE'])),
});
export type UploadedFile = z.infer<typeof UploadedFile>;

/** Where a file can be fetched from until `expiresAt`, by whoever holds the address: signed for one person. */
export const FileUrls = z.object({
  fileId: Id,
  /** The picture itself, or the file as a download. */
  url: z.string(),
  downloadUrl: z.string(),
  /** A small picture of a picture. */
  thumbnailUrl: z.nullable(z.string()),
  expiresAt: Instant,
});
export type FileUrls = z.infer<typeof FileUrls>;

/** Ids of files whose addresses are asked for; those that the caller may not read are missing in the answer. */
export const FileUrlsQuery = z.object({ fileIds: /* @__PURE__ */ z.array(Id).check(z.minLength(1), z.maxLength(100)) });
export const FileUrlsAnswer = z.object({ content: z.array(FileUrls) });

/** What the installation takes of one upload, in bytes: of any kind, and of each. */
export const FileLimits = z.object({
  uploadLimit: Count,
  byKind: z.object({ picture: Count, video: Count, audio: Count, other: Count }),
});
export type FileLimits = z.infer<typeof FileLimits>;

/** The keys of what is said of a file that is too large, by its kind. */
export const TOO_LARGE_BY_KIND = {
  picture: 'FILE_PICTURE_TOO_LARGE',
  video: 'FILE_VIDEO_TOO_LARGE',
  audio: 'FILE_AUDIO_TOO_LARGE',
  other: 'FILE_TOO_LARGE',
} as const satisfies Record<FileKind, string>;
