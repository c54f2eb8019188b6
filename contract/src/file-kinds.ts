/** Kinds of files that an installation may give limits of their own. */
export type FileKind = 'picture' | 'video' | 'audio' | 'other';

/** @param mediaType as the content, or before anything is uploaded the browser, has it */
export function fileKindOf(mediaType: string): FileKind {
  if (mediaType.startsWith('image/')) return 'picture';
  if (mediaType.startsWith('video/')) return 'video';
  return mediaType.startsWith('audio/') ? 'audio' : 'other';
}

/** The keys of what is said of a file that is too large, by its kind. */
export const TOO_LARGE_BY_KIND = {
  picture: 'FILE_PICTURE_TOO_LARGE',
  video: 'FILE_VIDEO_TOO_LARGE',
  audio: 'FILE_AUDIO_TOO_LARGE',
  other: 'FILE_TOO_LARGE',
} as const satisfies Record<FileKind, string>;
