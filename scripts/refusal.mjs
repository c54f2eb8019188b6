/**
 * What a person can mend: its message is one whole sentence that says what is wrong and what to do, and it is shown without a stack
 * trace. Every other error is a fault of ours.
 */
export class Refusal extends Error {
  /** @override */
  name = 'Refusal';
}

/** A part of ours ended and did not say why: its reason stands in a log, and may be found elsewhere too. */
export class UnexpectedEnd extends Refusal {}

/**
 * One sentence for a file system's refusal, or the error as it came.
 *
 * @param {unknown} error
 * @returns {unknown}
 */
export function explained(error) {
  const { code, path } = /** @type {NodeJS.ErrnoException} */ (error ?? {});
  if (code === 'EACCES' || code === 'EPERM')
    return new Refusal(`No permission for ${path ?? 'a needed file'}: give this user access to it.`);
  if (code === 'EROFS') return new Refusal(`${path ?? 'The file system'} is read-only.`);
  // The second is PostgreSQL's.
  if (code === 'ENOSPC' || code === '53100')
    return new Refusal('The disk is full: make room and start again; nothing that was stored is lost.');
  return error;
}
