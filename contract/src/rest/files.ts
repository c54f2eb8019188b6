import * as z from 'zod/mini';
import { FileLimits, FileUrlsAnswer, FileUrlsQuery } from '../entities/file.ts';
import { Id } from '../entities/primitives.ts';
import { FILE_NAME_LIMIT } from '../limits.ts';
import { route } from './access.ts';

/** Query of an upload; its body is the file itself, its type is read from the content. */
export const UploadQuery = z.object({ name: z.string().check(z.minLength(1), z.maxLength(FILE_NAME_LIMIT)) });

export const files = {
  urls: route(['rooms', 'read'], 'POST', '/files/urls', 'Where files can be fetched for ten minutes')
    .input(z.object({ body: FileUrlsQuery }))
    .output(FileUrlsAnswer),
  limits: route(['rooms', 'send'], 'GET', '/files/limits', 'What one upload may weigh').output(FileLimits),
  /** Of one's own uploads, before they are sent. */
  remove: route(['rooms', 'send'], 'DELETE', '/files/{fileId}', 'Throw away an upload that was not sent')
    .input(z.object({ params: z.object({ fileId: Id }) }))
    .output(z.object({ fileId: Id })),
};
