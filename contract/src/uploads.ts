/**
 * Uploads: the bytes as the request's body, streamed, with their length; answered by `UploadedFile`. A request that ends early
 * leaves nothing. They are no calls of `api`, whose bodies are JSON, and are checked like them.
 */
export const uploads = {
  ofUser: { access: ['rooms', 'send'], method: 'POST', path: '/files' },
  ofVisitor: { access: 'visitor', method: 'POST', path: '/visitor/files' },
} as const;
