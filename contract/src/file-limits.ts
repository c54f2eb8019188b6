/** What one upload may weigh unless the installation says otherwise (domain: limits), in bytes. */
export const UPLOAD_LIMIT = 25 * 1024 * 1024;
export const FILE_NAME_LIMIT = 255;
/** So many files may hang on what is being written. */
export const ATTACHMENTS_LIMIT = 10;
/** Files are fetched by URLs that are valid this long (domain: identity), in milliseconds. */
export const FILE_URL_LIFETIME = 10 * 60_000;

/** Kinds of files that an installation may give limits of their own. */
export type FileKind = 'picture' | 'video' | 'audio' | 'other';

/** @param mediaType as the content, or before anything is uploaded the browser, has it */
export function fileKindOf(mediaType: string): FileKind {
  if (mediaType.startsWith('image/')) return 'picture';
  if (mediaType.startsWith('video/')) return 'video';
  return mediaType.startsWith('audio/') ? 'audio' : 'other';
}
