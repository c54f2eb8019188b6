/** Reads what this browser was asked to keep; null where storage is refused (private windows, policies). */
export function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a preference in this browser. Where storage is refused it holds until the page is left. */
export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    return;
  }
}
