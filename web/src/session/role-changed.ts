const listeners = new Set<() => void>();

/** Told when the server refused a call because the person's role or activity is no longer the token's. */
export function onRoleChanged(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function sayRoleChanged(): void {
  for (const listener of listeners) listener();
}
