/** What the person waits for is drawn and painted by then, and hardly anybody has reached for anything. */
const AFTER_MS = 150;

/** Does what nobody waits for once what is being drawn stands on the screen. @returns what stops it before */
export function afterwards(work: () => void): () => void {
  const timer = setTimeout(work, AFTER_MS);
  return () => clearTimeout(timer);
}
