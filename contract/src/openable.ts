const OPENABLE = /^(?:https?:\/\/[^/\\?#][^\\]*|tel:[+\d][\d().;=*#-]*|mailto:[^@]+@.+)$/i;
const LONGEST = 2000;

/**
 * The address as a page may make a link of it, or null: pages, numbers and addresses of mail, and nothing that runs, reads or shows something else
 * than it says.
 */
export function openable(address: string): string | null {
  const trimmed = address.trim();
  // Controls and blanks within are left out by browsers, so that one address reads as another.
  if (trimmed.length > LONGEST || /[\s\p{Cc}\p{Cs}]/u.test(trimmed)) return null;
  return OPENABLE.test(trimmed) ? trimmed : null;
}
