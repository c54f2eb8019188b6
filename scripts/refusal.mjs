/**
 * What a person can mend: its message is one whole sentence that says what is wrong and what to do, and it is shown without a stack
 * trace. Every other error is a fault of ours.
 */
export class Refusal extends Error {
  /** @override */
  name = 'Refusal';
}

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
  if (code === 'ENOSPC') return new Refusal('The disk is full.');
  return error;
}
